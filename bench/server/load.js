// Plays so many tables at once and tells how long a move takes until all four sockets have it. One JSON line on stdout.
// node load.js <ours|peer> <port> <tables> <seconds> <milliseconds between moves of a table, 0: closed loop>
const [side, port, tables, seconds, period] = process.argv.slice(2);
const { Side } = require(`./${side}`);
const now = () => Number(process.hrtime.bigint()) / 1e9;
const sleep = (s) => new Promise((done) => setTimeout(done, s * 1e3));

async function play(table, deadline, latencies) {
  let next = now() + (Math.random() * period) / 1e3;
  while (now() < deadline) {
    if (table.over()) { await table.fresh(); continue; }
    if (+period) { if (next > now()) await sleep(next - now()); next += period / 1e3; }
    const began = now();
    await table.move();
    latencies.push(now() - began);
  }
}

(async () => {
  const all = [];
  for (let i = 0; i < +tables; i++) { const table = new Side(+port); await table.open(); all.push(table); }
  await Promise.all(all.map((table) => play(table, now() + 2, [])));
  process.stdout.write('WARM\n');
  await new Promise((done) => process.stdin.once('data', done));
  const latencies = [], began = now();
  await Promise.all(all.map((table) => play(table, began + +seconds, latencies)));
  const took = now() - began;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] * 1e3;
  process.stdout.write(JSON.stringify({ moves: latencies.length, rate: latencies.length / took, p50: at(0.5), p99: at(0.99) }) + '\n');
  process.exit(0);
})();
