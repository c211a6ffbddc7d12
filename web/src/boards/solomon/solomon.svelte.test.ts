/** Tests the board without drawing it: shapes, gestures, prompt, motion and texts. */
import { expect, test, vi } from "vitest";
import { Words } from "../../lib/words";
import type { Choice, Legal, Outcome } from "../../wire";
import { Hand } from "../kit/hand.svelte";
import { follow } from "../kit/pieces.svelte";
import { Position, type Given } from "../kit/position.svelte";
import { givenOf, legal, NAMES, recorded } from "../kit/testing.svelte";
import { areaAt, areasAt, CELLS, turned } from "./cells";
import { SolomonGestures } from "./gestures.svelte";
import game, { places } from "./index";
import { flights, pieces } from "./motion";
import { prompt } from "./prompt";
import { counts } from "./counts";
import { explain } from "./explain";
import { cellLabel, details, objectLabel, sheet, text } from "./text";
import { below, moveName, sorted } from "./view";
import type { TurnView, View } from "./wire";
import de from "./words/de";
import en from "./words/en";

const HOOK = ["#.", "#.", "##"];
const { usual } = recorded("solomon");
const WORDS = {
  ...en,
  "move.shift": "shift {tile} from {cell} to {onto}",
  "magic.seal": "Any cells.",
  "outcome.play_digs": "It fits in {digs} places.",
};

function viewOf(more: Partial<View> = {}, turn: Partial<TurnView> = {}): View {
  const view = usual.view as unknown as View;
  return { ...view, ...more, turn: more.turn === null ? null : { ...view.turn!, ...turn } };
}

/** A hand over a position: by default, the recorded one. */
function holding(view = viewOf(), offered: Legal | null = usual.legal, more: Partial<Given<View>> = {}) {
  const position = new Position(() => givenOf(view, offered, WORDS, more));
  const actions = {
    play: vi.fn(),
    ask: vi.fn(),
    undo: vi.fn(),
    confirm: () => "touch" as const,
    hoverless: () => false,
  };
  const hand = new Hand(position, new SolomonGestures(position), actions);
  return { ...actions, position, hand, prompt: () => prompt(position, hand)! };
}

function offering(outcomes: Record<string, Outcome>): Legal {
  return { ...legal(...Object.keys(outcomes)), outcomes };
}

const choice = (move: string): Choice => legal(move).moves[0]!;

test("a shape is held at its middle and stays on the board", () => {
  expect(areaAt(HOOK, "c3")).toEqual(["c2", "c3", "c4", "d4"]);
  expect(areaAt(HOOK, "a1")).toEqual(["a1", "a2", "a3", "b3"]);
  expect(areaAt(HOOK, "f6")).toEqual(["e4", "e5", "e6", "f6"]);
});

test("every position of a shape can be reached from some cell", () => {
  for (const arrow of ["down", "left", "up", "right"] as const) {
    const picture = turned(["##..", ".##.", "..##"], arrow);
    const firsts = new Set(CELLS.map((cell) => areaAt(picture, cell)[0]));
    expect(firsts.size).toBe((7 - picture.length) * (7 - picture[0]!.length));
  }
});

test("a cell stands for the legal areas that contain it, the one held there first", () => {
  const STEPS = ["##.", ".##"];
  const legal =
    (...firsts: string[]) =>
    (first: string) =>
      firsts.includes(first);
  expect(areasAt(STEPS, "f3", legal("d3", "d2"))).toEqual([["d2", "e2", "e3", "f3"]]);
  expect(areasAt(HOOK, "c3", legal("c2", "c1", "b1", "d3"))).toEqual([
    ["c2", "c3", "c4", "d4"],
    ["c1", "c2", "c3", "d3"],
    ["b1", "b2", "b3", "c3"],
  ]);
  expect(areasAt(HOOK, "c3", legal("d3"))).toEqual([["c2", "c3", "c4", "d4"]]);
  const reached = CELLS.filter((cell) => !["f1", "f2"].includes(cell)); // no hook lies there
  for (const cell of reached) for (const area of areasAt(HOOK, cell, () => true)) expect(area).toContain(cell);
});

test("quarter turns go to the right", () => {
  expect(turned(HOOK, "left")).toEqual(["###", "#.."]);
  expect(turned(HOOK, "up")).toEqual(["##", ".#", ".#"]);
  expect(turned(HOOK, "right")).toEqual(["..#", "###"]);
});

