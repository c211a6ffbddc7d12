/** Everything the web table says itself, in English. The same keys as in German; the games' words come from the server. */
const en = {
  title: "Schatzkammer",
  "count.players.one": "{n} player",
  "count.players.many": "{n} players",
  "count.moves.one": "{n} move",
  "count.moves.many": "{n} moves",
  "count.spectators.one": "{n} watching",
  "count.spectators.many": "{n} watching",
  "count.minutes.one": "{n} minute",
  "count.minutes.many": "{n} minutes",
  "count.hours.one": "{n} hour",
  "count.hours.many": "{n} hours",
};
export default en;
