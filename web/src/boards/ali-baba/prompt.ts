/** The prompt of Ali Baba: what to do, or what the previewed move would bring. */
import type { Choice } from "../../wire";
import type { Hand } from "../kit/hand.svelte";
import type { Position } from "../kit/position.svelte";
import { moveButton, releaseButton, type Prompt, type PromptButton, type PromptNumber } from "../kit/prompt";
import { consequences, nameOf } from "./text";
import { bansOn, tileOf } from "./view";
import type { View } from "./wire";

const PASS = "pass";

export function prompt(position: Position<View>, hand: Hand<View>): Prompt | null {
  if (!position.deciding) return null;
  const { preview } = hand;
  return {
    sentence: (preview && previewed(position, hand, preview)) ?? doing(position),
    numbers: numbers(position, hand),
    buttons: buttons(position, hand),
  };
}

function doing(position: Position<View>): string {
  const { view, words, seat } = position;
  if (view.step !== "take") return words.sentence(`board.do.${view.step}`, { seat: view.active });
  const banned = ({ targets }: Choice) => bansOn(view, tileOf(view, targets[0]!)!).some((of) => of !== seat);
  if (position.moves.every(banned)) return words.say("board.do.free");
  return words.say(view.turns_left?.[seat!] === 1 ? "board.do.last" : "board.do.take");
}

/** What the previewed move would bring, in a sentence; null while it is unknown. */
function previewed(position: Position<View>, hand: Hand<View>, { verb, targets }: Choice): string | null {
  const { view, words } = position;
  const target = targets[0];
  if (verb === PASS) return words.say(`board.do.pass.${view.step}`);
  if (verb === "ban") return banning(position, hand, target!);
  const tile = target === undefined ? null : tileOf(view, target);
  if (!tile || !hand.outcome) return null;
  if (verb === "show") return showing(position, hand, tile);
  const told = consequences(position, hand.outcome, target!).join(" ");
  const name = nameOf(words, "tile", tile);
  return told ? `${name}: ${told.charAt(0).toLowerCase()}${told.slice(1)}` : `${name}.`;
}

/** What a ban would forbid, and how many tiles that are face up. */
function banning({ words }: Position<View>, { outcome }: Hand<View>, ban: string): string {
  const told = words.say("board.do.ban", { ban });
  const up = outcome?.places?.length;
  if (up === undefined) return told;
  return `${told} ${up ? words.count("board.do.ban.up", up) : words.say("board.do.ban.none")}`;
}

/** What a tile to show would cost if it were taken. */
function showing({ view, words }: Position<View>, { outcome }: Hand<View>, tile: string): string | null {
  if (!outcome?.worth) return null;
  const [before, after] = outcome.worth;
  return `${nameOf(words, "tile", tile)}: ${words.say("board.do.lose", { seat: view.active, before, after })}`;
}

function buttons(position: Position<View>, hand: Hand<View>): PromptButton[] {
  const { words } = position;
  const { armed } = hand;
  if (armed?.verb === PASS) {
    const confirm = moveButton(hand, PASS, passing(position), { risky: true });
    return [confirm, releaseButton(hand, words.say("board.go.back"))];
  }
  const plain = position.moves.filter((choice) => !choice.targets.length && choice !== armed);
  const found = plain.map(({ move, verb }) => {
    if (verb !== PASS) return moveButton(hand, move, words.say(`board.go.${verb}`), { main: verb === "ask" });
    const label = passing(position);
    return forfeits(position) ? { label, act: () => hand.arm(PASS, PASS) } : moveButton(hand, move, label);
  });
  if (armed) {
    const label = words.sentence(`board.go.${armed.verb}`, { ban: armed.targets[0] });
    found.unshift(moveButton(hand, armed.move, label, { main: true }));
  }
  return found;
}

function passing({ view, words }: Position<View>): string {
  return words.say(`board.go.pass.${view.step}`);
}

/** Whether to pass gives up a tile that is there to be taken, so that it is asked for twice. */
function forfeits({ view, moves }: Position<View>): boolean {
  return moves.length > 1 && (view.step === "green" || view.step === "pick");
}

function numbers({ view, words, seat }: Position<View>, { outcome }: Hand<View>): PromptNumber[] {
  const found: PromptNumber[] = [];
  const add = (key: string, value: string) => found.push({ label: words.say(`board.number.${key}`), value });
  if (outcome?.points !== undefined) add("spell", `+${outcome.points}`);
  if (outcome?.amounts?.set !== undefined) add("set", `+${outcome.amounts.set}`);
  const score = seat === null ? null : view.seats[seat]?.score;
  if (!found.length && score)
    found.push({ label: words.say("board.number.worth"), value: String(score.total), spare: true });
  return found;
}
