/** One reader's session at a table: what is shown, refused, and being sent. */
import type { GameModule } from "../boards/kit/game";
import { Playback } from "../boards/kit/playback.svelte";
import { saying, type Prompt } from "../boards/kit/prompt";
import { Connection, type Answer, type Moment, type Wish } from "../lib/connection.svelte";
import { seatNames } from "../lib/names";
import { prefs } from "../lib/prefs.svelte";
import { session } from "../lib/session.svelte";
import { sound } from "../lib/sound";
import { ui } from "../lib/ui.svelte";
import type { Words } from "../lib/words";
import type { EntryInfo, GameEvent, Move, Undo, View } from "../wire";
import { causes, outcome, parting, rematch } from "./ending";
import { turnBegins, type Heard } from "./hearing";
import { Muting } from "./muting.svelte";
import { captions, flightFactor, stepTimes } from "./pacing";
import { Stage } from "./stage.svelte";
import { eventSentence, teller, texts, type Said } from "./telling";

const PACE = 1200; // milliseconds per state, looking back

/** What the reader is told about: why something was refused, or news. */
export interface Refused {
  sentence: string;
  rule: string | null;
  /** Whether an undo was refused, for which the others may be asked. */
  undo?: boolean;
  /** What it is, if no refusal. */
  kind?: "news";
}

export class Sitting {
  readonly connection: Connection;
  readonly muting: Muting;
  /** The value of `done` when the pending move was sent. */
  #asked = $state<number | null>(null);
  notice = $state.raw<Refused | null>(null);
  /** Places highlighted by the log. */
  pointed = $state.raw<string[]>([]);
  /** Whether the reader looks at what happened since their last decision. */
  looking = $state(false);
  /** Walks through the states since then: by itself to the present, move by move, or as the reader likes who looks back. */
  readonly walk: Playback;
  /** Resolves when a reader without a name has entered one, or cancelled. */
  introducing = $state.raw<((named: boolean) => void) | null>(null);
  /** The game as it is shown, once its board is loaded. */
  stage = $state.raw<Stage | null>(null);
  private plain = $state.raw<Words | null>(null);
  #heard: Heard & { at: number } = { version: 0, yours: false, at: -1 };

  /** The invitation to a private table, which its host may renew. */
  invite = $state("");

