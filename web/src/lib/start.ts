/** From a click to the table. */
import { api } from "./api";
import { ready, request, UNHURRIED, USUAL_BOT, type Opening } from "./opening";
import { prefs } from "./prefs.svelte";
import { router } from "./router.svelte";
import { session } from "./session.svelte";
import { ui } from "./ui.svelte";

/** Opens a table and goes there; it starts by itself when nobody has to come first. */
export async function open(opening: Opening): Promise<void> {
  await session.arrive(prefs.name || ui.say("new.you"));
  const opened = await api.open(request(opening));
  router.go(`/t/${opened.id}${ready(opening) ? "?start=1" : ""}`);
}

/** Two bots of the usual level, everything else as in the book. */
export function playNow(game: string): Promise<void> {
  const info = session.game(game);
  const options = Object.fromEntries((info?.options ?? []).map((option) => [option.name, option.default]));
  const others = [1, 2].slice(0, (info?.most ?? 3) - 1).map(() => ({ kind: "bot" as const, bot: USUAL_BOT }));
  return open({ game, options, others, private: false, rated: false, clock: UNHURRIED });
}
