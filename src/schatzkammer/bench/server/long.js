// Measures a decision early and late in the log of one long game of Monte Cristo at our server. Where the rules allow it,
// decisions are undone and repeated, so that the log is longer than the game. Prints one line of JSON.
// node long.js <port> <versions>
const [port, versions] = process.argv.slice(2);
const { Side } = require('./ours');
const WINDOW = 100; // versions at either end of the log that are compared
const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];

(async () => {
  const table = new Side(+port, 'monte-cristo');
  await table.open();
  const early = [], late = [];
  while (table.states[0].version < +versions && !table.over()) {
    const { version } = table.states[0];
    const seat = table.states.findIndex((state) => state.undo && state.undo.possible);
    if (seat >= 0 && Math.random() < 0.6) { await table.ask(seat, { t: 'undo', version }); continue; }
    const began = process.hrtime.bigint();
    await table.move();
    const took = Number(process.hrtime.bigint() - began) / 1e6;
    if (version < WINDOW) early.push(took);
    if (version >= +versions - WINDOW) late.push(took);
  }
  const result = { version: table.states[0].version, early: median(early), late: median(late) };
  process.stdout.write(JSON.stringify(result) + '\n');
  process.exit(0);
})();