test("a dig is shown first, and made by a press anywhere in its area", () => {
  const { hand, play, prompt } = holding();
  hand.enter("d1");
  expect(hand.preview?.move).toBe("dig c1");
  hand.click("d1");
  expect(play).not.toHaveBeenCalled();
  expect(prompt()).toMatchObject({
    sentence: "Dig here? It costs 4. Curses\u00a00\u00a0→\u00a03.",
    numbers: [{ value: "4" }, { value: "10 + 6" }],
    buttons: [{ move: "dig c1", main: true }, { label: "No" }],
  });
  hand.click("e2");
  expect(play).toHaveBeenCalledWith("dig c1");
});

test("a dig that cannot be paid is a warning", () => {
  const fails = { takes: ["mummy"], places: ["c3"], cost: 9, pays: false };
  const { hand, prompt } = holding(viewOf({}, { shape: ["#"] }), offering({ "dig c3": fails, stop: {} }));
  hand.click("c3");
  expect(prompt().sentence).toBe("You cannot pay 9: you would lose these finds to the others!");
  expect(prompt().numbers[0]).toMatchObject({ value: "9", bad: true });
  expect(prompt().buttons[0]).toMatchObject({ label: "Dig anyway", risky: true, main: false });
});

test("a shape that fits nowhere near is asked about", () => {
  const { hand, ask } = holding();
  hand.click("e6");
  expect(ask).toHaveBeenCalledWith("dig d5");
});

test("to shift, a tile is chosen and then its goal", () => {
  const { hand, play, ask, prompt } = holding();
  hand.click("tool shift");
  expect(prompt().sentence).toBe("Which tile do you shift? Each shift costs 1.");
  hand.click("b5");
  expect(hand.chosen).toEqual(["b5"]);
  expect(prompt().sentence).toBe("Where does seal go?");
  expect(hand.thing("a4")).toMatchObject({ "data-move": "shift b5 a4" });
  hand.click("a4");
  expect(play).toHaveBeenCalledWith("shift b5 a4");
  hand.click("a1"); // nowhere to go: explained
  expect(hand.explained).toBe("a1");
  expect(ask).not.toHaveBeenCalled();
});

test("a tile with a single goal is still chosen first, and a finger confirms the shift", () => {
  const shift = { places: ["b1"], cost: 2, pays: true, amounts: { shifts: 2, money: 10 } };
  const { hand, play, prompt } = holding(viewOf(), offering({ "shift a1 b1": shift, stop: {} }));
  hand.click("tool shift");
  hand.down("a1", "touch", 0, 0);
  hand.click("a1");
  expect([hand.chosen, play.mock.calls]).toEqual([["a1"], []]);
  hand.click("b1");
  expect(prompt()).toMatchObject({ sentence: "Shift beta from a1 to b1?", numbers: [{ value: "2" }, { value: "10" }] });
  expect(prompt().buttons[0]).toMatchObject({ label: "Shift", move: "shift a1 b1" });
});

test("the mouse drags a tile with any tool, a finger only to shift", () => {
  const { hand, play, ask } = holding();
  expect([hand.rules.drags("b5", "mouse"), hand.rules.drags("b5", "touch")]).toEqual([true, false]);
  expect(hand.rules.slides()).toBe(true);
  hand.down("b5", "mouse", 0, 0);
  hand.move("a4", 30, 0);
  hand.up("a4");
  expect(play).toHaveBeenCalledWith("shift b5 a4");
  hand.down("b5", "mouse", 0, 0);
  hand.move("b4", 30, 0);
  hand.up("b4");
  expect(ask).toHaveBeenCalledWith("shift b5 b4");
  hand.press("tool shift");
  expect([hand.rules.drags("b5", "touch"), hand.rules.slides()]).toEqual([true, false]);
});

test("a tool stays selected for the turn", () => {
  let view = $state.raw(viewOf());
  const position = new Position(() => givenOf(view, usual.legal, WORDS));
  const rules = new SolomonGestures(position);
  expect([rules.tools, rules.tool]).toEqual([["dig", "shift"], "dig"]);
  expect(rules.acts("tool shift", holding())).toBe(true);
  view = viewOf({}, { shifts: 2 });
  expect(rules.tool).toBe("shift");
  view = viewOf({ round: 3 });
  expect(rules.tool).toBe("dig");
  view = viewOf({ options: { ...viewOf().options, declare: "before" } });
  expect(rules.tools).toEqual(["dig", "name", "shift"]);
});

