/** The tiles that stand before pieces and lines of the scoring. */
export const SYMBOLS: Record<string, string> = {
  "piece.1": "treasure-3",
  "piece.2": "scorpion",
  "piece.3": "alpha",
  "piece.4": "mirror",
  "piece.5": "axe",
  "piece.6": "seal",
  "piece.7": "amulet",
  "score.2": "treasure-5",
  "score.3": "delta",
  "score.4": "mummy",
  "score.5": "seal",
};
