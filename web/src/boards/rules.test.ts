/** No rule in the client: boards show what the engine says, also where its amounts are others than in the box. */
import { cleanup, render } from "@testing-library/svelte";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sources } from "../lib/sources";
import type { Legal, Outcome, View } from "../wire";
import { board } from ".";
import { givenOf, legal, recorded, staged, type Recorded } from "./kit/testing.svelte";

vi.hoisted(() => {
  globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList;
  globalThis.ResizeObserver = class { observe() {} disconnect() {} } as never; // prettier-ignore
});
afterEach(cleanup);

/** By game: the verb of the moves looked at, the numbers that their preview shows, and an illegal move on a thing. */
const GAMES = {
  "ali-baba": { verb: "take", shown: ["points", "set"], illegal: ["take 1a1", "1a1"] },
  "monte-cristo": { verb: "take", shown: ["cost", "sale"], illegal: ["lane order", "order"] },
  solomon: { verb: "dig", shown: ["cost", "money"], illegal: ["use mirror", "use mirror"] },
} as const;
type Id = keyof typeof GAMES;
const IDS = Object.keys(GAMES) as Id[];
const NAMES = ["Ada", "Bruno", "Clara"];

async function drawn(id: Id, { view, legal: offered, seat }: Recorded) {
  const module = await board(id);
  const texts = { ...(await module.catalogue("en")), "outcome.cost": "{cost}", "outcome.sale": "{sale}" };
  const shown = await staged(module, givenOf(view, offered, texts, { names: NAMES, seat }));
  return { ...shown, module };
}

/** The numbers of an outcome by name, as boards may show them. */
function numbersOf({ points, cost, amounts }: Outcome): Record<string, number | undefined> {
  return { points, cost, ...amounts };
}

/** All texts of the action bar while a move is previewed. */
function previewed({ stage, prompt }: Awaited<ReturnType<typeof drawn>>, move: string): string {
  stage.hand.arm(move, "");
  const { sentence, numbers, buttons } = prompt();
  stage.hand.release();
  return [sentence, ...numbers.map((each) => each.value), ...buttons.map((each) => each.label)].join(" | ");
}

/** The same position with other numbers everywhere in what moves would bring, and none of them can be paid. */
function altered({ view, legal: offered, ...rest }: Recorded): Recorded {
  const by = 1000;
  const outcomes = Object.fromEntries(
    Object.entries(offered.outcomes ?? {}).map(([move, outcome]): [string, Outcome] => {
      const { points, cost, worth, amounts, pays } = outcome;
      const more = Object.entries(amounts ?? {}).map(([name, value]) => [name, value + by]);
      return [
        move,
        {
          ...outcome,
          ...(points !== undefined && { points: points + by }),
          ...(cost !== undefined && { cost: cost + by }),
          ...(worth && { worth: [worth[0] + by, worth[1] + by] }),
          ...(amounts && { amounts: Object.fromEntries(more) }),
          ...(pays !== undefined && { pays: false }),
        },
      ];
    }),
  );
  return { ...rest, view: raised(view, by) as View, legal: { ...offered, outcomes } as Legal };
}

/** A view in which every seat's points and standing are higher. */
function raised(value: unknown, by: number, name = ""): unknown {
  if (typeof value === "number" && ["total", "points", "standing"].includes(name)) return value + by;
  if (Array.isArray(value)) return value.map((each) => raised(each, by, name));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, raised(each, by, key)]));
}

describe.each(IDS)("%s", (id) => {
  const positions: [string, Recorded][] = Object.entries(recorded(id));
  positions.push(["altered", altered(recorded(id).usual)]);

  test.each(positions)("previews show the engine's numbers (%s)", async (_, position) => {
    const table = await drawn(id, position);
    const { verb, shown } = GAMES[id];
    const moves = position.legal.moves.filter((choice) => choice.verb === verb);
    expect(moves.length).toBeGreaterThan(0);
    for (const { move } of moves) {
      const numbers = numbersOf(position.legal.outcomes![move]!);
      const text = previewed(table, move).replaceAll(",", "");
      for (const name of shown) {
        if (numbers[name] !== undefined)
          expect([move, text]).toEqual([move, expect.stringContaining(String(numbers[name]))]);
      }
    }
  });

  test.each(positions)("seats show the engine's standing (%s)", async (_, position) => {
    const { module, stage } = await drawn(id, position);
    const own = position.view.standing[position.seat]!;
    const { container } = render(module.Seat, { position: stage.position, of: position.seat });
    if (id !== "solomon") expect(container.textContent!.replaceAll(",", "")).toContain(String(own));
    const words = stage.sections.flatMap(({ table, lines, items, terms }) => [
      ...(table?.rows.flat() ?? []),
      ...(lines ?? []),
      ...(items ?? []),
      ...(terms?.flat() ?? []),
    ]);
    if (id === "ali-baba") expect(words.join(" ").replaceAll(",", "")).toContain(String(own));
  });

  test("what the server offers is offered, and nothing else", async () => {
    const { view, seat, ...rest } = recorded(id).usual;
    const [move, thing] = GAMES[id].illegal;
    const { stage, container, play } = await drawn(id, { ...rest, view, seat, legal: legal(move) });
    const offered = [...container.querySelectorAll<HTMLElement>("[data-state~=offered]")];
    expect(new Set(offered.map((each) => each.dataset.move ?? each.dataset.preview))).toEqual(new Set([move]));
    stage.hand.press(thing);
    if (stage.hand.armed) stage.hand.press(thing);
    expect(play).toHaveBeenCalledWith(move);
  });
});

test("a dig that the engine calls too dear is a risk, whatever it costs", async () => {
  const position = altered(recorded("solomon").usual);
  const { stage, prompt } = await drawn("solomon", position);
  const dig = position.legal.moves.find((choice) => choice.verb === "dig")!;
  stage.hand.arm(dig.move, "");
  expect(prompt().buttons[0]).toMatchObject({ risky: true, move: dig.move });
  expect(prompt().numbers[0]).toMatchObject({ bad: true });
});

test("no board names points, costs, prices or what is legal", () => {
  const RULES =
    /\b(setWorth|setPoints|spellPoints|wealth|parchmentSets|canPay|cheapest|isLegal|takable|diggable|uncovered)\b|\b(POINTS|PRICES?|COSTS?|GOAL|VALUES|CURSES)\s*[:=]/;
  const boards = sources(".ts", ".svelte").filter(
    ([path]) => /^boards.[\w-]+./.test(path) && !/wire\.ts$|words/.test(path),
  );
  expect(boards.length).toBeGreaterThan(60);
  expect(boards.flatMap(([path, text]) => (RULES.test(text) ? [path] : []))).toEqual([]);
});
