/** Texts in English for what becomes of a game afterwards: kept, opened again, gone on with. Every language has the same keys. */
const replay = {
  "goon.title": "Go on from here",
  "goon.about.plural": "n",
  "goon.about":
    "A new table begins after the first move of this game: you take a seat, bots take the others. It is private and never rated, as its cards can be known.",
  "goon.about.other":
    "A new table begins after the first {n} moves of this game: you take a seat, bots take the others. It is private and never rated, as its cards can be known.",
  "goon.about.start":
    "A new table begins with the same deal: you take a seat, bots take the others. It is private and never rated, as its cards can be known.",
  "goon.over": "After the last move there is nothing left to decide: step back first.",
  "goon.seat": "Your seat",
  "goon.bot": "Your opponents",
  "goon.start": "Go on against bots",
  "goon.origin": "Where this game began",
  "keep.title": "Keep it",
  "keep.record": "Download the game",
  "keep.record.about": "A small file for opening it here or on another server, and for checking the shuffle.",
  "keep.page": "Download as a web page",
  "keep.page.about": "This replay as one file that opens in every browser, without a server.",
  "records.title": "Open a game from a file",
  "records.about":
    "Choose a game that you have downloaded, here or on another server: replay it, have it reviewed, or go on from any move against bots. Nobody else sees it.",
  "records.choose": "Choose a file",
  "records.drop": "or drop it here",
  "records.reading": "Replaying the game …",
  "records.mine": "Games you have opened",
  "records.none": "None yet.",
  "records.remove": "Remove",
  "records.removed": "Removed.",
  "records.added": "opened on {date}",
  "lens.title": "What the board shows",
  "lens.seen": "Seen",
  "lens.odds": "Odds",
  "lens.truth": "Open",
  "lens.seen.about": "What {name} saw.",
  "lens.seen.all": "What everybody saw.",
  "lens.odds.about": "What {name} could expect: the odds of what lay hidden.",
  "lens.odds.all": "What anybody watching could expect: the odds of what lay hidden.",
};
export default replay;
