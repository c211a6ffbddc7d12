import type en from "./en";

/** Everything the web table says itself, in German. */
const de: Record<keyof typeof en, string> = {
  title: "Schatzkammer",
  "count.players.one": "{n} Person",
  "count.players.many": "{n} Personen",
  "count.moves.one": "{n} Zug",
  "count.moves.many": "{n} Züge",
  "count.spectators.one": "{n} schaut zu",
  "count.spectators.many": "{n} schauen zu",
  "count.minutes.one": "{n} Minute",
  "count.minutes.many": "{n} Minuten",
  "count.hours.one": "{n} Stunde",
  "count.hours.many": "{n} Stunden",
};
export default de;
