// One long game of Monte Cristo of ours, over four sockets: what a decision costs early and late in a table's log. Where
// the rules allow it decisions are taken back and made again, so that the log is longer than the game. One JSON line.
// node long.js <port> <versions>
const [port, versions] = process.argv.slice(2);
const { Side } = require('./ours');
const WINDOW = 100; // versions at either end that are compared
const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];

(async () => {
  const table = new Side(+port, 'monte-cristo');
  await table.open();
  const early = [], late = [];
  while (table.states[0].version < +versions && !table.over()) {
    const { version } = table.states[0];
    const able = table.states.findIndex((state) => state.undo && state.undo.possible);
    if (able >= 0 && Math.random() < 0.6) { await table.ask(able, { t: 'undo', version }); continue; }
    const began = process.hrtime.bigint();
    await table.move();
    const took = Number(process.hrtime.bigint() - began) / 1e6;
    if (version < WINDOW) early.push(took);
    if (version >= +versions - WINDOW) late.push(took);
  }
  const told = { version: table.states[0].version, early: median(early), late: median(late) };
  process.stdout.write(JSON.stringify(told) + '\n');
  process.exit(0);
})();
