/** Positions for unit tests. */
import { readFileSync } from "node:fs";
import { render } from "@testing-library/svelte";
import { flushSync } from "svelte";
import { vi } from "vitest";
import { Words } from "../../lib/words";
import type { GameEvent, Legal, Outcome, View } from "../../wire";
import type { GameModule } from "./game";
import type { Given } from "./position.svelte";

/** A position of a real game: what a seat sees and may do, the view at the end, and all events. */
export interface Recorded {
  seat: number;
  view: View;
  legal: Legal;
  end: View;
  events: GameEvent[];
}

/** Positions of a game under the built-in component set, and under one with other amounts; `make wire` records them. */
export function recorded(game: string): { usual: Recorded; changed: Recorded } {
  const all = JSON.parse(readFileSync("src/boards/recorded.json", "utf8")) as Record<string, object>;
  return all[game] as { usual: Recorded; changed: Recorded };
}

export const NAMES = ["Ada", "Bruno"];

/** Legal moves as the server sends them. */
export function legal(...moves: string[]): Legal {
  const choices = moves.map((move) => {
    const [verb, ...targets] = move.split(" ");
    return { move, verb: verb!, targets };
  });
  const at: Legal["at"] = {};
  for (const [place, { verb, targets }] of choices.entries()) {
    for (const key of targets.length ? targets : [verb]) (at[key] ??= []).push(place);
  }
  return { moves: choices, at };
}

/** A view with nothing but what all games have in common. */
export function plainView(more: Record<string, unknown> = {}): View {
  const common = { game: "x", rules: 1, players: 2, options: {}, to_act: [0], over: false, seat: 0 };
  return { ...common, standing: [0, 0], ...more } as View;
}

/** What the stage knows of a position; everything can be given differently. */
export function givenOf<V extends View = View>(
  view: V,
  offered: Legal | null,
  texts: Record<string, string> = {},
  more: Partial<Given<V>> = {},
): Given<V> {
  const words = new Words("en", texts, NAMES);
  const empty = { latest: [], told: [], pointed: [], fresh: [] };
  const outcome = (move: string): Outcome | null => offered?.outcomes?.[move] ?? null;
  return { view, legal: offered, seat: 0, names: NAMES, words, ...empty, outcome, ...more };
}

/** A value that boards follow. */
function rune<T>(first: T): { now: T } {
  let now = $state.raw(first);
  return {
    get now() {
      return now;
    },
    set now(next) {
      now = next;
    },
  };
}

/** A board on a stage, drawn; `show` draws another position on it. */
export async function staged(module: GameModule, first: Given) {
  const { Stage } = await import("../../table/stage.svelte"); // asks the screen when loaded
  const { default: Scene } = await import("../../table/Scene.svelte");
  const { default: TextBoard } = await import("./TextBoard.svelte");
  const given = rune(first);
  const play = vi.fn<(move: string) => void>();
  const ask = vi.fn<(move: string) => void>();
  const stage = new Stage(module, () => given.now, { play, ask });
  const drawn = render(Scene, { stage });
  return {
    stage,
    play,
    ask,
    container: drawn.container,
    prompt: () => stage.prompt(""),
    show: (next: Given) => flushSync(() => void (given.now = next)),
    inWords: () => render(TextBoard, { sections: stage.sections }),
  };
}
