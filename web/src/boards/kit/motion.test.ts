import { beforeEach, expect, test, vi } from "vitest";
import { duration, leave, measure, travel } from "./motion";

const animate = vi.fn();
const motion = { reduced: false };

function box(element: Element, x: number, y: number, width = 10) {
  element.getBoundingClientRect = () => ({ x, y, width, height: width }) as DOMRect;
}
const at = (selector: string) => document.querySelector(selector)!;

beforeEach(() => {
  animate.mockReset().mockReturnValue({});
  motion.reduced = false;
  vi.stubGlobal("matchMedia", () => ({ matches: motion.reduced }));
  Element.prototype.animate = animate;
  document.body.innerHTML = `
    <div id="board"><i data-piece="1"></i><i data-piece="2" data-from="deck" data-roll></i><i data-piece="3"></i></div>
    <b data-home="deck"></b><b data-home="seat 1"></b><div id="layer"></div>`;
  box(at('[data-piece="1"]'), 0, 0);
  box(at('[data-piece="2"]'), 100, 0);
  box(at('[data-piece="3"]'), 50, 50);
  box(at('[data-home="deck"]'), 300, 0, 20);
  box(at('[data-home="seat 1"]'), 0, 400);
});

test("a long way takes longer, within limits", () => {
  expect([duration(0), duration(400), duration(9999)]).toEqual([160, 250, 250]);
});

test("pieces travel from where they were, new ones from their home, and others stay", () => {
  const before = measure(at("#board"));
  before.delete("2");
  box(at('[data-piece="1"]'), 30, 40);
  travel(at("#board"), before);
  const from = animate.mock.calls.map(([frames]) => frames[0].transform);
  expect(from[0]).toBe("translate(-30px, -40px) scale(1)");
  expect(from[1]).toMatch(/^translate\(205px, 5px\) scale\(2\) rotate\(/);
  expect(from).toHaveLength(2);
});

test("a piece that leaves flies home as a copy", () => {
  const flight: { onfinish?: () => void } = {};
  animate.mockReturnValue(flight);
  leave(at("#board"), at("#layer"), [
    { piece: { id: "3", look: "mask" }, to: "seat 1" },
    { piece: { id: "1", look: "mask" }, to: "nowhere" },
    { piece: { id: "9", look: "mask" }, to: "seat 1" },
  ]);
  const copies = at("#layer").children;
  expect(copies).toHaveLength(1);
  expect(Object.keys((copies[0] as HTMLElement).dataset)).toEqual([]);
  expect((copies[0] as HTMLElement).style.left).toBe("50px");
  flight.onfinish!();
  expect(copies).toHaveLength(0);
});

test("a place within a home is preferred to the home, if it is there", () => {
  const goal = (to: string) => {
    leave(at("#board"), at("#layer"), [{ piece: { id: "3", look: "mask" }, to }]);
    return animate.mock.lastCall![0][2].transform;
  };
  document.body.insertAdjacentHTML("beforeend", '<b data-home="seat 1 crown"></b>');
  box(at('[data-home="seat 1 crown"]'), 70, 50);
  expect(goal("seat 1 crown")).toBe("translate(20px, 0px) scale(0.5)");
  expect(goal("seat 1 lamp")).toBe("translate(-50px, 350px) scale(0.5)");
});

test("a piece of a drawing is copied into a drawing of its own", () => {
  document.body.insertAdjacentHTML("beforeend", '<svg><g id="tile" data-piece="7"></g></svg>');
  const tile = at("#tile");
  vi.stubGlobal("SVGGraphicsElement", SVGElement);
  Object.assign(tile, { getBBox: () => ({ x: 1, y: 2, width: 84, height: 80 }), getScreenCTM: () => ({ a: 2 }) });
  box(tile, 5, 5, 40);
  leave(document.body, at("#layer"), [{ piece: { id: "7", look: "mask" }, to: "seat 1" }]);
  expect(at("#layer svg").getAttribute("viewBox")).toBe("1 2 84 80");
  travel(document.body, new Map([["7", { x: 25, y: 5, width: 40, height: 40 } as DOMRect]]));
  expect(animate.mock.lastCall![0][0].transform).toBe("translate(10px, 0px)");
});

test("with reduced motion nothing moves", () => {
  motion.reduced = true;
  travel(at("#board"), new Map());
  leave(at("#board"), at("#layer"), [{ piece: { id: "3", look: "mask" }, to: "seat 1" }]);
  expect(animate).not.toHaveBeenCalled();
});
