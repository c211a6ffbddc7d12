import { readFileSync } from "node:fs";
import { cleanup, fireEvent } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, expect, test, vi } from "vitest";
import { Words } from "../../lib/words";
import type { Legal, View as AnyView } from "../../wire";
import { givenOf, legal, recorded, staged, type Recorded } from "../kit/testing.svelte";
import game from "./index";
import type { View } from "./wire";
import en from "./words/en";

// Asked for as soon as the board is loaded.
vi.hoisted(() => {
  globalThis.matchMedia = () => ({ matches: false }) as MediaQueryList;
  globalThis.ResizeObserver = class { observe() {} disconnect() {} } as never; // prettier-ignore
});
afterEach(cleanup);

const { usual, changed } = recorded("ali-baba");
const NAMES = ["Ada", "Bruno", "Clara"];
const TEXTS = { ...en, "form.tile": "{0} {1}", "spell.blue": "{blue} each.", "spell.white": "Ban." };
const words = new Words("en", TEXTS, NAMES);

function board({ seat, view, legal }: Recorded, changes: Partial<View> = {}, offered: Legal | null = legal) {
  const shown = { ...view, seat, ...changes } as AnyView;
  return staged(game, givenOf(shown, offered, TEXTS, { seat, names: NAMES, words }));
}
const thing = (container: Element, key: string) => container.querySelector<HTMLElement>(`[data-thing="${key}"]`)!;

test("face-up tiles are buttons and one tab stop; face-down ones are pictures", async () => {
  const { container } = await board(usual);
  const pyramid = container.querySelector('[data-hint="pyramid"]')!;
  const up = [...pyramid.querySelectorAll("button")];
  expect(up.map((tile) => tile.dataset.move).sort()).toEqual(usual.legal.moves.map(({ move }) => move).sort());
  expect(up.filter((tile) => tile.tabIndex === 0)).toHaveLength(1);
  expect(thing(container, "1e1").ariaLabel).toBe("Green lamp, layer 1, can be taken");
  expect(thing(container, "1a1").getAttribute("role")).toBe("img");
  expect(thing(container, "1a1").ariaLabel).toBe("Face down, layer 1");
});

test("the preview shows what a tile would bring, as the engine says; a click takes it", async () => {
  const legal = structuredClone(usual.legal);
  Object.assign(legal.outcomes!["take 2c1"]!, {
    turns_up: ["1c1", "1d1"],
    points: 77,
    amounts: { size: 4, set: 88 },
    then: "green",
    offers: ["2d2"],
  });
  const { container, prompt, play, stage } = await board({ ...usual, legal });
  stage.hand.enter("2c1");
  await tick();
  expect(prompt().sentence).toBe("Pink statue: turns up 2 tiles. Then you may take one more beside it.");
  expect(prompt().numbers.map(({ value }) => value)).toEqual(["+77", "+88"]);
  const marked = [...container.querySelectorAll<HTMLElement>(".marked")].map((each) => each.dataset.thing);
  expect(marked.sort()).toEqual(["1c1", "1d1", "2d2"]);
  expect(thing(container, "statue").textContent).toContain("+88");
  expect(thing(container, "statue").querySelectorAll("i")[3]!.className).toContain("coming");
  expect(stage.explanation!.title).toContain("Pink statue");
  expect(stage.counts.map(({ key, change }) => [key, change])).toEqual([
    ["spells", "+77"],
    ["sets", "+88"],
    ["all", undefined],
    ["tiles", undefined],
  ]);
  await fireEvent.click(thing(container, "2c1"));
  expect(play).toHaveBeenCalledWith("take 2c1");
});

test("on a touch screen the first tap previews, and the button plays", async () => {
  const { container, prompt, play, stage } = await board(usual);
  stage.hand.pointer = "touch";
  await fireEvent.click(thing(container, "2c1"));
  expect(play).not.toHaveBeenCalled();
  const [button] = prompt().buttons;
  expect(button).toMatchObject({ label: "Take it", move: "take 2c1", main: true });
  button!.act();
  expect(play).toHaveBeenCalledWith("take 2c1");
});

