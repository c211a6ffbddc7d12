import type en from "./en";

/** Texts in French for what becomes of a game afterwards. */
const replay: Record<keyof typeof en, string> = {
  "goon.title": "Continuer à partir d’ici",
  "goon.about.plural": "n",
  "goon.about":
    "Une nouvelle table commence après le premier coup de cette partie : vous prenez une place, des bots les autres. Elle est privée et jamais classée, car ses cartes peuvent être connues.",
  "goon.about.other":
    "Une nouvelle table commence après les {n} premiers coups de cette partie : vous prenez une place, des bots les autres. Elle est privée et jamais classée, car ses cartes peuvent être connues.",
  "goon.about.start":
    "Une nouvelle table commence avec la même donne : vous prenez une place, des bots les autres. Elle est privée et jamais classée, car ses cartes peuvent être connues.",
  "goon.over": "Après le dernier coup, il n’y a plus rien à décider : revenez d’abord en arrière.",
  "goon.seat": "Votre place",
  "goon.bot": "Vos adversaires",
  "goon.start": "Continuer contre des bots",
  "goon.origin": "Où cette partie a commencé",
  "keep.title": "La garder",
  "keep.record": "Télécharger la partie",
  "keep.record.about": "Un petit fichier pour l’ouvrir ici ou sur un autre serveur, et pour vérifier le mélange.",
  "keep.page": "Télécharger comme page web",
  "keep.page.about": "Cette vue en un seul fichier que tout navigateur ouvre, sans serveur.",
  "records.title": "Ouvrir une partie depuis un fichier",
  "records.about":
    "Choisissez une partie téléchargée ici ou sur un autre serveur : revoyez-la, faites-la analyser ou continuez à partir de n’importe quel coup contre des bots. Personne d’autre ne la voit.",
  "records.choose": "Choisir un fichier",
  "records.drop": "ou le déposer ici",
  "records.reading": "La partie est rejouée…",
  "records.mine": "Parties que vous avez ouvertes",
  "records.none": "Aucune pour l’instant.",
  "records.remove": "Retirer",
  "records.removed": "Retirée.",
  "records.added": "ouverte le {date}",
  "lens.title": "Ce que montre le plateau",
  "lens.seen": "Vu",
  "lens.odds": "Chances",
  "lens.truth": "Révélé",
  "lens.seen.about": "Ce que voyait {name}.",
  "lens.seen.all": "Ce que tout le monde voyait.",
  "lens.odds.about": "Ce que {name} pouvait savoir : les probabilités de ce qui était caché.",
  "lens.odds.all": "Ce qu’on pouvait savoir en regardant : les probabilités de ce qui était caché.",
};
export default replay;
