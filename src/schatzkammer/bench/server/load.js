// Plays several tables at once and measures the time from a move until all four sockets have it. Prints one line of JSON.
// node load.js <ours|peer> <port,port …> <tables> <seconds> <milliseconds between the moves of a table, 0: closed loop>
// In a round every table plays the same number of moves; then all are opened again. Opening is timed apart from the moves.
const [side, ports, tables, seconds, period] = process.argv.slice(2);
const { Side } = require(`./${side}`);
const ROUND = 40; // moves per table
const now = () => Number(process.hrtime.bigint()) / 1e9;
const sleep = (s) => new Promise((done) => setTimeout(done, s * 1e3));

async function play(table, deadline, latencies) {
  let next = now() + (Math.random() * period) / 1e3;
  for (let i = 0; i < ROUND && now() < deadline && !table.over(); i++) {
    if (+period) { if (next > now()) await sleep(next - now()); next += period / 1e3; }
    const began = now();
    await table.move();
    latencies.push(now() - began);
  }
}

// Plays rounds until their moves have taken `most` seconds.
async function rounds(all, most, latencies) {
  let played = 0, opening = 0, opened = 0;
  while (played < most) {
    let began = now();
    for (const table of all) await table.fresh();
    opening += now() - began;
    opened += all.length;
    process.stdout.write('PLAY\n');
    began = now();
    await Promise.all(all.map((table) => play(table, began + most - played, latencies)));
    played += now() - began;
    process.stdout.write('OPEN\n');
  }
  return { played, opening, opened };
}

(async () => {
  const all = [];
  for (let i = 0; i < +tables; i++) { const table = new Side(ports); await table.open(); all.push(table); }
  await rounds(all, 2, []);
  process.stdout.write('WARM\n');
  await new Promise((done) => process.stdin.once('data', done));
  const latencies = [];
  const { played, opening, opened } = await rounds(all, +seconds, latencies);
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] * 1e3;
  process.stdout.write(JSON.stringify({
    moves: latencies.length, rate: latencies.length / played, p50: at(0.5), p99: at(0.99), open: (opening / opened) * 1e3,
  }) + '\n');
  process.exit(0);
})();
