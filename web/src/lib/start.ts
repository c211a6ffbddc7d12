/** Opens tables. */
import { api } from "./api";
import { ready, request, UNHURRIED, USUAL_BOT, usualOthers, type Opening } from "./opening";
import { prefs } from "./prefs.svelte";
import { router } from "./router.svelte";
import { session } from "./session.svelte";
import { ui } from "./ui.svelte";

/** Opens a table and goes there; the game starts at once if no player is awaited. */
export async function open(opening: Opening): Promise<void> {
  await session.arrive(prefs.name || ui.say("new.guest"));
  const opened = await api.open(request(opening));
  router.go(`/t/${opened.id}${ready(opening) ? "?start=1" : ""}`);
}

/** Starts a game against two default bots with default options. */
export function playNow(game: string): Promise<void> {
  const info = session.game(game);
  const options = Object.fromEntries((info?.options ?? []).map((option) => [option.name, option.default]));
  const others = Array.from({ length: info ? usualOthers(info) : 2 }, () => ({ kind: "bot" as const, bot: USUAL_BOT }));
  return open({ game, options, others, private: false, rated: false, clock: UNHURRIED });
}
