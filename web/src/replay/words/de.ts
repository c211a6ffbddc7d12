import type en from "./en";

/** Texts in German for what becomes of a game afterwards. */
const replay: Record<keyof typeof en, string> = {
  "goon.title": "Von hier aus weiterspielen",
  "goon.about.plural": "n",
  "goon.about":
    "Ein neuer Tisch beginnt nach dem ersten Zug dieser Partie: Du nimmst einen Platz ein, Bots die anderen. Er ist privat und wird nie gewertet, denn man könnte die Karten kennen.",
  "goon.about.other":
    "Ein neuer Tisch beginnt nach den ersten {n} Zügen dieser Partie: Du nimmst einen Platz ein, Bots die anderen. Er ist privat und wird nie gewertet, denn man könnte die Karten kennen.",
  "goon.about.start":
    "Ein neuer Tisch beginnt mit derselben Auslage: Du nimmst einen Platz ein, Bots die anderen. Er ist privat und wird nie gewertet, denn man könnte die Karten kennen.",
  "goon.over": "Nach dem letzten Zug gibt es nichts mehr zu entscheiden: Geh erst ein Stück zurück.",
  "goon.seat": "Dein Platz",
  "goon.bot": "Deine Gegner",
  "goon.start": "Gegen Bots weiterspielen",
  "goon.origin": "Wo diese Partie begann",
  "keep.title": "Aufheben",
  "keep.record": "Partie herunterladen",
  "keep.record.about":
    "Eine kleine Datei, um sie hier oder auf einem anderen Server zu öffnen und um das Mischen zu prüfen.",
  "keep.page": "Als Webseite herunterladen",
  "keep.page.about": "Dieselbe Ansicht als eine einzige Datei, die jeder Browser öffnet, ohne Server.",
  "records.title": "Partie aus einer Datei öffnen",
  "records.about":
    "Wähle eine Partie, die du hier oder auf einem anderen Server heruntergeladen hast: Spiel sie nach, lass sie besprechen oder spiel von jedem Zug aus gegen Bots weiter. Niemand sonst sieht sie.",
  "records.choose": "Datei wählen",
  "records.drop": "oder hierher ziehen",
  "records.reading": "Die Partie wird nachgespielt …",
  "records.mine": "Von dir geöffnete Partien",
  "records.none": "Noch keine.",
  "records.remove": "Entfernen",
  "records.removed": "Entfernt.",
  "records.added": "geöffnet am {date}",
  "lens.title": "Was das Spielfeld zeigt",
  "lens.seen": "Gesehen",
  "lens.odds": "Chancen",
  "lens.truth": "Offen",
  "lens.seen.about": "Was {name} sehen konnte.",
  "lens.seen.all": "Was alle sehen konnten.",
  "lens.odds.about": "Was {name} wissen konnte: Chancen für Verdecktes.",
  "lens.odds.all": "Was man beim Zuschauen wissen konnte: Chancen für Verdecktes.",
};
export default replay;