test("amounts are those of the component set", async () => {
  const { container, prompt, inWords, stage } = await board(changed);
  expect(prompt().numbers).toMatchObject([{ label: "You have", value: "34" }]);
  expect(thing(container, "ruby").ariaLabel).toBe("Ruby. You have 1, worth 2 points");
  expect(thing(container, "pink").textContent).toContain("17 points");
  const { container: text } = inWords();
  expect(text.textContent).toContain("Points in all: 34.");
  expect(text.textContent).toContain("The spell scores 17.");
  await fireEvent.click(thing(container, "ruby"));
  expect(stage.explanation!.lines).toContain("Sets of 1 to 6 equal treasures score 2, 5, 19, 41, 63 and 97 points.");
  expect(stage.counts[1]).toMatchObject({ note: "1 to 6 alike: 2, 5, 19, 41, 63, 97" });
  expect(container.querySelector(".notes ul")!.textContent).toContain("Sets of 3: 19 each.");
});

test("a press that is no legal move asks about the move it stands for, or explains a spell", async () => {
  const { container, ask, stage } = await board(usual);
  await fireEvent.click(thing(container, "1a1"));
  expect(ask).toHaveBeenLastCalledWith("take 1a1");
  await fireEvent.click(thing(container, "blue"));
  expect(ask).toHaveBeenCalledTimes(1);
  expect(stage.hand.explained).toBe("blue");
  expect(stage.explanation!.lines).toContain("2 each.");
  await fireEvent.click(thing(container, "crown"));
  expect(stage.explanation!.lines).toContain("Ada bans crown.");
});

test("green and white ask about their own moves", async () => {
  const green = await board(usual, { step: "green", taken: { slot: "2c2", spell: "green-ring", turned: 0 } });
  await fireEvent.click(thing(green.container, "1a1"));
  expect(green.ask).toHaveBeenLastCalledWith("also 1a1");
  const white = await board(usual, { step: "white" }, legal("ban blue", "pass"));
  await fireEvent.click(thing(white.container, "crown"));
  expect(white.ask).toHaveBeenLastCalledWith("ban crown");
});

test("the preview of a ban shows what others could not take", async () => {
  const offered = { ...legal("ban blue", "pass"), outcomes: { "ban blue": { places: ["2c1", "2d2"] }, pass: {} } };
  const { container, prompt, play, stage } = await board(usual, { step: "white" }, offered);
  stage.hand.pointer = "touch";
  await fireEvent.click(thing(container, "blue"));
  expect([...container.querySelectorAll<HTMLElement>(".barred")].map((each) => each.dataset.thing)).toEqual([
    "2c1",
    "2d2",
  ]);
  expect(prompt().sentence).toBe("Until your next turn the others may not take blue. 2 of them are face up now.");
  expect(prompt().buttons).toMatchObject([
    { label: "Ban blue", move: "ban blue", main: true },
    { label: "Ban nothing", move: "pass" },
  ]);
  await fireEvent.click(thing(container, "2c1"));
  expect(play).not.toHaveBeenCalled();
});

test("to take none of the tiles that are there is asked for twice", async () => {
  const { prompt, play } = await board(usual, { step: "pick" }, legal("pick blue-ring", "pass"));
  const [none] = prompt().buttons;
  expect(none).toMatchObject({ label: "Take none" });
  none!.act();
  expect(play).not.toHaveBeenCalled();
  expect(prompt().sentence).toBe("Really take none of the tiles shown?");
  expect(prompt().buttons).toMatchObject([{ label: "Take none", move: "pass", risky: true }, { label: "No" }]);
  prompt().buttons[1]!.act();
  expect(prompt().sentence).toBe("Take one of the tiles shown, if you like.");
  prompt().buttons[0]!.act();
  prompt().buttons[0]!.act();
  expect(play).toHaveBeenCalledWith("pass");
});

