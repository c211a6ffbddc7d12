/** One reader's session at a table: what is shown, refused, and being sent. */
import { Bar } from "../boards/bar.svelte";
import type { GameModule } from "../boards/board";
import { Connection, type Answer, type Wish } from "../lib/connection.svelte";
import { seatNames } from "../lib/names";
import { prefs } from "../lib/prefs.svelte";
import { session } from "../lib/session.svelte";
import { sound } from "../lib/sound";
import { ui } from "../lib/ui.svelte";
import type { Words } from "../lib/words";
import type { Json, Move, Undo } from "../wire";
import { causes, outcome, parting, rematch } from "./ending";
import { eventSentence } from "./telling";

export interface Refused {
  sentence: string;
  rule: string | null;
}

export class Sitting {
  readonly connection: Connection;
  readonly bar = new Bar();
  /** The value of `done` when the pending move was sent. */
  #asked = $state<number | null>(null);
  notice = $state.raw<Refused | null>(null);
  /** Places highlighted by the log. */
  pointed = $state.raw<string[]>([]);
  /** The past state being shown; null for the present. */
  moment = $state<number | null>(null);
  /** Resolves when a reader without a name has entered one, or cancelled. */
  introducing = $state.raw<((named: boolean) => void) | null>(null);
  module = $state.raw<GameModule | null>(null);
  private plain = $state.raw<Words | null>(null);

  constructor(id: string) {
    this.connection = new Connection(id, () => prefs.lang);
  }

