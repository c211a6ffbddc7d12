/** What a thing is, what it does, and what a press would bring. */
import type { Position } from "../kit/position.svelte";
import { outcomeLines } from "../kit/outcome";
import type { Explanation } from "../kit/text";
import { capital } from "../../lib/words";
import { isCell, spots } from "./cells";
import { gains, prizeNote } from "./counts";
import type { SolomonHand } from "./gestures.svelte";
import { cellAction, listed, objectState } from "./text";
import { below, tileNamed } from "./view";
import type { MagicObject, View } from "./wire";

export function explain(position: Position<View>, hand: SolomonHand, key: string): Explanation | null {
  if (isCell(key)) return cell(position, hand, key);
  const [kind, what = ""] = key.split(" ");
  switch (kind) {
    case "play":
      return card(position, what);
    case "use":
      return object(position, hand, what as MagicObject);
    case "give":
      return given(position, key, tileNamed(position.view, what));
    case "turn":
      return turning(position, key, what);
    case "order":
      return order(position, Number(what));
    case "tool":
      return { title: position.say(`board.tool.${what}`), lines: [toolText(position, what)] };
    case "entrance":
      return { title: position.say("board.entrance"), lines: [position.say("board.explain.entrance")] };
    default:
      return null;
  }
}

/** What a tool does. */
function toolText({ view, words }: Position<View>, tool: string): string {
  return words.say(`board.explain.tool.${tool === "shift" && view.options.uphill ? "uphill" : tool}`);
}

/** What a kind of tile is worth, and what it costs or does. */
function tileLines(position: Position<View>, tile: string): string[] {
  const { view, words } = position;
  switch (view.families[tile]) {
    case "treasure":
      return [words.say("board.explain.treasure", { points: view.values[tile] })];
    case "curse":
      return [
        words.say("board.explain.curse", { cost: view.values[tile] }),
        words.say("board.explain.curse.prize", { prizes: prizeNote(position, "curses") }),
      ];
    case "parchment":
      return [words.say("board.explain.parchment", { points: view.set })];
    default:
      return [
        words.say(`magic.${tile}`),
        words.say("board.explain.magic.prize", { prizes: prizeNote(position, "magic") }),
      ];
  }
}

function cell(position: Position<View>, hand: SolomonHand, name: string): Explanation {
  const { view, words } = position;
  const stack = view.cave[name];
  const press = pressText(position, hand, name);
  if (!stack?.length) {
    return {
      title: words.say("board.cell.empty", { cell: name }),
      lines: [words.say("board.explain.empty"), press].filter(Boolean),
    };
  }
  const tile = stack.at(-1)!;
  const known = below(view, name);
  return {
    title: capital(words.word("tile", tile)),
    lines: [
      ...tileLines(position, tile),
      levelText(position, stack.length),
      ...(known.length ? [words.say("board.cell.below", { list: listed(view, words, known) })] : []),
      press,
    ].filter(Boolean),
  };
}

/** What a level means for the dig: nothing, where an object in use allows different levels. */
function levelText({ view, words }: Position<View>, level: number): string {
  const free = view.turn?.objects.includes("axe") ?? false;
  return words.say(free ? "board.explain.stack.any" : "board.explain.stack", { level, tile: view.objects.axe });
}

/** What a press on a cell does; of a dig, what it costs and changes, since its finds are seen. */
function pressText(position: Position<View>, hand: SolomonHand, name: string): string {
  const outcome = hand.chosen.length ? null : position.outcome(hand.rules.aim(name)?.move ?? "");
  if (!outcome?.takes) return cellAction(position, hand, name);
  const { cost, pays } = outcome;
  const dig = position.say(pays ? "board.explain.dig" : "board.explain.dig.fails", { cost });
  return [dig, ...gains(position, outcome)].join(" ");
}

function card(position: Position<View>, number: string): Explanation {
  const { view, words } = position;
  const size = spots(view.shapes[number] ?? []).length;
  const digs = position.outcome(`play ${number}`)?.amounts?.digs;
  const fits = digs ? words.say("outcome.play_digs", { digs }) : words.say("board.explain.card.nowhere");
  return {
    title: words.say("board.explain.card", { card: number }),
    lines: [
      words.say("board.explain.card.size", { size }),
      ...(digs === undefined ? [] : [fits]),
      words.say("board.explain.card.order", { card: number }),
    ],
  };
}

function object(position: Position<View>, hand: SolomonHand, which: MagicObject): Explanation {
  const { view, words } = position;
  const tile = view.objects[which];
  const n = view.seats[view.seat ?? -1]?.tiles?.[tile] ?? 0;
  const state = words.say(`board.explain.object.${objectState(position, hand, which)}`, { n });
  return { title: capital(words.word("tile", tile)), lines: [...tileLines(position, tile), state] };
}

function given(position: Position<View>, move: string, tile: string): Explanation {
  const outcome = position.outcome(move);
  const after = outcome ? outcomeLines(position.words, { amounts: outcome.amounts }) : [];
  return { title: capital(position.words.word("tile", tile)), lines: [...tileLines(position, tile), ...after] };
}

function turning(position: Position<View>, move: string, arrow: string): Explanation {
  const outcome = position.outcome(move);
  return {
    title: position.say("board.turn.card", { arrow }),
    lines: outcome ? outcomeLines(position.words, { amounts: outcome.amounts }) : [],
  };
}

function order({ view, words }: Position<View>, seat: number): Explanation {
  const card = view.seats[seat]?.card;
  const size = card ? spots(view.shapes[card] ?? []).length : 0;
  return {
    title: words.word("seat", seat),
    lines: [...(size ? [words.say("board.explain.order.card", { card, size })] : []), words.say("board.explain.order")],
  };
}
