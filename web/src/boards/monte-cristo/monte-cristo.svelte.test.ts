/** Tests the board: gestures, payments, prompt, motion, texts, and that all amounts come from the engine. */
import { cleanup, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Words } from "../../lib/words";
import type { Legal, Outcome, View as AnyView } from "../../wire";
import { Hand } from "../kit/hand.svelte";
import { Position, type Given } from "../kit/position.svelte";
import { givenOf, legal, recorded, staged } from "../kit/testing.svelte";
import { gestures } from "./gestures";
import game from "./index";
import { flights, pieces } from "./motion";
import { details, prompt } from "./prompt";
import { counts, explain } from "./explain";
import { about, label, remark, sheet, text } from "./text";
import { keysOf, places } from "./view";
import type { Collecting, View } from "./wire";
import en from "./words/en";

const { usual, changed } = recorded("monte-cristo");
const NAMES = ["Ada", "Bruno", "Carla"];
const WORDS = new Words(
  "en",
  {
    ...en,
    "form.card": "{1}-bag {0} card",
    "form.treasure": "{0} {1}",
    "word.joker": "joker bag",
    "move.pay": "pay with {what}",
    "move.take": "take {treasure}",
    "lane.chest": "Draw three treasures.",
    "bonus.joker": "One bag of any colour.",
    "bonus.fame.plural": "fame",
    "bonus.fame.other": "{fame} points at once.",
    "bonus.landing.plural": "landing",
    "bonus.landing.other": "{landing} hunters come ashore.",
    "refusal.bags_missing": "Too few {kind} bags.",
    "outcome.cost": "It costs {cost}.",
    "outcome.sale": "It sells for {sale}.",
    "outcome.place": "At place {place}.",
  },
  NAMES,
);
const LANE = { supply: [0, 1], hunters: [1, 0], chest: [0, 1], order: [2, 1, 0] };

function viewOf(more: Partial<View> = {}): View {
  return { ...(usual.view as unknown as View), seat: 0, to_act: [0], collecting: null, slide: LANE, ...more };
}

function given(view: View, offered: Legal | null, more: Partial<Given<View>> = {}): Given<View> {
  return { ...givenOf(view, offered), names: NAMES, words: WORDS, ...more };
}

/** A hand over a position. */
function holding(view: View, offered: Legal | null) {
  const position = new Position(() => given(view, offered));
  const actions = { play: vi.fn(), ask: vi.fn(), confirm: () => "touch" as const, hoverless: () => false };
  const hand = new Hand(position, gestures(position), actions);
  return { ...actions, position, hand, prompt: () => prompt(position, hand)! };
}

function offering(outcomes: Record<string, Outcome>): Legal {
  return { ...legal(...Object.keys(outcomes)), outcomes };
}

const paying = (payment: Collecting["payment"], due: number): Partial<View> => ({
  step: "pay",
  collecting: { dungeon: "A", order: [0], hunters: 1, owed: {}, paid: {}, kind: "ruby", due, payment, refused: {} },
});

beforeEach(() => {
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion") }));
});
afterEach(cleanup);

test("a press plays the move of a thing, and asks why it is refused", () => {
  const { hand, play, ask } = holding(viewOf({ lane: "hunters", step: "place" }), legal("place A", "pass"));
  hand.click("A");
  expect(play).toHaveBeenCalledWith("place A");
  hand.click("fame");
  hand.click("card gold-1");
  expect(ask.mock.calls).toEqual([["enter fame"], ["discard gold-1"]]);
});

test("each thing stands for the move of its step, and equal things for the same move", () => {
  expect(keysOf("card", ["ruby-2", "gold-1", "ruby-2"])).toEqual(["card ruby-2", "card gold-1", "card ruby-2 2"]);
  const moves = (view: Partial<View>, move: string, key: string) =>
    holding(viewOf(view), legal(move))
      .hand.moves(key)
      .map((choice) => choice.move);
  expect(moves({ lane: "chest" }, "lay D", "D")).toEqual(["lay D"]);
  expect(moves({}, "enter joker", "joker")).toEqual(["enter joker"]);
  expect(moves({}, "enter joker", "card joker")).toEqual([]);
  expect(moves({}, "lane chest", "chest")).toEqual(["lane chest"]);
  expect(moves({}, "give ruby-2", "drawn ruby-2 1")).toEqual(["give ruby-2"]);
  expect(moves({}, "take ruby-2", "treasure ruby-2")).toEqual(["take ruby-2"]);
  expect(moves(paying(["ruby-2"], 2), "pay ruby-2", "card ruby-2 4")).toEqual(["pay ruby-2"]);
});

