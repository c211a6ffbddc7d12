import { describe, expect, it } from "vitest";
import type { SeatInfo, TableInfo } from "../wire";
import { leads, mayAsk, mayRemove, maySay, others, seatActions } from "./company";

const ada: SeatInfo = { kind: "human", name: "Ada" };
const ben: SeatInfo = { kind: "human", name: "Ben" };
const bot: SeatInfo = { kind: "bot", bot: "casual" };

function table(seats: SeatInfo[], more: Partial<TableInfo> = {}): TableInfo {
  const terms = { game: "ali-baba", players: seats.length };
  return { id: "t", terms, rules: 1, status: "playing", seats, host: 0, commitment: "", ...more };
}

function reader(seats: SeatInfo[], mine: number[], more: Partial<TableInfo> = {}, toAct = [1]) {
  const view = { game: "ali-baba", players: seats.length, to_act: toAct, over: false, standing: [], step: "take" };
  return { table: table(seats, more), seats: mine, seat: mine[0] ?? null, present: [0, 1], view: view as never };
}

const kept = { possible: false, reason: "refusal.undo.news" };

describe("asking for a takeback", () => {
  it("needs a decision that the rules keep, and somebody to ask", () => {
    expect(mayAsk({ ...reader([ada, ben], [0]), undo: kept })).toBe(true);
    expect(mayAsk({ ...reader([ada, ben], [0]), undo: { possible: true } })).toBe(false);
    expect(mayAsk({ ...reader([ada, ben], [0]), undo: { possible: false, reason: "refusal.undo.none" } })).toBe(false);
    expect(mayAsk({ ...reader([ada, { ...ben, away: true }], [0]), undo: kept })).toBe(false);
    expect(mayAsk({ ...reader([ada, bot], [0]), undo: kept })).toBe(false);
  });

  it("is not possible in a rated game, or while there is a request", () => {
    const rated = { terms: { game: "ali-baba", players: 2, rated: true } };
    expect(mayAsk({ ...reader([ada, ben], [0], rated), undo: kept })).toBe(false);
    expect(mayAsk({ ...reader([ada, ben], [0], { undo_request: { seat: 1, agreed: [] } }), undo: kept })).toBe(false);
  });

  it("asks the other people who are playing", () => {
    expect(others(table([ada, ben, bot, { ...ben, away: true }]), [0])).toEqual([1]);
  });
});

describe("what may be done about a seat", () => {
  it("a player nudges whom all wait for", () => {
    expect(seatActions(reader([ada, ben], [0]), 1)).toEqual(["nudge"]);
    expect(seatActions(reader([ada, ben], [0], {}, [0]), 1)).toEqual([]);
    expect(seatActions(reader([ada, ben], []), 1)).toEqual([]);
    expect(seatActions(reader([ada, ben], [0]), 0)).toEqual([]);
  });

  it("the host lets a bot play for somebody who is not there", () => {
    expect(seatActions({ ...reader([ada, ben], [0]), present: [0] }, 1)).toEqual(["nudge", "substitute"]);
    expect(seatActions({ ...reader([ada, ben], [1]), present: [1] }, 0)).toEqual([]);
  });

  it("the host offers a bot's seat, and a newcomer takes it", () => {
    const offered = { ...bot, offered: true };
    expect(seatActions(reader([ada, bot], [0]), 1)).toEqual(["offer"]);
    expect(seatActions(reader([ada, offered], [0]), 1)).toEqual(["withdraw"]);
    expect(seatActions(reader([ada, offered], []), 1)).toEqual(["sit"]);
    expect(seatActions(reader([ada, bot], []), 1)).toEqual([]);
    expect(seatActions(reader([ada, offered], [0], { status: "over" }), 1)).toEqual([]);
  });
});

describe("the host and the others", () => {
  const rated = { terms: { game: "ali-baba", players: 2, rated: true } };

  it("leads by having the host's seat", () => {
    expect(leads(reader([ada, ben], [0]))).toBe(true);
    expect(leads(reader([ada, ben], [1]))).toBe(false);
    expect(leads(reader([ada, ben], []))).toBe(false);
  });

  it("removes anybody but a player of a rated game", () => {
    expect(mayRemove(table([ada, ben]), { seats: [1] })).toBe(true);
    expect(mayRemove(table([ada, ben], rated), { seats: [1] })).toBe(false);
    expect(mayRemove(table([ada, ben], rated), { seats: [] })).toBe(true);
    expect(mayRemove(table([ada, ben], { ...rated, status: "waiting" }), { seats: [1] })).toBe(true);
  });

  it("lets guests without a seat chat only if the host says so", () => {
    expect(maySay(reader([ada, ben], [1]), true)).toBe(true);
    expect(maySay(reader([ada, ben], []), true)).toBe(false);
    expect(maySay(reader([ada, ben], []), false)).toBe(true);
    expect(maySay(reader([ada, ben], [], { open_chat: true }), true)).toBe(true);
  });
});
