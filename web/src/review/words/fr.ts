import type en from "./en";

/** Texts of the review in French. */
const review: Record<keyof typeof en, string> = {
  "review.about":
    "Un bot revoit chaque décision avec ce que l’on pouvait savoir alors : ce qu’elle a coûté, ce qui aurait été mieux et la part de chance. Cela prend environ une minute.",
  "review.start": "Analyser la partie",
  "review.running": "L’analyse est en cours…",
  "review.running.why":
    "Vous pouvez regarder la partie en attendant ou revenir plus tard : tout le monde reçoit la même analyse.",
  "review.shares": "Chances de gagner",
  "review.turns": "Tournants",
  "review.turn": "Coup {n} : {name} {change}",
  "review.mistakes": "Ce qui aurait pu être mieux",
  "review.mistakes.none": "Rien à redire.",
  "review.of": "Décisions de",
  "review.of.all": "Tout le monde",
  "review.cost": "{win} de chances de gagner",
  "review.mark.inaccuracy": "Imprécision",
  "review.mark.mistake": "Erreur",
  "review.mark.blunder": "Grosse erreur",
  "review.sums": "Chance et erreurs",
  "review.in.wins": "en chances de gagner",
  "review.accuracy": "Précision (sur 100)",
  "review.prior": "Promis avant la donne",
  "review.luck": "Chance",
  "review.others": "Donné ou pris par les autres",
  "review.errors": "Erreurs",
  "review.remainder": "Inexpliqué",
  "review.result": "Résultat",
  "review.sure":
    "Tous les chiffres sont des estimations tirées de parties d’essai ; les écarts inférieurs à l’erreur ne comptent pas.",
  "review.verdict": "Cette décision",
  "review.played": "{name} : {move}.",
  "review.better": "Mieux : {move}.",
  "review.lost": "Coût : {points} points (± {error}), {win} de chances de gagner.",
  "review.again": "Essayer moi-même",
  "review.try": "Trouvez un meilleur coup : touchez le plateau ou choisissez-en un.",
  "review.try.moves": "Coups au choix",
  "review.try.worse": "{move} : pas le meilleur, il coûte {win} de chances de gagner. Essayez encore.",
  "review.try.right": "Bravo !",
  "review.solution": "Montrer la solution",
  "review.try.end": "Retour à l’analyse",
};
export default review;