test("a marble or marker with several goals is chosen first; a single goal needs no question", () => {
  const moves = legal("down order-3 1", "down order-3 2", "up gold 1", "up gold 2", "up ruby 1", "pass");
  const { hand, play, ask, prompt } = holding(viewOf({ step: "change" }), moves);
  hand.click("ruby");
  expect(play.mock.calls).toEqual([["up ruby 1"]]);
  hand.click("gold");
  expect(play).toHaveBeenCalledTimes(1);
  expect(prompt()).toMatchObject({ sentence: "How many places does the gold marker go up?" });
  hand.click("order-3"); // another one
  expect(hand.chosen).toEqual(["order-3"]);
  expect(prompt().buttons.map(({ label, move, main }) => [label, move, main])).toEqual([
    ["1 place", "down order-3 1", true],
    ["2 places", "down order-3 2", true],
    ["Change nothing", "pass", undefined],
  ]);
  hand.click("down order-3 2");
  expect(play).toHaveBeenCalledWith("down order-3 2");
  hand.click("chest-2");
  expect(ask).toHaveBeenCalledWith("down chest-2 1");
});

test("on a touch screen the first tap tells what the move brings, the second plays it", () => {
  const outcomes = { "place D": { amounts: { place: 3 } }, "enter joker": { takes: ["joker"] }, pass: {} };
  const placing = { seat: 0, left: 2, entered: false, extra: 0, able: 1 };
  const table = holding(viewOf({ lane: "hunters", step: "place", placing }), offering(outcomes));
  const { hand, play } = table;
  expect(table.prompt().sentence).toContain("1 left");
  hand.down("D", "touch", 0, 0);
  hand.up("D");
  hand.click("D");
  expect(play).not.toHaveBeenCalled();
  expect(table.prompt()).toMatchObject({ sentence: "At place 3.", numbers: [] });
  expect(table.prompt().buttons[0]).toMatchObject({ label: "Place in dungeon D", move: "place D", main: true });
  hand.click("joker");
  expect(table.prompt().sentence).toBe("One bag of any colour.");
  hand.click("joker");
  expect(play).toHaveBeenCalledWith("enter joker");
});

test("costs and proceeds of a treasure are the engine's, under any component set", () => {
  for (const { view, legal, seat } of [usual, changed]) {
    const { hand, position, prompt } = holding({ ...(view as unknown as View), seat }, legal);
    const before = prompt().numbers;
    for (const { move, verb, targets } of legal.moves) {
      if (verb !== "take") continue;
      const thing = `treasure ${targets[0]}`;
      hand.enter(thing);
      const { cost, amounts } = legal.outcomes![move]!;
      const { lines } = explain(position, hand, thing)!;
      expect(lines).toEqual(expect.arrayContaining([`It costs ${cost}.`, `It sells for ${amounts!.sale}.`]));
      expect(prompt().numbers).toEqual(before); // so that the bar keeps its height
    }
  }
});

test("amounts of bonuses, cards and the goal follow the component set", () => {
  const { position } = holding(changed.view as unknown as View, null);
  expect(about(position, "fame")).toBe("7 points at once.");
  expect(label(position, "landing")).toContain("6 hunters come ashore.");
  expect(about(position, "card ruby-1 3")).toContain("8 hunters come ashore");
});

test("things explain themselves, whoever's turn it is", () => {
  const { hand, position } = holding(viewOf({ to_act: [1] }), null);
  expect(prompt(position, hand)).toBeNull();
  hand.click("chest");
  expect(hand.explained).toBe("chest");
  const told = (key: string) => explain(position, hand, key)!;
  expect(told("chest").lines[0]).toBe("Draw three treasures.");
  expect(told("card joker").lines).toEqual(["One bag of any colour."]);
  expect(told("order-3").title).toBe("In the order lane, marble 3 from the bottom: Ada");
  expect(told("ruby").lines[0]).toBe(`Price now: ${position.view.market.ruby}.`);
  expect(told("fame").lines).toContain("Nobody is there now.");
});

