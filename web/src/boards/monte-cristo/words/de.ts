import type en from "./en";

const de: Record<keyof typeof en, string> = {
  "board.label": "Das Spielbrett",
};
export default de;
