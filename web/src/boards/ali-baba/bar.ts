/** The action bar of Ali Baba: prompt, buttons and numbers. */
import type { Words } from "../../lib/words";
import type { Choice, Legal } from "../../wire";
import type { Bar, BarButton, BarNumber } from "../bar.svelte";
import type { Desk } from "./desk.svelte";
import { setPoints, type Outcome } from "./points";
import { consequences, nameOf } from "./texts";
import { barring, turnsLeft, type View } from "./view";

interface Given {
  view: View;
  legal: Legal | null;
  seat: number | null;
  words: Words;
  desk: Desk;
}

type Contents = Pick<Bar, "sentence" | "buttons" | "numbers">;

export function barContents(given: Given): Contents {
  const { legal, desk } = given;
  if (!legal) return { sentence: "", buttons: [], numbers: [] };
  const target = desk.move(desk.focus) ? desk.focus : null;
  const outcome = target === null ? null : desk.outcome;
  return {
    sentence: target === null ? doing(given) : previewed(given, target, outcome),
    buttons: buttons(given),
    numbers: numbers(given, target, outcome),
  };
}

/** The prompt for the reader. */
function doing({ view, legal, seat, words }: Given): string {
  if (view.step !== "take") return words.sentence(`board.do.${view.step}`, { seat: view.active });
  const free = legal!.moves.some((choice) => barring(view, view.board[choice.targets[0]!]!, seat).length);
  if (free) return words.say("board.do.free");
  return words.say(turnsLeft(view, seat!) === 1 ? "board.do.last" : "board.do.take");
}

/** The numbers for the previewed thing. */
function previewed({ view, seat, words }: Given, target: string, outcome: Outcome | null): string {
  if (outcome) {
    const name = nameOf(words, "tile", outcome.tile);
    const told = consequences(words, view, outcome, seat).join(" ");
    return told ? `${name}: ${told.charAt(0).toLowerCase()}${told.slice(1)}` : `${name}.`;
  }
  if (view.step === "white") return words.say("board.do.ban", { what: nameOf(words, "ban", target) });
  return words.sentence(`board.do.${view.step}`, { seat: view.active });
}

function buttons({ view, legal, words, desk }: Given): BarButton[] {
  const found: BarButton[] = [];
  const chosen = legal!.moves.find((choice) => choice.move === desk.move(desk.chosen));
  if (chosen) {
    const label = words.sentence(`board.go.${chosen.verb}`, { ban: chosen.targets[0] });
    found.push({ label, main: true, move: chosen.move, act: () => desk.play(chosen.move) });
  }
  for (const choice of legal!.moves.filter((each) => !each.targets.length)) {
    const main = choice.verb === "ask";
    found.push({ label: words.say(key(choice, view)), main, move: choice.move, act: () => desk.play(choice.move) });
  }
  return found;
}

function key(choice: Choice, view: View): string {
  return choice.verb === "pass" ? `board.go.pass.${view.step}` : `board.go.${choice.verb}`;
}

function numbers({ view, seat, words }: Given, target: string | null, outcome: Outcome | null): BarNumber[] {
  const found: BarNumber[] = [];
  if (target !== null && view.step === "white") {
    const reached = Object.values(view.board).filter((tile) => tile?.split("-").includes(target));
    found.push({ label: words.say("board.number.up"), value: String(reached.length) });
  }
  if (outcome && outcome.points !== null)
    found.push({ label: words.say("board.number.spell"), value: `+${outcome.points}` });
  if (outcome?.set)
    found.push({ label: words.say("board.number.set"), value: `+${outcome.set.after - outcome.set.before}` });
  const own = seat === null ? null : view.seats[seat]!;
  if (!found.length && own?.tiles)
    found.push({ label: words.say("board.number.worth"), value: String(own.points + setPoints(view, own.tiles)) });
  return found;
}
