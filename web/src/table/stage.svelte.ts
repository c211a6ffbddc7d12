/** A game as it is shown: live, looking back, or in a replay. Board, seats, text board and prompt share its position. */
import type { GameModule } from "../boards/kit/game";
import { Hand, type Actions } from "../boards/kit/hand.svelte";
import { lines, section, type Odds } from "../boards/kit/odds";
import { Overlays } from "../boards/kit/overlays.svelte";
import { Pieces, type Flight } from "../boards/kit/pieces.svelte";
import { Position, type Given } from "../boards/kit/position.svelte";
import { saying, type Prompt } from "../boards/kit/prompt";
import type { Count, Explanation } from "../boards/kit/text";
import { prefs } from "../lib/prefs.svelte";
import { ui } from "../lib/ui.svelte";
import { capital } from "../lib/words";
import type { Choice } from "../wire";

const HOVERLESS = matchMedia("(hover: none)");

export class Stage {
  readonly position: Position;
  readonly hand: Hand;
  readonly pieces: Pieces;
  readonly overlays = new Overlays();

  constructor(
    readonly module: GameModule,
    given: () => Given,
    table: Pick<Actions, "play" | "ask" | "undo">,
    /** How much longer than usual pieces fly. */
    readonly pace: () => number = () => 1,
  ) {
    this.position = new Position(given);
    const actions = { ...table, confirm: () => prefs.confirm, hoverless: () => HOVERLESS.matches };
    this.hand = new Hand(this.position, module.gestures(this.position), actions);
    this.pieces = new Pieces(
      () => module.pieces(this.position.view),
      () => this.flights,
    );
  }

  /** Where pieces go that have left the board with the latest events. */
  flights = $derived.by((): Flight[] => this.position.latest.flatMap((event) => this.module.flights(event)));
  /** The chances of what is hidden, while the reader wants to see them. */
  odds = $state.raw<Odds | null>(null);
  /** Whether these are no chances but the truth. */
  open = $state(false);
  sections = $derived.by(() => {
    const { module, position, odds } = this;
    const hidden = odds && module.odds ? module.odds.all(position, odds) : null;
    return [...module.text(position), ...(hidden ? [section(hidden, ui, this.open ? "truth" : "odds")] : [])];
  });

  /** What the reader looks at, explained. */
  explanation = $derived.by((): Explanation | null => {
    const { aimed } = this.hand;
    if (aimed === null) return null;
    const { module, position, odds } = this;
    const explained = module.explain?.(position, this.hand, aimed) ?? null;
    const chances = odds && module.odds ? lines(module.odds.about(position, odds, aimed), ui) : [];
    return explained && chances.length ? { ...explained, lines: [...explained.lines, ...chances] } : explained;
  });
  counts = $derived.by((): Count[] => this.module.counts?.(this.position, this.hand) ?? []);

  /** The board's prompt; where it has none, the general sentence. */
  prompt(general: string): Prompt {
    return this.module.prompt(this.position, this.hand) ?? saying(general);
  }

  /** The things of the board that lead to any of some moves. */
  thingsOf(moves: readonly string[]): string[] {
    const things = [...document.querySelectorAll("[data-testid=board] [data-thing]")];
    const keys = new Set(things.map((thing) => thing.getAttribute("data-thing")!));
    return [...keys].filter((key) => this.hand.moves(key).some(({ move }) => moves.includes(move)));
  }

  /** A move in words; its notation if there are none. */
  moveText(choice: Choice): string {
    const { words, view } = this.position;
    const key = `move.${choice.verb}`;
    return words.has(key) ? capital(words.say(key, this.module.details(view, choice, words))) : choice.move;
  }
}