test("with the Seal, one press picks a cell, and the last one is shown first", () => {
  const more = { places: ["c3", "d3"], then: "pick" };
  const dig = { places: ["c3", "c4"], takes: ["mask", "beta"], cost: 1, pays: true };
  const view = viewOf({ step: "pick" }, { objects: ["seal"], area: ["c3"], size: 2 });
  const told = [{ event: "cell", seat: 1, cell: "c3" }];
  const { hand, play, ask, undo, prompt } = holding(view, offering({ "cell d3": more, "cell c4": dig }), { told });
  hand.pointer = "touch";
  expect(prompt().sentence).toBe("Pick cell 2 of 2, or press the last one again to take it back.");
  hand.click("a1");
  expect(ask).toHaveBeenCalledWith("cell a1");
  hand.click("c4");
  expect(play).not.toHaveBeenCalled();
  expect(prompt().sentence).toBe("Dig here? It costs 1.");
  expect(prompt().buttons[0]).toMatchObject({ label: "Dig", move: "cell c4" });
  hand.click("d3");
  expect(play).toHaveBeenCalledWith("cell d3");
  expect(undo).not.toHaveBeenCalled();
  hand.click("c3");
  expect(undo).toHaveBeenCalledOnce();
});

test("a card is looked at first, also over the cave", () => {
  const view = viewOf({ step: "choose", turn: null, active: null });
  const { hand, play, prompt } = holding(view, offering({ "play 1": { amounts: { size: 3 } }, "play 2": {} }));
  expect(prompt().sentence).toMatch(/^Choose a card/);
  hand.click("play 1");
  expect(prompt().sentence).toBe("Play card 1? Hold its 3 cells over the cave to try it.");
  hand.click("c3");
  expect([hand.armed?.move, hand.aimed]).toEqual(["play 1", "c3"]);
  hand.click("play 1");
  expect(play).toHaveBeenCalledWith("play 1");
});

test("ending the turn is asked about if a dig is possible", () => {
  const first = holding();
  const [end] = first.prompt().buttons;
  expect(end!.move).toBeUndefined();
  end!.act();
  expect(first.prompt()).toMatchObject({
    sentence: "End your turn although you could dig?",
    buttons: [{ move: "stop" }, {}],
  });
  const second = holding(viewOf(), offering({ stop: {} }));
  second.prompt().buttons[0]!.act();
  expect(second.play).toHaveBeenCalledWith("stop");
});

test("a reader who waits is told for whom", () => {
  const choosing = viewOf({ step: "choose", turn: null, to_act: [0] });
  expect(holding(choosing, null, { seat: 1 }).prompt().sentence).toBe("Card 30 lies ready. Waiting for Ada.");
  expect(holding(choosing, null, { seat: null }).prompt().sentence).toBe("Waiting for Ada to choose a card.");
  expect(holding(viewOf({ active: 0 }), null).prompt().sentence).toBe("Ada is playing card 30.");
  expect(prompt(holding(viewOf({ over: true })).position, holding().hand)).toBeNull();
});

test("things are described by what they are and what a press does", () => {
  const { position, hand } = holding();
  expect(cellLabel(position, hand, "d1")).toBe(
    "d1: mask, level 4. Dig c1 d1 e1 c2 d2 e2: treasure-4, treasure-2, mask, scorpion, beta, gamma. Costs 4.",
  );
  expect(cellLabel(position, hand, "e6")).toBe("e6: mirror, level 3. Your shape cannot be dug here.");
  expect(objectLabel(position, hand, "seal")).toBe("You do not have this object: seal. Any cells.");
  expect(below(viewOf({ cave: { c3: [null, "mask", "seal", "beta"] } }), "c3")).toEqual(["seal", "mask"]);
});