test("a dungeon tells what its treasures sell for, and who would get them", () => {
  const view = viewOf();
  const A = { treasures: ["gold-3" as const, "gold-3" as const], sales: [99, 99], queue: [1], order: [1] };
  const forecast: View["forecast"] = [
    { gain: 0, takes: {} },
    { gain: 99, takes: { A: ["gold-3"] } },
    { gain: 0, takes: {} },
  ];
  const { hand, position } = holding({ ...view, dungeons: { ...view.dungeons, A }, forecast }, null);
  expect(explain(position, hand, "A")!.lines).toEqual([
    "Gold 3: sells for 99 now.",
    "In a scoring now, Bruno could take: gold 3.",
    "They would collect in this order: Bruno.",
    "You have no hunter here, so you could take nothing.",
    "Treasures: 2. With 4, all dungeons are scored.",
  ]);
  expect(counts(position, hand).find(({ key }) => key === "forecast")!.cells).toEqual(["+0", "+99", "+0"]);
  expect(counts(position, hand)[0]!.note).toBe("the game ends at 40");
});

test("what counts names its numbers: dungeons without treasures do not, and a scoring under way is this one", () => {
  const A = { treasures: ["gold-3" as const], sales: [9], queue: [0], order: [0] };
  const B = { treasures: [], sales: [], queue: [0], order: [0] };
  const view = viewOf();
  const at = (more: Partial<View>) => {
    const { position, hand } = holding({ ...view, dungeons: { ...view.dungeons, A, B }, ...more }, null);
    return counts(position, hand);
  };
  const rows = at({});
  expect(rows.map(({ key }) => key)).not.toContain("B");
  expect(rows.find(({ key }) => key === "A")).toMatchObject({ label: "Treasures from A", note: "they sell for 9" });
  const forecast = (each: typeof rows) => each.find(({ key }) => key === "forecast")!.label;
  expect([forecast(rows), forecast(at(paying(null, 0)))]).toEqual(["If scored now", "This scoring"]);
});

test("a treasure that cannot be taken says why", () => {
  const collecting = { ...paying(null, 0).collecting!, refused: { "gold-3": "bags_missing" as const } };
  const { hand, position } = holding(viewOf({ collecting }), null);
  expect(explain(position, hand, "treasure gold-3")!.lines).toEqual(["Too few gold bags."]);
  expect(explain(position, hand, "treasure gold-1")!.lines[0]).toContain("costs a hunter");
});

test("the main button pays with all proposed cards; one card is an ordinary move", () => {
  const several = holding(viewOf(paying(["ruby-2", "joker"], 3)), legal("pay ruby-2"));
  expect(several.prompt()).toMatchObject({
    numbers: [{ label: "Bags due", value: "3" }],
    buttons: [{ label: "Pay with 2-bag ruby card + joker bag", main: true }],
  });
  expect(several.prompt().buttons[0]!.move).toBeUndefined();
  const one = holding(viewOf(paying(["ruby-2"], 2)), legal("pay ruby-2"));
  expect(one.prompt().buttons[0]!.move).toBe("pay ruby-2");
});

test("a confirmed payment continues card by card until it is complete", async () => {
  const at = (view: Partial<View>, ...moves: string[]) =>
    given(viewOf(view), legal(...moves)) as unknown as Given<AnyView>;
  const table = await staged(game, at(paying(["ruby-2", "ruby-2"], 4), "pay ruby-2"));
  table.prompt().buttons[0]!.act();
  expect(table.play.mock.calls).toEqual([["pay ruby-2"]]);
  table.show(at(paying(["ruby-1"], 1), "pay ruby-1"));
  expect(table.play.mock.lastCall).toEqual(["pay ruby-1"]);
  table.show(at({ step: "take" }, "take ruby-3", "pass"));
  table.show(at(paying(["ruby-2", "ruby-2"], 4), "pay ruby-2"));
  expect(table.play).toHaveBeenCalledTimes(2); // another payment needs confirmation
});

test("the drawn board offers what the engine offers, and lifts the cards of the payment", async () => {
  const { view, legal, seat } = usual;
  const position = given({ ...(view as unknown as View), seat }, legal, { seat }) as unknown as Given<AnyView>;
  const { container, play, stage } = await staged(game, position);
  const offered = [...container.querySelectorAll<HTMLElement>("[data-move]")].map((each) => each.dataset.move);
  expect(offered).toEqual(["take gold-3", "take sapphire-1"]);
  stage.hand.enter("treasure gold-3");
  await Promise.resolve();
  expect(container.querySelectorAll(".card.proposed")).toHaveLength(2);
  expect(container.querySelectorAll(".hunter.leaving")).toHaveLength(1);
  screen.getByRole("button", { name: "take sapphire 1" }).click();
  expect(play).toHaveBeenCalledWith("take sapphire-1");
});

