/** Describes clocks in words. */
import type { Clock } from "../wire";
import { ui } from "./ui.svelte";

/** The time control, and what happens when time runs out. */
export function clockWords(clock: Clock | undefined): string {
  if (!clock || clock.kind === "none" || !clock.kind) return ui.say("new.clock.none");
  return `${paceWords(clock)}. ${ui.say(`new.expiry.${clock.expiry ?? "bot"}`)}`;
}

function paceWords({ kind, base = 0, increment = 0, hours = 0 }: Clock): string {
  if (kind === "slow") return ui.say("new.clock.slow", { hours: ui.count("hours", hours) });
  const minutes = base < 60 ? ui.count("seconds", base) : ui.count("minutes", Math.round(base / 6) / 10);
  if (!increment) return ui.say("new.clock.live.plain", { minutes });
  return ui.say("new.clock.live", { minutes, seconds: ui.count("seconds", increment) });
}