  /** Whether a move is pending: no other is sent until its answer or its result arrives. */
  busy = $derived.by(() => this.#asked !== null && this.#asked === this.connection.done);

  // Keeps the same array while no name changes, because all texts depend on it.
  #named: string[] = [];
  names = $derived.by(() => {
    const names = seatNames(this.connection.table?.seats ?? []);
    if (names.join("\n") !== this.#named.join("\n")) this.#named = names;
    return this.#named;
  });
  words = $derived.by(() => this.plain?.named(this.names) ?? null);

  /** The state shown: the present or a past one. */
  view = $derived.by((): Json | null => {
    const { view, past } = this.connection;
    if (this.moment !== null) return past[this.moment]?.view ?? view;
    return view && this.over ? { ...view, to_act: [] } : view; // nobody owes a decision, even if resignations ended the game
  });
  latest = $derived.by(() =>
    this.moment === null ? this.connection.latest : (this.connection.past[this.moment]?.latest ?? []),
  );
  /** All events, without undone ones. */
  told = $derived.by((): Json[] => {
    const { entries } = this.connection;
    const undone = new Set(entries.flatMap((entry) => entry.undone ?? []));
    return entries.flatMap((entry) => (undone.has(entry.version) ? [] : (entry.events ?? [])));
  });
  legal = $derived.by(() => (this.moment === null ? this.connection.legal : null));
  yours = $derived.by(() => this.connection.legal !== null);

  /** Places that have changed since the reader's last decision. */
  fresh = $derived.by(() => {
    const { module, connection } = this;
    if (!module || !this.yours || this.moment !== null) return [];
    return [...new Set(connection.past.flatMap((moment) => moment.latest.flatMap((event) => module.places(event))))];
  });

  over = $derived.by(() => this.connection.table?.status === "over");
  /** Why a bot plays for the reader; null if none does. */
  gone = $derived.by(() => {
    const { seat, table, entries } = this.connection;
    return seat === null ? null : parting(table?.seats[seat], entries, seat);
  });
  /** Whether the reader has forfeited their seat. */
  #forfeited = $derived.by(() => this.connection.table?.seats[this.connection.seat ?? -1]?.forfeited ?? false);
  mayReturn = $derived.by(() => this.gone !== null && !this.over && !this.#forfeited);

  /** The seats at this screen that owe a decision; the first gets the screen. */
  next = $derived.by((): number | null => {
    const { seats, seat, view, table } = this.connection;
    if (seats.length < 2 || !view || table?.status !== "playing") return null;
    const owing = seats.filter((each) => view.to_act.includes(each) && !table.seats[each]?.away);
    if (!owing.length || (seat !== null && owing.includes(seat))) return null;
    return owing[0]!;
  });

  /** The prompt to the reader. */
  sentence = $derived.by(() => {
    const { view, words } = this;
    if (!view || !words) return "";
    const { seat, seats, table, entries } = this.connection;
    if (table && this.over) {
      const told = [outcome(table, this.names, seats), causes(table, entries, this.names)];
      return [...told, rematch(table, this.names, seats)].filter(Boolean).join(" ");
    }
    if (this.moment !== null)
      return this.latest.map((event) => eventSentence(words, event)).join(" ") || ui.say("act.missed");
    if (this.gone) {
      const lost = this.gone === "timed_out" && this.#forfeited;
      return ui.say(`parting.you.${lost ? "forfeited" : this.gone}`);
    }
    const called = this.names.map((name, each) => (each === seat ? ui.say("state.your") : name));
    if (this.yours && words.has(`step.${view.step}`))
      return words.named(called).sentence(`step.${view.step}`, { seat });
    if (this.yours) return ui.say("list.turn");
    const names = ui.list(view.to_act.map((each: number) => this.names[each]!));
    return `${seats.length ? "" : `${ui.say("state.watching")} `}${ui.say("state.wait", { names })}`;
  });

  /** Called when the board and its texts are loaded. */
  arrived(module: GameModule, words: Words): void {
    this.module = module;
    this.plain = words;
  }

  /** Sends a command; asks for a name first if the reader has none. */
  wish = async (wish: Wish): Promise<Answer> => {
    if (session.me) return this.connection.wish(wish);
    const named = await new Promise<boolean>((resolve) => (this.introducing = resolve));
    this.introducing = null;
    if (!named) return { ok: false, code: "nameless", sentence: "" };
    this.connection.renew();
    return this.connection.wishSoon(wish);
  };

  /** Plays a move; shows the reason if it is refused. */
  play = async (move: string): Promise<void> => {
    if (this.busy) return;
    this.notice = null;
    const { seat, version } = this.connection;
    const answer = await this.#send({ t: "move", seat, version, move });
    if (!answer.ok && answer.code !== "stale") this.refuse(answer);
  };

  /** "Why not?": asks the server which rule forbids a move. */
  ask = (move: string): void => {
    if (this.moment !== null || this.legal?.moves.some((choice) => choice.move === move)) return;
    void this.play(move);
  };

  /** Undoes the last decision, or says why that is impossible. */
  undo = async (): Promise<void> => {
    const { connection, words } = this;
    if (connection.undo && !connection.undo.possible) {
      const reason = connection.undo.reason && words ? words.say(connection.undo.reason) : "";
      this.notice = { sentence: ui.say("act.undo.not", { reason }), rule: connection.undo.rule ?? null };
      return;
    }
    if (this.busy) return;
    const { seat, version } = connection;
    const answer = await this.#send({ t: "undo", seat, version });
    if (!answer.ok) this.refuse(answer);
  };

  /** Takes the seat back from the bot. */
  comeBack = async (): Promise<void> => {
    const answer = await this.connection.wish({ t: "return", seat: this.connection.seat });
    if (!answer.ok) this.refuse(answer);
  };

  async #send(wish: Move | Undo): Promise<Answer> {
    const { done } = this.connection;
    this.#asked = done;
    const answer = await this.connection.wish(wish);
    if (this.#asked === done) this.#asked = null;
    return answer;
  }

  /** Shows one of the seats at this screen, or hides what is secret. */
  look(seat: number | null): void {
    void this.connection.wish({ t: "look", seat, since: 0 });
  }

  /** Plays the sounds of the latest events. */
  hear(): void {
    const { module } = this;
    if (!module || !prefs.sounds) return;
    const heard = this.connection.latest.map((event) => module.sound(event)).filter((each) => each !== null);
    for (const name of new Set(heard.slice(-3))) sound(name);
    if (this.yours && !heard.length) sound("turn");
  }

  refuse(answer: { code: string; sentence: string; rule?: string | null }): void {
    if (answer.code === "nameless") return;
    const sentence = answer.code === "lost" ? ui.say("net.not.sent") : answer.sentence || ui.say("net.failed");
    const rule = answer.rule ?? null;
    this.notice = { sentence: sentence.replace(` (${rule})`, ""), rule }; // the rule has its own button
  }
}
