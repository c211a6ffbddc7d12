// Load for sync_only.py: one table that sends its next move as soon as all four clients have the last one. Prints moves per second.
// node sync_only.js <port> <seconds>
const net = require('net');
const [port, seconds] = process.argv.slice(2).map(Number);
const began = Date.now();
let moves = 0, received = 0;

const clients = [0, 1, 2, 3].map(() => {
  const client = net.connect(port, '127.0.0.1').setNoDelay(true);
  let buffer = '';
  client.on('data', (data) => {
    buffer += data;
    for (let end; (end = buffer.indexOf('\n')) >= 0; buffer = buffer.slice(end + 1)) {
      JSON.parse(buffer.slice(0, end));
      if (++received < 4) continue;
      received = 0;
      moves++;
      if (Date.now() - began < seconds * 1000) move();
      else { process.stdout.write(`${moves / seconds}\n`); process.exit(0); }
    }
  });
  return client;
});
const move = () => clients[0].write('{"t":"move","ref":33,"version":34,"move":"a move"}\n');
move();
