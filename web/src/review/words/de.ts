import type en from "./en";

/** Texts of the review in German. */
const review: Record<keyof typeof en, string> = {
  "review.about":
    "Ein Bot sieht sich jede Entscheidung noch einmal an, mit dem, was man damals wissen konnte: was sie gekostet hat, was besser gewesen wäre und was Glück war. Das dauert etwa eine Minute.",
  "review.start": "Partie analysieren",
  "review.running": "Die Partie wird analysiert …",
  "review.running.why":
    "Du kannst dir inzwischen die Partie ansehen oder später wiederkommen: Alle bekommen dieselbe Analyse.",
  "review.shares": "Gewinnchancen",
  "review.turns": "Wendepunkte",
  "review.turn": "Zug {n}: {name} {change}",
  "review.mistakes": "Was besser gegangen wäre",
  "review.mistakes.none": "Daran gibt es nichts auszusetzen.",
  "review.of": "Wessen Entscheidungen",
  "review.of.all": "Alle",
  "review.cost": "{win} Gewinnchance",
  "review.mark.inaccuracy": "Ungenau",
  "review.mark.mistake": "Fehler",
  "review.mark.blunder": "Grober Fehler",
  "review.sums": "Glück und Fehler",
  "review.in.wins": "in Gewinnchancen",
  "review.accuracy": "Genauigkeit (von 100)",
  "review.prior": "Vor dem Austeilen zu erwarten",
  "review.luck": "Glück",
  "review.others": "Von anderen bekommen oder genommen",
  "review.errors": "Eigene Fehler",
  "review.remainder": "Nicht erklärt",
  "review.result": "Ergebnis",
  "review.sure": "Alle Zahlen sind Schätzungen aus Probepartien; Unterschiede innerhalb des Fehlers zählen nicht.",
  "review.verdict": "Diese Entscheidung",
  "review.played": "{name}: {move}.",
  "review.better": "Besser: {move}.",
  "review.lost": "Kosten: {points} Punkte (± {error}), {win} Gewinnchance.",
  "review.again": "Selbst versuchen",
  "review.try": "Finde einen besseren Zug: Drück auf das Brett oder wähle einen aus.",
  "review.try.moves": "Züge zur Auswahl",
  "review.try.worse": "{move}: nicht der beste, er kostet {win} Gewinnchance. Versuch es noch einmal.",
  "review.try.right": "Richtig!",
  "review.solution": "Lösung zeigen",
  "review.try.end": "Zurück zur Analyse",
};
export default review;
