// One table at a server that does nothing but sync: the next move as soon as all four have the last. Moves a second.
// node least.js <port> <seconds>
const net = require('net');
const [port, seconds] = process.argv.slice(2).map(Number);
const began = Date.now();
let moves = 0, told = 0;

const clients = [0, 1, 2, 3].map(() => {
  const client = net.connect(port, '127.0.0.1').setNoDelay(true);
  let heard = '';
  client.on('data', (data) => {
    heard += data;
    for (let end; (end = heard.indexOf('\n')) >= 0; heard = heard.slice(end + 1)) {
      JSON.parse(heard.slice(0, end));
      if (++told < 4) continue;
      told = 0;
      moves++;
      if (Date.now() - began < seconds * 1000) move();
      else { process.stdout.write(`${moves / seconds}\n`); process.exit(0); }
    }
  });
  return client;
});
const move = () => clients[0].write('{"t":"move","ref":33,"version":34,"move":"a move"}\n');
move();
