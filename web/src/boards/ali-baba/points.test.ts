import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { caveOf } from "./cave";
import { POINTS, gainOutcome, setWorth, setsOf, standing, takeOutcome } from "./points";
import { barring, type Tile, type View } from "./view";

const COMPONENTS = readFileSync("../src/schatzkammer/games/ali_baba/data/components.toml", "utf8");

function view(changes: Partial<View> = {}): View {
  const player = { points: 0, count: 0, tiles: null, ban: null, chosen: false, shown: null };
  return {
    options: { variant: "classic", memory: "screens" },
    players: 2,
    seat: 0,
    to_act: [0],
    over: false,
    turn: 0,
    active: 0,
    step: "take",
    last_turn: null,
    removed: [],
    board: {},
    beside: [],
    taken: null,
    seats: [{ ...player, tiles: [] }, { ...player }],
    ...changes,
  };
}

function owning(tiles: Tile[], changes: Partial<View> = {}): View {
  const empty = view(changes);
  return { ...empty, seats: [{ ...empty.seats[0]!, tiles, count: tiles.length }, empty.seats[1]!] };
}

describe("the amounts", () => {
  it.each(["pink", "blue", "brown"] as const)("of %s are the engine's", (colour) => {
    expect(COMPONENTS).toContain(`\n${colour} = ${POINTS[colour]} `);
  });
  it("of sets are the engine's", () => {
    expect(COMPONENTS).toContain(`sets = [${POINTS.sets.join(", ")}]`);
    expect([0, 1, 6].map(setWorth)).toEqual([0, 1, 21]);
  });
});

describe("sets", () => {
  it("are listed for every treasure of the game, except those left out", () => {
    const position = owning(["pink-crown", "blue-crown", "white-ring"], { removed: ["lamp"] });
    const sets = setsOf(position, position.seats[0]!.tiles!);
    expect(sets).toHaveLength(9);
    expect(sets.find((set) => set.treasure === "crown")).toEqual({
      treasure: "crown",
      tiles: ["pink-crown", "blue-crown"],
      worth: 3,
    });
  });
  it("count for the standing as far as tiles are visible", () => {
    expect(standing(owning(["pink-crown", "blue-crown"]))).toEqual([3, null]);
    expect(standing(view({ scores: [4, 7] }))).toEqual([4, 7]);
  });
});

describe("taking a tile", () => {
  const board = {
    "1a1": null,
    "1b1": null,
    "1a2": null,
    "1b2": null,
    "2a1": "blue-ring",
    "2b1": "green-sword",
  } as const;

  it("turns up what it alone covers, and blue scores it", () => {
    const outcome = takeOutcome(view({ board }), "2a1", 0)!;
    expect(outcome.turned).toEqual(["1a1", "1a2"]);
    expect(outcome.points).toBe(4);
  });
  it("uncovers a square on the floor", () => {
    const outcome = takeOutcome(view({ board: { "1e5": "blue-crown" } }), "1e5", 0)!;
    expect([outcome.bares, outcome.points]).toEqual([true, 2]);
  });
  it("lets brown count the new tile too", () => {
    const outcome = takeOutcome(owning(["pink-sword", "blue-sword"], { board: { "1a1": "brown-sword" } }), "1a1", 0)!;
    expect(outcome.points).toBe(6);
    expect(outcome.set).toEqual({ size: 3, before: 3, after: 6 });
  });
  it("offers green's neighbours of the same layer, except banned ones", () => {
    const free = view({ board });
    expect(takeOutcome(free, "2b1", 0)!.also).toEqual(["2a1"]);
    const banned = { ...free, seats: [free.seats[0]!, { ...free.seats[1]!, ban: "ring" as const }] };
    expect(takeOutcome(banned, "2b1", 0)!.also).toEqual([]);
    expect(barring(banned, "blue-ring", 0)).toEqual([1]);
    expect(barring(banned, "blue-ring", 1)).toEqual([]);
  });
  it("has no outcome for a face-down tile", () => {
    expect(takeOutcome(view({ board }), "1a1", 0)).toBeNull();
  });
  it("counts a swap without the lamp that is given away", () => {
    const taken = { slot: "2a1", spell: "blue-lamp", turned: 3 } as const;
    const position = owning(["blue-lamp"], { step: "lamp", taken, beside: ["pink-lamp", "blue-ring"] });
    expect(gainOutcome(position, "pink-lamp", 0, false).set).toEqual({ size: 1, before: 0, after: 1 });
    expect(gainOutcome(position, "blue-ring", 0, false).points).toBe(6);
  });
});

describe("the caves", () => {
  it.each([
    ["classic", 54, "large"],
    ["small", 36, "small"],
  ])("of %s have %i places, as the engine's", (variant, places, name) => {
    const cave = caveOf(variant);
    expect(cave.places).toHaveLength(places);
    const shapes = [1, 2, 3, 4].map((level) => {
      const layer = cave.places.filter((place) => place.level === level);
      const columns = new Set(layer.map((place) => place.x)).size;
      return `"${layer.length / columns}x${columns}"`;
    });
    expect(COMPONENTS).toContain(`${name} = [${shapes.join(", ")}]`);
  });
  it("let tiles of the small cave's second layer rest on two", () => {
    const full = Object.fromEntries(caveOf("small").places.map((place) => [place.slot, null]));
    expect(
      caveOf("small")
        .above(full, "1b1")
        .map((over) => over.slot),
    ).toEqual(["2a1", "2b1"]);
    expect(
      caveOf("small")
        .above(full, "1a1")
        .map((over) => over.slot),
    ).toEqual(["2a1"]);
  });
  it("show the level where nothing lies on a tile", () => {
    const cave = caveOf("classic");
    expect(cave.open({ "1a1": null, "2a1": null }, "1a1")).toEqual({ x: 0.75, y: 0.25 });
    const covered = Object.fromEntries(cave.places.map((place) => [place.slot, null]));
    expect(cave.open(covered, "1c3")).toBeNull();
  });
  it("lead arrow keys to the nearest tile in their direction", () => {
    const cave = caveOf("classic");
    const slots = ["4a1", "4b1", "4a2", "1a5"];
    expect(cave.toward("4a1", "ArrowRight", slots)).toBe("4b1");
    expect(cave.toward("4a1", "ArrowDown", slots)).toBe("4a2");
    expect(cave.toward("4a2", "ArrowDown", slots)).toBe("1a5");
    expect(cave.toward("4b1", "ArrowRight", slots)).toBe("4b1");
  });
});