test("tiles to show, shown and beside the board can be chosen", async () => {
  const own = usual.view.seats as View["seats"];
  const outcomes = { "show pink-ruby": { worth: [3, 2] as [number, number] } };
  const show = await board(usual, { step: "show", active: 0 }, { ...legal("show pink-ruby"), outcomes });
  const asked = "Ada asks you to show a tile and may take it. Choose one that you can spare.";
  expect(show.prompt().sentence).toBe(asked);
  show.stage.hand.enter("pink-ruby");
  expect(show.prompt().sentence).toBe("Pink ruby: if Ada takes it, your sets are worth 2 instead of 3.");
  expect(show.stage.explanation!.lines, "its spell does not matter").toHaveLength(1);
  await fireEvent.click(thing(show.container, "pink-ruby"));
  expect(show.play).toHaveBeenCalledWith("show pink-ruby");
  cleanup();
  const seats = own.map((seat, of) => (of === 0 ? { ...seat, shown: "blue-ring" } : seat));
  const pick = await board(usual, { step: "pick", seats }, legal("pick blue-ring", "pass"));
  expect(pick.container.querySelector(".who")!.textContent).toContain("Ada");
  await fireEvent.click(thing(pick.container, "blue-ring"));
  expect(pick.play).toHaveBeenCalledWith("pick blue-ring");
  cleanup();
  const beside = ["white-crown", "blue-sword"];
  const lamp = await board(usual, { step: "lamp", beside }, legal("swap white-crown", "keep"));
  await fireEvent.click(thing(lamp.container, "white-crown"));
  expect(lamp.play).toHaveBeenCalledWith("swap white-crown");
  await fireEvent.click(thing(lamp.container, "blue-sword"));
  expect(lamp.ask).toHaveBeenCalledWith("swap blue-sword");
});

test("the prompt says when bans leave nothing else, and when a turn is the last", async () => {
  const seats = (usual.view.seats as View["seats"]).map((seat, of) => ({
    ...seat,
    ban: of ? null : ("lamp" as const),
  }));
  const free = await board(usual, { board: { "1e1": "green-lamp" }, seats }, legal("take 1e1"));
  expect(free.prompt().sentence).toContain("Only banned tiles are left");
  const last = await board(usual, { turns_left: [0, 1, 1], last_turn: 30 });
  expect(last.prompt().sentence).toBe("Your last turn: take a face-up tile.");
  expect(last.container.querySelector(".notes")!.textContent).toContain("You have one turn left.");
  const waiting = await board(usual, {}, null);
  expect(waiting.stage.prompt("Waiting.").sentence).toBe("Waiting.");
});

test("everybody is shown the same sum: spells and tiles; sets only where the tiles are visible", async () => {
  const { stage } = await board(usual);
  const [spells, sets, all, tiles] = stage.counts;
  const seats = usual.view.seats as View["seats"];
  expect(spells!.cells).toEqual(seats.map(({ points }) => String(points)));
  expect(tiles!.cells).toEqual(seats.map(({ count }) => String(count)));
  expect(sets!.cells).toEqual(seats.map(({ worth }) => (worth === null ? null : String(worth))));
  expect(all!.cells.filter((cell) => cell !== null)).toHaveLength(1);
});

test("the text board says what a tile brings while one is taken, and leaves the column out otherwise", async () => {
  const columns = (container: Element) => [...container.querySelector("thead")!.querySelectorAll("th")].length;
  const outcomes = { "take 1e1": { turns_up: [], points: 7 } };
  const taking = await board(usual, {}, { ...legal("take 1e1"), outcomes });
  const { container: filled } = taking.inWords();
  expect(columns(filled)).toBe(3);
  expect(filled.querySelector("tbody")!.textContent).toContain("The spell scores 7.");
  cleanup();
  const free = (usual.view.seats as View["seats"]).map((seat) => ({ ...seat, ban: null }));
  const showing = await board(usual, { step: "show", active: 1, seats: free }, legal("show pink-ruby"));
  expect(columns(showing.inWords().container)).toBe(2);
});

test("the places that the lesson talks about are on the board", async () => {
  const { container } = await board(usual);
  const lesson = readFileSync("../src/schatzkammer/games/ali_baba/data/lesson.toml", "utf8");
  const places = new Set([...lesson.matchAll(/^at = "(.+)"$/gm)].map((found) => found[1]!));
  expect(places.size).toBeGreaterThan(1);
  for (const place of places) expect(container.querySelector(`[data-hint="${place}"]`), place).not.toBeNull();
});
