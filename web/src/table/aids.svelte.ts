/** The help that a table may allow: a bot's hint in two steps, and the chances of what is hidden. */
import { oddsOf } from "../boards/kit/odds";
import type { Hint } from "../wire";
import type { Sitting } from "./sitting.svelte";

export class Aids {
  /** The latest hint, and the decision it belongs to. */
  #hint = $state.raw<{ hint: Hint; decision: string } | null>(null);
  /** Whether the hint's move is shown; at first only where to look. */
  revealed = $state(false);
  /** Whether a bot is thinking about a hint. */
  thinking = $state(false);
  /** Whether the reader wants to see chances. */
  showing = $state(false);
  #asked = 0;

  constructor(private readonly sitting: Sitting) {}

  /** Whether the table allows the reader help now. */
  allowed = $derived.by(() => {
    const { table, seat } = this.sitting.connection;
    return Boolean(table?.aids) && seat !== null && !this.sitting.gone && !this.sitting.over;
  });
  /** Whether there is a decision to ask about. */
  mayAsk = $derived.by(() => this.allowed && this.sitting.yours && this.sitting.moment === null);
  /** The hint on the reader's decision. */
  hint = $derived.by((): Hint | null => {
    const { stage } = this.sitting;
    return this.mayAsk && this.#hint?.decision === stage?.position.decision ? (this.#hint?.hint ?? null) : null;
  });

  /** Asks for a hint; asked again, shows the move, and then closes it. */
  ask = async (): Promise<void> => {
    if (this.hint) return this.revealed ? this.close() : this.reveal();
    const { connection, stage } = this.sitting;
    if (!this.mayAsk || this.thinking || !stage) return;
    const { seat, version } = connection;
    const { decision } = stage.position;
    this.thinking = true;
    const answer = await connection.consult({ t: "hint", seat, version });
    this.thinking = false;
    this.revealed = false;
    if (answer.ok) this.#hint = { hint: answer.told, decision };
    else if (answer.code !== "stale") this.sitting.refuse(answer);
  };

  reveal = (): void => {
    this.revealed = true;
  };

  close = (): void => {
    this.#hint = null;
  };

  /** Shows the chances, or hides them. */
  toggle = (): void => {
    this.showing = !this.showing;
  };

  /** Brings the chances up to date with the state shown; hides them where they do not belong. */
  refresh = async (): Promise<void> => {
    const { connection, stage, moment } = this.sitting;
    const number = ++this.#asked;
    if (!stage) return;
    if (!this.showing || !this.allowed || moment !== null) {
      stage.odds = null;
      return;
    }
    const answer = await connection.consult({ t: "odds", seat: connection.seat });
    if (number !== this.#asked) return; // asked again meanwhile
    stage.odds = answer.ok ? oddsOf(answer.told.odds) : null;
    if (!answer.ok && answer.code !== "too_fast") this.sitting.refuse(answer);
  };
}
