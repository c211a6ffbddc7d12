/** Boards by game id, and the generated board for every other game; loaded on demand. */
import more from "virtual:boards";
import { api } from "../lib/api";
import type { Lang } from "../lib/languages";
import { Words } from "../lib/words";
import type { GameModule } from "./kit/game";

const LOADERS: Record<string, () => Promise<{ default: GameModule }>> = {
  solomon: () => import("./solomon"),
  "monte-cristo": () => import("./monte-cristo"),
  "ali-baba": () => import("./ali-baba"),
  ...more,
};

/** The games with boards of their own, in display order; others follow. */
export const GAMES = ["solomon", "monte-cristo", "ali-baba"] as const;

const words = new Map<string, Promise<Words>>();

/** A board with its texts. */
export async function board(game: string): Promise<GameModule> {
  return (await (LOADERS[game] ?? (() => import("./generic")))()).default;
}

/** The texts of a game: the engine's and the board's. */
export function wordsOf(game: string, lang: Lang): Promise<Words> {
  const key = `${game}/${lang}`;
  const known = words.get(key);
  if (known) return known;
  const asked = Promise.all([api.words(game, lang), board(game).then((module) => module.catalogue(lang))]).then(
    ([engine, own]) => new Words(lang, { ...engine, ...own }),
  );
  words.set(key, asked);
  asked.catch(() => words.delete(key));
  return asked;
}
