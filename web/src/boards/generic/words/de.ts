import type en from "./en";

/** Texts of the generated board in German. */
const de: Record<keyof typeof en, string> = {
  "board.yes": "ja",
  "board.no": "nein",
  "board.none": "nichts",
  "board.back": "verdeckt",
  "board.facts": "Stand der Partie",
  "board.moves": "Was du tun kannst",
  "board.clear": "Neu wählen",
  "board.chosen": "Gewählt: {things}. Wie geht es weiter?",
  "board.level": "{n} hoch",
  "board.sheet.total": "Summe",
  "board.view.active": "Am Zug",
  "board.view.round": "Runde",
  "board.view.rounds": "Runden",
  "board.view.turn": "Zug",
  "board.view.points": "Punkte",
  "board.view.score": "Punkte",
  "board.view.hand": "Hand",
  "board.view.cards": "Karten",
  "board.view.card": "Karte",
  "board.view.deck": "Stapel",
  "board.view.discards": "Ablage",
  "board.view.board": "Spielplan",
  "board.view.coins": "Münzen",
  "board.view.tiles": "Plättchen",
  "board.view.chosen": "Hat gewählt",
  "board.hint.moves": "Hier stehen alle deine Züge: Ein Klick genügt.",
  "board.hint.things": "Was hell umrandet ist, lässt sich auch auf dem Tisch anklicken.",
};
export default de;