test("every thing explains itself", () => {
  const { position, hand } = holding();
  const lines = (key: string) => explain(position, hand, key)!.lines.join(" ");
  expect(explain(position, hand, "d1")!.title).toBe("Mask");
  expect(lines("d1")).toContain(
    "it costs 1 when you dig it. But curses score at the end, by their sum: most 24, second 12",
  );
  expect(lines("d1")).toContain("Digging here costs 4. Curses\u00a00\u00a0→\u00a03.");
  expect(lines("d1")).toContain("Level 4: dug only together with other cells on level 4.");
  expect(lines("e6")).toContain("Your shape cannot be dug here.");
  expect(lines("use seal")).toMatch(
    /^Any cells. Objects you have not used score at the end: most 16, second 8.* You have none.$/,
  );
  expect(lines("play 1")).toContain("Cards below 1 play before it");
  expect(lines("give alpha")).toBe("A set of α, β, γ and δ scores 10.");
  expect(lines("order 1")).toContain("Plays card 30: 6 cells.");
  for (const key of ["tool dig", "tool name", "tool shift", "entrance", "turn left"])
    expect(explain(position, hand, key)!.title).not.toBe("");
  expect(explain(position, hand, "elsewhere")).toBeNull();
  const [somewhere, nowhere] = [{ amounts: { size: 3, digs: 2 } }, { amounts: { size: 3, digs: 0 } }];
  const cards = holding(viewOf(), offering({ "play 1": somewhere, "play 2": nowhere }));
  expect(explain(cards.position, cards.hand, "play 1")!.lines).toContain("It fits in 2 places.");
  expect(explain(cards.position, cards.hand, "play 2")!.lines).toContain("As the cave is now, it fits nowhere.");
  const axe = holding(viewOf({}, { objects: ["axe"] }));
  expect(explain(axe.position, axe.hand, "d1")!.lines).toContain(
    "Level 4. With axe in use, the cells may lie on different levels.",
  );
});

test("what counts is shown with the engine's numbers, and what a dig would change", () => {
  const score = (curses: number) => ({ ...viewOf().seats[1]!.score!, sets: [1, 10], curses, magic: 2 });
  const seats = [
    { ...viewOf().seats[0]!, score: score(7), unknown: 2 },
    { ...viewOf().seats[1]!, score: score(3) },
    { ...viewOf().seats[2]!, score: null },
  ] as View["seats"];
  const view = viewOf({
    seats,
    leaders: { curses: [0], magic: [0, 1] },
    set: 11,
    prizes: { curses: [20, 9], magic: [5, 2] },
  });
  const { position, hand } = holding(view, offering({ "dig c3": { takes: ["mummy"], amounts: { curse_sum: 6 } } }));
  hand.arm("dig c3", "c3");
  const rows = Object.fromEntries(counts(position, hand).map((row) => [row.key, row]));
  expect(Object.keys(rows)).toEqual(["coins", "treasures", "sets", "curses", "magic"]);
  expect(rows.curses).toMatchObject({
    note: "most 20, second 9; Ada leads",
    cells: ["7+", "3", null],
    change: "→\u00a06",
  });
  expect(rows.magic).toMatchObject({ note: "most 5, second 2; Ada and Bruno are level", change: undefined });
  expect(rows.sets).toMatchObject({ note: "11 each", cells: ["1+", "1", null], rule: "S71" });
  expect(counts(holding(viewOf({ over: true })).position, hand)).toEqual([]);
});

test("when the shape fits nowhere, the prompt says what is left to do", () => {
  const said = (...moves: string[]) => holding(viewOf(), legal(...moves, "stop")).prompt().sentence;
  expect(said("shift a1 b1", "use axe")).toBe(
    "Your shape fits nowhere yet: shift tiles, for 1 each, use magic, or end the turn.",
  );
  expect(said("shift a1 b1")).toContain("shift tiles, for 1 each, or end the turn");
  expect(said("use axe")).toContain("use magic, or end the turn");
  expect(said()).toBe("Your shape fits nowhere: end the turn.");
});

test("a press on the object just used takes it back", () => {
  const used = { event: "use", seat: 1, tile: "mirror" };
  const turn = { objects: ["mirror" as const] };
  const { hand, undo, position } = holding(viewOf({}, turn), legal("turn left"), { told: [used] });
  expect(objectLabel(position, hand, "mirror")).toContain("Press to take it back.");
  hand.click("use mirror");
  expect(undo).toHaveBeenCalledOnce();
  const later = holding(viewOf({}, turn), legal("dig c3"), {
    told: [used, { event: "turned", seat: 1, arrow: "left" }],
  });
  later.hand.click("use mirror");
  expect(later.undo).not.toHaveBeenCalled();
});

