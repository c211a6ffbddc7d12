/** How many can play a game, in words. */
import type { GameInfo } from "../wire";
import { ui } from "./ui.svelte";

export function players({ fewest, most }: Pick<GameInfo, "fewest" | "most">): string {
  return fewest === most ? ui.count("players", most) : ui.say("home.players", { least: fewest, most });
}
