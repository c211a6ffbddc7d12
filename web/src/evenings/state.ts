/** The sentence that says how an evening stands. */
import { ui } from "../lib/ui.svelte";
import type { EveningPage } from "../wire";

/** How it stands; `left` is the time in milliseconds until the next round. */
export function stateOf(page: EveningPage, left: number | null = null): string {
  const n = page.rounds.length;
  const round = page.rounds.at(-1);
  if (page.phase === "over") return ui.say("evening.over");
  if (page.phase === "waiting") return ui.say(page.hosting ? "evening.lobby" : "evening.lobby.guest");
  if (round && !round.over) {
    const open = round.games.filter((game) => !game.over).length;
    const playing = ui.say("evening.playing", { n, all: n + page.to_come, open });
    return page.phase === "paused" ? `${ui.say("evening.paused")} ${playing}` : playing;
  }
  if (page.phase === "paused") return ui.say("evening.paused");
  const seconds = Math.ceil((left ?? 0) / 1000);
  return seconds > 0
    ? ui.say("evening.break", { n, seconds: ui.count("seconds", seconds) })
    : ui.say("evening.waits", { n });
}

/** Who has won, as a sentence; empty if nobody has a place. */
export function winners(page: EveningPage): string {
  const first = page.standings.filter((line) => line.place === 1).map((line) => page.people[line.person]!.name);
  if (!first.length) return "";
  return ui.say(first.length > 1 ? "evening.won.many" : "evening.won", { names: ui.list(first) });
}
