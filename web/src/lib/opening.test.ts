import { describe, expect, it } from "vitest";
import { allowsAids, ready, request, UNHURRIED, type Opening } from "./opening";

const opening: Opening = {
  game: "ali-baba",
  options: { variant: "small" },
  others: [{ kind: "bot", bot: "casual" }, { kind: "local", name: " Bruno " }, { kind: "friend" }],
  private: true,
  group: null,
  rated: true,
  aids: null,
  clock: { ...UNHURRIED, kind: "live", base: 300, expiry: "forfeit" },
  speed: "normal",
};

describe("opening a table", () => {
  it("asks for seats, people at the screen and a clock", () => {
    const asked = request(opening);
    expect(asked.bots).toEqual(["casual", null, null]);
    expect(asked.local).toEqual(["Bruno"]);
    expect(asked.terms).toMatchObject({
      players: 4,
      hot_seat: true,
      private: true,
      rated: false,
      clock: { kind: "live", base: 300, increment: 15, expiry: "forfeit" },
    });
  });

  it("omits unused clock settings", () => {
    expect(request({ ...opening, clock: UNHURRIED }).terms.clock).toEqual({ kind: "none" });
    const slow = request({ ...opening, clock: { ...UNHURRIED, kind: "slow", hours: 72 } });
    expect(slow.terms.clock).toEqual({ kind: "slow", hours: 72, expiry: "bot" });
  });

  it("allows help only against bots, unless it is asked for, and never in a rated game", () => {
    const bots = { ...opening, rated: false, others: opening.others.slice(0, 1) };
    expect([allowsAids(bots), request(bots).terms.aids]).toEqual([true, null]);
    expect(allowsAids({ ...bots, aids: false })).toBe(false);
    expect(request({ ...bots, aids: false }).terms.aids).toBe(false);
    const friends = { ...opening, rated: false, others: opening.others.slice(2) };
    expect([allowsAids(friends), request(friends).terms.aids]).toEqual([false, null]);
    expect([allowsAids({ ...friends, aids: true }), request({ ...friends, aids: true }).terms.aids]).toEqual([
      true,
      true,
    ]);
    const rated = { ...bots, aids: true, rated: true };
    expect([allowsAids(rated), request(rated).terms.aids]).toEqual([false, null]);
  });

  it("gives bots the pace of the reader", () => {
    expect(request(opening).terms.pace).toBe(700);
    expect(request({ ...opening, speed: "instant" }).terms.pace).toBe(0);
  });

  it("starts at once only if no player is awaited", () => {
    expect(ready(opening)).toBe(false);
    expect(ready({ ...opening, others: opening.others.slice(0, 2) })).toBe(true);
  });
});