test("the sheet of a pile opens and closes", async () => {
  const { inWords } = await staged(game, given(viewOf(), null) as unknown as Given<AnyView>);
  screen.getByRole("button", { name: /^Treasure bag/ }).click();
  await screen.findByText("These treasures are still in the bag.");
  screen.getByRole("button", { name: "Close" }).click();
  await vi.waitFor(() => expect(screen.queryByText("These treasures are still in the bag.")).toBeNull());
  inWords();
  expect(screen.getByRole("heading", { name: "Market" })).toBeTruthy();
});

test("moves are split into the parameters of their texts", () => {
  const view = viewOf({ drawn: ["gold-1", "ruby-2"], receiver: 1 });
  const of = (move: string) => details(view, legal(move).moves[0]!, WORDS);
  expect(of("lay D")).toEqual({ dungeon: "D", treasure: "gold-1" });
  expect(of("give ruby-2")).toEqual({ card: "ruby-2", to_seat: 1 });
  expect(of("discard ruby-2")).toEqual({ what: "2-bag ruby card" });
  expect(of("pay joker")).toEqual({ what: "joker bag" });
  expect(of("down chest-3 2")).toEqual({ lane: "chest", place: 3, by: "2" });
  expect(of("up ruby 1")).toEqual({ kind: "ruby", by: "1" });
  expect(of("pass")).toEqual({});
});

test("pieces are followed by what they are, and fly to piles and seats", () => {
  const found = pieces(usual.view as unknown as View);
  expect(found.hand).toEqual(["card gold-1", "card gold-2", "card sapphire-1"]);
  expect(found["treasures A"]).toEqual(["treasure gold-3", "treasure sapphire-1"]);
  expect(found["queue A"]).toEqual(["hunter 1"]);
  expect(flights({ event: "pay_joker", seat: 0, kind: "gold" })).toEqual([
    { from: "hand", to: "deck", look: "card joker" },
  ]);
  expect(flights({ event: "give", seat: 0, to_seat: 2, card: "ruby-1" })[0]).toMatchObject({ to: "seat 2" });
  expect(flights({ event: "clear", dungeon: "B", treasure: ["gold-1", "gold-2"] })).toHaveLength(2);
  expect(flights({ event: "over" })).toEqual([]);
});

test("the places of events are things", () => {
  expect(places({ event: "up", seat: 0, kind: "ruby", by: 1, price: 3 })).toEqual(["ruby"]);
  expect(places({ event: "sell", seat: 0, treasure: "gold-2", price: 3, points: 6 })).toEqual(["gold"]);
  expect(places({ event: "enter", seat: 0, bonus: "fame" })).toEqual(["fame"]);
  expect(places({ event: "turn", seat: 0, lane: "chest" })).toEqual(["chest"]);
  expect(places({ event: "fame", seat: 0, points: 2 })).toEqual([]);
});

test("the text board and the score sheet tell what the view tells", () => {
  const { position } = holding(viewOf(paying(["ruby-2"], 2)), null);
  const sections = text(position);
  expect(sections[0]!.lines).toContain("Bags still due for ruby: 2");
  expect(sections.map((section) => section.title)).toContain("Dungeons");
  const end = usual.end as unknown as View;
  const score = { event: "score", seat: 1, gained: 7, points: 7 } as const;
  const rows = sheet(end, WORDS, [{ event: "scoring", dungeon: ["A"], number: 1, seat: 0 }, score]);
  expect(rows.map(({ label }) => label).slice(0, 2)).toEqual(["Scoring 1", "Points"]);
  expect(rows[0]!.cells[1]).toEqual({ value: "7" });
  expect(sheet(end, WORDS, [])[0]!.cells).toEqual(end.sheet!.map((line) => ({ value: `${line.points}` })));
  expect(
    remark(
      {
        ...end,
        sheet: [
          { points: 3, hunters: 1 },
          { points: 3, hunters: 0 },
        ],
      },
      WORDS,
    ),
  ).toContain("tie");
});
