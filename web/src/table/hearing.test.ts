import { beforeEach, expect, test, vi } from "vitest";
import type { GameModule } from "../boards/kit/game";
import { plainView } from "../boards/kit/testing.svelte";
import { prefs } from "../lib/prefs.svelte";
import { Words } from "../lib/words";
import type { EntryInfo, Legal } from "../wire";
import { turnBegins } from "./hearing";
import { Sitting } from "./sitting.svelte";

// jsdom has no media queries; the preferences use one. Sounds are only named here.
const played = vi.hoisted(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  vi.stubGlobal("WebSocket", class { close() {} send() {} }); // prettier-ignore
  return [] as [string, number][];
});
vi.mock("../lib/sound", () => ({
  sound: (name: string, after = 0) => {
    played.push([name, after]);
    return after + 1;
  },
}));

const moved = (version: number, seat: number): EntryInfo => ({ version, at: 0, kind: "moved", seat });

test("a turn begins once, also when all happened in one batch", () => {
  const waiting = { version: 5, yours: false };
  const deciding = { version: 5, yours: true };
  expect(turnBegins(waiting, false, [], 0)).toBe(false);
  expect(turnBegins(waiting, true, [moved(6, 1)], 0)).toBe(true);
  expect(turnBegins(deciding, true, [moved(6, 0)], 0)).toBe(false); // their turn goes on
  expect(turnBegins(deciding, true, [moved(6, 1)], 0)).toBe(false); // another decides at the same time
  expect(turnBegins(deciding, true, [moved(4, 0), moved(5, 1)], 0)).toBe(false); // long ago
  expect(turnBegins(deciding, true, [moved(6, 0), moved(7, 1)], 0)).toBe(true);
});

beforeEach(() => void (played.length = 0));

test("the chime comes after an opponent's sound, once", () => {
  prefs.sounds = true;
  const sitting = new Sitting("x");
  const { connection } = sitting;
  sitting.arrived({ sounds: { pay: "coin" }, gestures: () => ({}) } as unknown as GameModule, new Words("en", {}));
  const pays = (yours: boolean) => {
    const moment = { view: plainView(), version: 1, entries: [], latest: [{ event: "pay", seat: 1 }], lasts: false };
    connection.past = [...connection.past, moment];
    connection.count++;
    connection.legal = yours ? ({} as Legal) : null;
    sitting.walk.run();
    sitting.hear();
  };
  pays(false);
  expect(played).toEqual([["coin", 0]]);
  played.length = 0;
  pays(true);
  expect(played).toEqual([
    ["coin", 0],
    ["turn", 1],
  ]);
  played.length = 0;
  pays(true);
  expect(played).toEqual([["coin", 0]]);
  sitting.hear();
  expect(played).toEqual([["coin", 0]]);
  connection.end();
});