test("moves and events name their cells and tiles", () => {
  const designer = viewOf({ objects: { ...viewOf().objects, axe: "carpet" } });
  expect(details(viewOf(), choice("shift d1 d2"))).toEqual({ tile: "mask", cell: "d1", onto: "d2" });
  expect(details(designer, choice("use axe"))).toEqual({ tile: "carpet" });
  expect(details(viewOf(), choice("play 7"))).toEqual({ card: "7" });
  expect(details(viewOf(), choice("turn up"))).toEqual({ arrow: "up" });
  expect(details(viewOf(), choice("cell c3"))).toEqual({ cell: "c3" });
  expect([moveName(designer, "carpet"), moveName(designer, "mask")]).toEqual(["axe", "mask"]);
  expect(places({ event: "shift", seat: 0, tile: "mask", cell: "c3", onto: "d3" })).toEqual(["c3", "d3"]);
  expect(places({ event: "dig", seat: 0, cells: ["a1", "a2"], tiles: [] })).toEqual(["a1", "a2"]);
  expect(places({ event: "uncover", cell: "b2", tile: "mask" })).toEqual(["b2"]);
  expect(places({ event: "over" })).toEqual([]);
});

test("tiles fly between cells and to the finder, and what lay below stays", () => {
  const before = follow({}, pieces(viewOf({ cave: { a1: [null, "mask"], b1: ["mask"], c1: ["beta"] } })));
  const shift = { event: "shift" as const, seat: 1, tile: "mask" as const, cell: "a1", onto: "c1" };
  const after = follow(
    before,
    pieces(viewOf({ cave: { a1: ["beta"], b1: ["mask"], c1: [null, "mask"] } })),
    flights(shift),
  );
  expect(after.c1![0]!.id).toBe(before.a1![0]!.id);
  expect(after.b1).toEqual(before.b1);
  expect(after.a1![0]!.id).not.toBe(before.c1![0]!.id);
  const dig = { event: "dig" as const, seat: 2, cells: ["a1", "b1"], tiles: [] };
  expect(flights(dig)).toEqual([
    { from: "a1", to: "seat 2" },
    { from: "b1", to: "seat 2" },
  ]);
  expect(flights({ event: "over" })).toEqual([]);
});

test("the text board tells the cave, the turn, the digs, the players and the cards", () => {
  const sections = text(holding().position);
  expect(sections.map((section) => section.title)).toEqual([
    ...["The cave", "The turn", "Possible digs", "Players", "Your cards", "Beside the board"],
  ]);
  expect(sections[0]!.table!.rows[0]!.slice(0, 2)).toEqual(["Row 1", "beta, level 4"]);
  expect(sections[1]!.lines![0]).toContain("Bruno plays card 30: row 1: 1 2 3, row 2: 1 2 3.");
  expect(sections[2]!.items).toHaveLength(10);
  expect(sections[3]!.table!.rows[0]![2]).toBe("secret");
});

test("the score sheet shows the engine's lines", () => {
  const end = usual.end as unknown as View;
  const rows = sheet(end, new Words("en", WORDS, NAMES));
  expect(rows.map((row) => row.key)).toEqual(["coins", "treasures", "sets", "curses", "magic", "total"]);
  expect(rows[2]!.cells[1]).toEqual({ value: "20", from: "2" });
  expect(rows.at(-1)!.cells.map((cell) => cell!.value)).toEqual(end.sheet!.map((line) => String(line.total)));
  const tied = { ...end, leaders: { curses: [1], magic: [0, 2] } };
  const units = sheet(tied, new Words("en", WORDS, NAMES)).map((row) => row.unit);
  expect(units.slice(3, 5)).toEqual([
    "sum; most 24, second 12",
    "objects; most 16, second 8; a tie: both prizes are shared (S73)",
  ]);
});

test("tiles are listed in the engine's order", () => {
  expect(sorted(viewOf(), { beta: 1, mask: 2, "treasure-5": 1, seal: 0 })).toEqual([
    ["treasure-5", 1],
    ["mask", 2],
    ["beta", 1],
  ]);
});

test("both languages have the same placeholders", () => {
  const gaps = (text: string) => [...text.matchAll(/\{\w+\}/g)].map((gap) => gap[0]).sort();
  for (const key of Object.keys(en) as (keyof typeof en)[]) expect(gaps(de[key]), key).toEqual(gaps(en[key]));
  expect(game.hints.every((hint) => hint.key in en)).toBe(true);
});
