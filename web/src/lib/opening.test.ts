import { describe, expect, it } from "vitest";
import { ready, request, type Opening } from "./opening";

const opening: Opening = {
  game: "ali-baba",
  options: { variant: "small" },
  others: [{ kind: "bot", bot: "casual" }, { kind: "local", name: " Bruno " }, { kind: "friend" }],
  private: true,
  clock: "live",
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
      clock: { kind: "live", base: 600 },
    });
  });

  it("starts by itself only when nobody has to come", () => {
    expect(ready(opening)).toBe(false);
    expect(ready({ ...opening, others: opening.others.slice(0, 2) })).toBe(true);
  });
});
