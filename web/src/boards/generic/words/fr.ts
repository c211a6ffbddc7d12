import type en from "./en";

/** Texts of the generated board in French. */
const fr: Record<keyof typeof en, string> = {
  "board.yes": "oui",
  "board.no": "non",
  "board.none": "rien",
  "board.back": "face cachée",
  "board.facts": "La partie jusqu’ici",
  "board.moves": "Ce que vous pouvez faire",
  "board.clear": "Choisir de nouveau",
  "board.chosen": "Choisi : {things}. Et ensuite ?",
  "board.level": "hauteur {n}",
  "board.sheet.total": "Total",
  "board.view.active": "Doit jouer",
  "board.view.round": "Manche",
  "board.view.rounds": "Manches",
  "board.view.turn": "Tour",
  "board.view.points": "Points",
  "board.view.score": "Points",
  "board.view.hand": "Main",
  "board.view.cards": "Cartes",
  "board.view.card": "Carte",
  "board.view.deck": "Pioche",
  "board.view.discards": "Défausse",
  "board.view.board": "Plateau",
  "board.view.coins": "Pièces",
  "board.view.tiles": "Tuiles",
  "board.view.chosen": "A choisi",
  "board.hint.moves": "Tous vos coups sont listés ici : un clic joue un coup.",
  "board.hint.things": "Vous pouvez aussi cliquer sur tout ce qui a un cadre clair sur la table.",
};
export default fr;
