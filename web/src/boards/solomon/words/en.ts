/** What the board says itself; the engine's words come from the server. */
const en = {
  "board.label": "The board",
};
export default en;