  constructor(id: string, invite = "") {
    this.invite = invite;
    this.muting = new Muting(id);
    this.connection = new Connection(
      id,
      () => prefs.lang,
      () => this.#arrived(),
    );
    this.walk = new Playback(
      () => this.connection.count - 1,
      (at) => (this.looking ? [PACE] : this.#stepTimes(at)),
      0,
      () => this.#first,
    );
  }

  /** The chat, without what the reader does not want to see. */
  chat = $derived.by(() => this.connection.chat.filter((line) => !this.muting.hides(line)));

  /** The number of the first state of the past. */
  #first = $derived.by(() => this.connection.count - this.connection.past.length);
  /** Whether others' moves are still being shown, one by one. */
  showing = $derived.by(() => !this.looking && this.walk.playing);
  /** The past state being shown; null for the present. */
  moment = $derived.by((): Moment | null => {
    if (!this.looking && !this.showing) return null;
    return this.connection.past[this.walk.at - this.#first] ?? null;
  });

  /** Shows new states one after the other, or the latest at once if nothing of it is news. */
  #arrived(): void {
    const { past, seen } = this.connection;
    if (past.length < 2) this.looking = false;
    if (!this.looking) this.walk.run(seen);
  }

  /** The milliseconds that each caption of a state is shown. */
  #stepTimes(at: number): number[] {
    const moment = this.connection.past[at - this.#first];
    return moment?.lasts && this.stage ? stepTimes(this.captions(moment)) : [];
  }

  /** Whether what led to the state shown has been told as its caption. */
  captioned = $derived.by(() => this.#stepTimes(this.walk.at).length > 0);

  /** Shows the present. */
  skip = (): void => {
    if (!this.showing) return;
    this.walk.stop();
    this.walk.go(this.walk.last);
  };

  /** Begins or stops looking at what happened. */
  lookBack(): void {
    this.looking = !this.looking;
    this.walk.stop();
    this.walk.go(this.looking ? this.walk.first : this.walk.last);
    if (this.looking) this.walk.toggle();
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
  words = $derived.by(() => this.plain?.named(this.names, this.connection.seat) ?? null);

  /** The state shown: the present or a past one. */
  view = $derived.by((): View | null => {
    const { view } = this.connection;
    if (this.moment !== null) return this.moment.view;
    return view && this.over ? { ...view, to_act: [] } : view; // nobody owes a decision, even if resignations ended the game
  });
  // Keeps the same array while nothing else is shown, so that pieces fly once.
  #latest: GameEvent[] = [];
  /** The events between the state shown before and this one. */
  latest = $derived.by(() => {
    const { from, at } = this.walk;
    const moments = this.connection.past.filter((_, place) => this.#first + place > from && this.#first + place <= at);
    const events = moments.flatMap((moment) => moment.latest);
    const same = events.length === this.#latest.length && events.every((event, place) => event === this.#latest[place]);
    if (!same) this.#latest = events;
    return this.#latest;
  });
  /** The log up to the state shown. */
  entries = $derived.by((): EntryInfo[] => {
    const { moment, connection } = this;
    return moment ? connection.entries.filter((entry) => entry.version <= moment.version) : connection.entries;
  });
  /** All events, without undone ones. */
  told = $derived.by((): GameEvent[] => {
    const { entries } = this;
    const undone = new Set(entries.flatMap((entry) => entry.undone ?? []));
    return entries.flatMap((entry) => (undone.has(entry.version) ? [] : (entry.events ?? [])));
  });
  legal = $derived.by(() => (this.moment === null ? this.connection.legal : null));
  yours = $derived.by(() => this.connection.legal !== null);

  /** Places that have just changed; when it is the reader's turn, those changed since their last decision. */
  fresh = $derived.by(() => {
    const module = this.stage?.module;
    if (!module) return [];
    const all = this.yours && this.moment === null;
    const events = all ? this.connection.past.flatMap((moment) => moment.latest) : this.latest;
    return [...new Set(events.flatMap((event) => module.places(event)))];
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
    if (seats.length < 2 || !view || table?.status !== "playing" || this.showing) return null;
    const owing = seats.filter((each) => view.to_act.includes(each) && !table.seats[each]?.away);
    if (!owing.length || (seat !== null && owing.includes(seat))) return null;
    return owing[0]!;
  });

  readonly #tell = teller();
  /** The log's lines for some entries. */
  #said(entries: readonly EntryInfo[]): Said[] {
    const { stage, words, names } = this;
    return stage && words ? this.#tell(entries, stage.module, words, names) : [];
  }
  /** The log, up to what is shown. */
  said = $derived.by(() => this.#said(this.entries));
  /** What led to a state, in words; whose turn is next only if that is all. */
  lines(moment: Moment): Said[] {
    const said = this.#said(moment.entries);
    const done = said.filter((line) => line.kind !== "turn");
    return done.length ? done : said;
  }
  /** Everything since the reader's last decision, in words. */
  missed = $derived.by(() => this.connection.past.flatMap((moment) => this.lines(moment)));
  /** Whether others have moved since then and it is the reader's turn. */
  mayLookBack = $derived.by(() => {
    const others = this.connection.past.slice(1).some((moment) => this.lines(moment).length);
    return others && this.yours && !this.showing;
  });
  /** Goes to the state that an entry led to, looking back. */
  lookAt = (version: number): void => {
    const place = this.connection.past.findIndex((moment) => moment.version >= version);
    this.walk.go(this.#first + place);
  };
  /** What is told of a state while it is shown, caption by caption: without what the board shows well enough. */
  captions(moment: Moment): string[][] {
    const lines = this.lines(moment);
    const told = lines.filter((line) => !line.minor);
    return captions((told.length ? told : lines).map((line) => line.text));
  }
  /** The move being shown: whose it is, and what happens. */
  caption = $derived.by((): { seat: number | null; sentence: string } | null => {
    const { moment, walk } = this;
    if (moment === null) return null;
    const sentence = this.captions(moment)[walk.beat]?.join(" ");
    return { seat: moment.entries.at(-1)?.seat ?? null, sentence: sentence || ui.say("act.missed") };
  });
  /** The seats whose move is shown; in the present, those that owe a decision. */
  acting = $derived.by((): readonly number[] => {
    const seat = this.caption?.seat ?? null;
    return seat === null ? (this.view?.to_act ?? []) : [seat];
  });
  /** Announced: each move as it is shown, then what to do; what was not shown move by move, together with that. */
  heard = $derived.by(() => {
    const { moment, words } = this;
    if (moment !== null) return texts(this.lines(moment)) || this.sentence;
    if (this.captioned || !words) return this.sentence;
    return [...this.latest.map((event) => eventSentence(words, event)), this.sentence].join(" ");
  });

  /** The prompt to the reader. */
  sentence = $derived.by(() => {
    const { view, words } = this;
    if (!view || !words) return "";
    if (this.caption) return this.caption.sentence;
    const { seat, seats, table, entries } = this.connection;
    if (table && this.over) {
      const told = [outcome(table, this.names, seats), causes(table, entries, this.names)];
      return [...told, rematch(table, this.names, seats)].filter(Boolean).join(" ");
    }
    if (this.gone) {
      const lost = this.gone === "timed_out" && this.#forfeited;
      return ui.say(`parting.you.${lost ? "forfeited" : this.gone}`);
    }
    if (this.yours && words.has(`step.${view.step}`)) return words.sentence(`step.${view.step}`, { seat });
    if (this.yours) return ui.say("list.turn");
    if (this.connection.botsWait) return ui.say("state.busy");
    const names = ui.list(view.to_act.map((each: number) => this.names[each]!));
    return `${seats.length ? "" : `${ui.say("state.watching")} `}${ui.say("state.wait", { names })}`;
  });

  /** The action bar: the board's prompt while the game goes on and the reader is at the table, else the sentence. */
  prompt = $derived.by((): Prompt => {
    const { stage, sentence } = this;
    const aside = this.over || this.moment !== null || this.gone !== null;
    return aside || !stage ? saying(sentence) : stage.prompt(sentence);
  });

  /** Called when the board and its texts are loaded. */
  arrived(module: GameModule, words: Words): void {
    this.plain = words;
    if (module === this.stage?.module) return;
    const given = () => ({
      view: this.view!,
      legal: this.legal,
      seat: this.connection.seat,
      names: this.names,
      words: this.words!,
      latest: this.latest,
      told: this.told,
      acting: this.acting,
      pointed: this.pointed,
      fresh: this.fresh,
      outcome: this.connection.outcome,
    });
    const pace = () => (this.showing ? flightFactor() : 1);
    this.stage = new Stage(module, given, { play: this.play, ask: this.ask, undo: this.undo }, pace);
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
    this.skip();
    const { seat, version } = this.connection;
    const answer = await this.#send({ t: "move", seat, version, move });
    if (answer.ok) this.#played.set(answer.version, move);
    else if (answer.code !== "stale") this.refuse(answer);
  };

  /** "Why not?": asks the server which rule forbids a move. */
  ask = (move: string): void => {
    if (this.moment !== null || this.legal?.moves.some((choice) => choice.move === move)) return;
    void this.play(move);
  };

  /** The reader's moves by the versions they led to, to play them again after an undo. */
  readonly #played = new Map<number, string>();
  /** The move last taken back, as long as nothing else was decided since and it is still possible. */
  redoable = $derived.by((): string | null => {
    const { entries, seat, legal } = this.connection;
    const taken: (string | undefined)[] = [];
    for (const entry of entries.filter((each) => each.seat === seat)) {
      if (entry.kind === "took_back") taken.push(entry.undone?.map((each) => this.#played.get(each)).find(Boolean));
      else if (entry.kind === "moved" && taken.pop() !== this.#played.get(entry.version)) taken.length = 0;
    }
    return legal?.moves.find((choice) => choice.move === taken.at(-1))?.move ?? null;
  });
  /** What an undo would take back, in words. */
  undoable = $derived.by((): string => {
    const { entries, seat, undo } = this.connection;
    const undone = new Set(entries.flatMap((entry) => entry.undone ?? []));
    const own = (entry: EntryInfo) => entry.kind === "moved" && entry.seat === seat && !undone.has(entry.version);
    const last = undo?.possible ? entries.findLast(own) : undefined;
    return last ? (this.#said([last]).find((line) => line.kind === "event")?.text ?? "") : "";
  });

  /** Undoes the last decision, or says why that is impossible. */
  undo = async (): Promise<void> => {
    const { connection, words } = this;
    this.skip();
    if (connection.undo && !connection.undo.possible) {
      const reason = connection.undo.reason && words ? words.say(connection.undo.reason) : "";
      this.notice = { sentence: ui.say("act.undo.not", { reason }), rule: connection.undo.rule ?? null, undo: true };
      return;
    }
    if (this.busy) return;
    const { seat, version } = connection;
    const answer = await this.#send({ t: "undo", seat, version });
    if (!answer.ok) this.refuse(answer);
  };

  /** Plays the move last taken back again. */
  redo = (): void => {
    if (this.redoable !== null) void this.play(this.redoable);
  };

  /** Asks the others to let the reader take back their last decision. */
  askUndo = async (): Promise<void> => {
    this.notice = null;
    const answer = await this.connection.wish({ t: "ask_undo", seat: this.connection.seat });
    if (!answer.ok) this.refuse(answer);
  };

  /** Takes the seat back from the bot. */
  comeBack = async (): Promise<void> => {
    const answer = await this.connection.wish({ t: "return", seat: this.connection.seat });
    if (!answer.ok) this.refuse(answer);
  };

  async #send(wish: Move | Undo): Promise<Answer> {
    const { done } = this.connection;
    this.notice = null;
    this.#asked = done;
    const answer = await this.connection.wish(wish);
    if (this.#asked === done) this.#asked = null;
    return answer;
  }

  /** Shows one of the seats at this screen, or hides what is secret. */
  look(seat: number | null): void {
    void this.connection.wish({ t: "look", seat, since: 0 });
  }

  /** Plays the sounds of what is shown for the first time, and then the chime if the reader's turn begins. */
  hear(): void {
    const { yours, looking, moment, walk } = this;
    const module = this.stage?.module;
    const { version, entries, seat } = this.connection;
    if (looking) return;
    const latest = walk.at > this.#heard.at ? this.latest : [];
    const begins = moment === null && turnBegins(this.#heard, yours, entries, seat);
    this.#heard = moment === null ? { version, yours, at: walk.at } : { ...this.#heard, at: walk.at };
    if (!module || !prefs.sounds) return;
    const heard = latest.flatMap((event) => module.sounds[event.event] ?? []);
    const ends = [...new Set(heard.slice(-3))].map((name) => sound(name));
    if (begins) sound("turn", Math.max(0, ...ends));
  }

  refuse(answer: { code: string; sentence: string; rule?: string | null }): void {
    if (answer.code === "nameless") return;
    const sentence = answer.code === "lost" ? ui.say("net.not.sent") : answer.sentence || ui.say("net.failed");
    const rule = answer.rule ?? null;
    this.notice = { sentence: sentence.replace(` (${rule})`, ""), rule }; // the rule has its own button
  }
}
