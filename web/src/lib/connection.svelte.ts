/** Keeps one table up to date over its socket, whatever the network does. */
import type {
  AskHint,
  AskOdds,
  ClientMessage,
  EntryInfo,
  GameEvent,
  Hint,
  Legal,
  Line,
  OddsOfSeat,
  Outcome,
  Refusal,
  ServerMessage,
  TableInfo,
  Takeback,
  View,
} from "../wire";
import { follow, opening, withShare } from "./shuffle";

export type Wish<T extends ClientMessage = ClientMessage> = T extends ClientMessage ? Omit<T, "ref"> : never;
export type Answer =
  { ok: true; version: number } | { ok: false; code: string; sentence: string; rule?: string | null };
/** A hint or odds, or why there are none. */
export type Told<T> = { ok: true; told: T } | { ok: false; code: string; sentence: string; rule?: string | null };
export type Contact = "connecting" | "open" | "lost" | "closed";

/** A state, and what led to it. */
export interface Moment {
  view: View;
  version: number;
  /** The entries since the state before; none if the reader had just come. */
  entries: EntryInfo[];
  /** Their events. */
  latest: GameEvent[];
  /** Whether it is shown for a while: not what was found on arrival, nor anything while the reader owes a decision. */
  lasts: boolean;
}

const LONGEST_PAST = 200;
const SOONEST = 250; // milliseconds until the first retry, doubled with each
const LATEST = 8000;
const PULSE = 20_000; // milliseconds of silence before a ping
const PATIENCE = 6_000; // milliseconds to wait for an answer before the socket counts as dead
/** Close codes that are final: removed by the host; no such table, or no invitation. After 4401 the client reconnects. */
const FINAL = [4403, 4404];

export class Connection {
  contact = $state<Contact>("connecting");
  /** What the server said unasked before it closed the socket for good. */
  parting = $state("");
  version = $state(0);
  /** The seat whose view is shown. */
  seat = $state<number | null>(null);
  /** All seats of the reader; several at a shared screen. */
  seats = $state.raw<number[]>([]);
  table = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  legal = $state.raw<Legal | null>(null);
  undo = $state.raw<Takeback | null>(null);
  entries = $state.raw<EntryInfo[]>([]);
  chat = $state.raw<Line[]>([]);
  present = $state.raw<number[]>([]);
  spectators = $state(0);
  /** Whether the table's bots have to wait for others. */
  botsWait = $state(false);
  /** The points of all seats in every state so far, as far as the reader knew them. */
  standings = $state.raw<(number | null)[][]>([]);
  /** The states since the reader's last decision, the present one last. */
  past = $state.raw<Moment[]>([]);
  /** The number of states so far: the last one of `past` has the number `count - 1`. */
  count = $state(0);
  /** The number of the last state that needs no showing: the reader's own doing, or what was found on arrival. */
  seen = -1;
  /** What legal moves would bring, where that was asked for one by one. */
  #outcomes = $state.raw<Record<string, Outcome>>({});
  #inquired = new Set<string>();
  /** The number of the reader's commands confirmed so far. */
  done = $state(0);
  /** The server's counted time, in which timers run, minus local time, in milliseconds. */
  ahead = $state(0);

  #socket: WebSocket | null = null;
  #tries = 0;
  #ref = 0;
  #waiting = new Map<number, (answer: Answer) => void>();
  /** Questions that a bot or the server may think about for a while. */
  #consulting = new Map<number, (told: Told<Hint | OddsOfSeat>) => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval>;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #asked = 0; // when the last unanswered ping was sent; 0 if none
  #opened: () => void = () => undefined;
  /** Messages that arrive before the previous one is drawn; they are shown together in the next frame. */
  #inbox: ServerMessage[] = [];
  #drawing = false;
  #hidden = () => {
    this.#read();
    if (document.visibilityState === "visible") this.#beat();
    void this.wish({ t: "in_sight", visible: !document.hidden });
  };

  constructor(
    readonly id: string,
    private readonly lang: () => string,
    /** Called when new states have arrived. */
    private readonly arrived: () => void = () => undefined,
  ) {
    this.#pulse = setInterval(() => this.#beat(), PULSE);
    addEventListener("online", this.#again);
    addEventListener("offline", this.#dropped);
    document.addEventListener("visibilitychange", this.#hidden);
    this.#connect();
  }

  /** Closes the socket; the seat is kept. */
  end(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    removeEventListener("online", this.#again);
    removeEventListener("offline", this.#dropped);
    document.removeEventListener("visibilitychange", this.#hidden);
    this.#drop();
    this.#breakOff();
  }

  /** Reconnects under the reader's new identity. */
  renew(): void {
    this.contact = "connecting";
    this.#breakOff();
    this.#connect();
  }

  /** Sends a command; resolves when it is committed or refused, or when the connection breaks. */
  wish(wish: Wish): Promise<Answer> {
    const ref = ++this.#ref;
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve(broken());
    return new Promise((resolve) => {
      this.#waiting.set(ref, resolve);
      this.#socket!.send(JSON.stringify({ ...withShare(wish, this.id, this.table), ref }));
      this.#listen();
    });
  }

  /** Asks for a hint or for odds; nobody minds how long the answer takes. */
  consult(question: Wish<AskHint>): Promise<Told<Hint>>;
  consult(question: Wish<AskOdds>): Promise<Told<OddsOfSeat>>;
  consult(question: Wish<AskHint | AskOdds>): Promise<Told<Hint | OddsOfSeat>> {
    const ref = ++this.#ref;
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve({ ok: false, code: "lost", sentence: "" });
    return new Promise((resolve) => {
      this.#consulting.set(ref, resolve);
      this.#socket!.send(JSON.stringify({ ...question, ref }));
    });
  }

  /** What a legal move would bring. Where there are many, the server is asked; until it answers, null. */
  outcome = (move: string): Outcome | null => {
    const known = this.legal?.outcomes?.[move] ?? this.#outcomes[move];
    if (known) return known;
    if (this.legal && !this.#inquired.has(move) && this.#socket?.readyState === WebSocket.OPEN) {
      this.#inquired.add(move);
      const { seat, version } = this;
      this.#socket.send(JSON.stringify({ t: "outcome", ref: ++this.#ref, seat, version, move }));
    }
    return null;
  };

  /** Sends a command as soon as there is a connection. */
  async wishSoon(wish: Wish): Promise<Answer> {
    if (this.contact === "connecting") await new Promise<void>((resolve) => (this.#opened = resolve));
    return this.wish(wish);
  }

  #again = (): void => {
    if (this.contact === "lost") this.#connect();
  };

  #dropped = (): void => {
    if (this.contact !== "closed") this.#lost();
  };

  #connect(): void {
    clearTimeout(this.#timer);
    this.#drop();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const said = this.chat.at(-1)?.id ?? 0;
    const query = new URLSearchParams({
      since: String(this.version),
      said: String(said),
      lang: this.lang(),
      outcomes: "1",
    });
    if (this.seats.length > 1 && this.seat !== null) query.set("look", String(this.seat));
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${this.id}?${query}`);
    this.#socket = socket;
    socket.onopen = () => this.#beat();
    socket.onmessage = (event) => {
      if (this.contact !== "open") this.#found();
      this.#inbox.push(JSON.parse(String(event.data)) as ServerMessage);
      if (!this.#drawing || document.hidden) this.#read();
    };
    socket.onclose = (event) => this.#lost(event.code);
    this.#listen();
  }

  /** An open socket counts as connected only after its first message. */
  #found(): void {
    this.#tries = 0;
    this.contact = "open";
    if (document.hidden) void this.wish({ t: "in_sight", visible: false });
    this.#opened();
  }

  /** Drops the socket and ignores whatever it still sends. */
  #drop(): void {
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    this.#asked = 0;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** Rejects all pending commands. */
  #breakOff(): void {
    for (const resolve of this.#waiting.values()) resolve(broken());
    this.#waiting.clear();
    for (const resolve of this.#consulting.values()) resolve({ ok: false, code: "lost", sentence: "" });
    this.#consulting.clear();
  }

  #lost(code = 0): void {
    this.#read(); // pending messages may hold an answer
    this.#drop();
    this.#breakOff();
    if (FINAL.includes(code)) {
      this.contact = "closed";
      return;
    }
    this.contact = "lost";
    const pause = Math.min(LATEST, SOONEST * 2 ** this.#tries++);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  #beat(): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return this.#again();
    this.#asked ||= Date.now();
    this.#socket.send(JSON.stringify({ t: "ping", ref: ++this.#ref }));
    this.#listen();
  }

  /** Restarts the timeout for owed answers; when it expires, the connection counts as lost. */
  #listen(): void {
    clearTimeout(this.#silence);
    const owed = this.#waiting.size || this.#asked || this.#socket?.readyState === WebSocket.CONNECTING;
    if (owed) this.#silence = setTimeout(() => (this.#inbox.length ? this.#read() : this.#lost()), PATIENCE);
  }

  #read(): void {
    const messages = this.#inbox;
    this.#inbox = [];
    for (const message of messages) this.#hear(message);
    if (messages.some((message) => message.t === "snapshot" || message.t === "update")) this.arrived();
    if (messages.length) this.#listen();
    if (this.#drawing || !messages.length) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      this.#read();
    });
  }

  #hear(message: ServerMessage): void {
    switch (message.t) {
      case "snapshot":
      case "update":
        return this.#stand(message);
      case "ack":
        return this.#answer(message.ref, { ok: true, version: message.version });
      case "refused":
        if (!message.ref) this.parting = message.sentence;
        this.#tell(message.ref, { ok: false, code: message.code, sentence: message.sentence });
        return this.#answer(message.ref, refused(message));
      case "hint":
      case "odds":
        return this.#tell(message.ref, { ok: true, told: message });
      case "chat":
        this.chat = [...this.chat, ...message.lines.filter((line) => line.id > (this.chat.at(-1)?.id ?? 0))];
        return;
      case "presence":
        this.present = message.seats;
        this.spectators = message.spectators;
        this.botsWait = message.bots_wait ?? false;
        return;
      case "outcome":
        if (message.version === this.version) this.#outcomes = { ...this.#outcomes, [message.move]: message.outcome };
        return;
      case "pong":
        this.ahead = message.counted - (this.#asked + Date.now()) / 2;
        this.#asked = 0;
    }
  }

  #stand(message: Extract<ServerMessage, { t: "snapshot" | "update" }>): void {
    const before = this.entries.filter((entry) => entry.version <= message.since);
    this.entries = message.since ? [...before, ...message.entries] : message.entries;
    const own = message.entries.filter((entry) => entry.seat === message.seat && message.seat !== null);
    const turned = message.seat !== this.seat; // another seat at the screen knows other things
    if (own.length) this.done++;
    const { view, version } = message;
    const owing = message.legal !== null && (this.legal !== null || own.length > 0);
    const lasts = message.t === "update" && !turned && !owing;
    const entries = this.version ? message.entries : [];
    const past = turned || own.some((entry) => entry.kind === "moved") ? [] : this.past;
    const moment = view && {
      view,
      version,
      entries,
      latest: entries.flatMap((entry) => entry.events ?? []),
      lasts,
    };
    this.past = moment ? [...past, moment].slice(-LONGEST_PAST) : [];
    if (moment) this.count++;
    if (own.length || turned || message.t === "snapshot") this.seen = this.count - 1;
    if (view) this.standings = [...this.standings, view.standing];
    const { next } = this.table ?? {};
    this.table = message.table ?? this.table;
    if (message.table) this.#shuffle(message.table, message.seats, next ?? null);
    this.seat = message.seat;
    this.seats = message.seats;
    this.undo = message.undo;
    this.view = message.view;
    this.legal = message.legal;
    this.#outcomes = {};
    this.#inquired.clear();
    this.version = message.version;
  }

  #tell(ref: number, told: Told<Hint | OddsOfSeat>): void {
    this.#consulting.get(ref)?.(told);
    this.#consulting.delete(ref);
  }

  /** Opens the reader's share of the shuffle when it is awaited, here or at the table of the rematch. */
  #shuffle(table: TableInfo, seats: number[], next: string | null): void {
    const command = opening(table, seats);
    if (command) void this.wish(command);
    if (table.next && table.next !== next) follow(table);
  }

  #answer(ref: number, answer: Answer): void {
    this.#waiting.get(ref)?.(answer);
    this.#waiting.delete(ref);
  }
}

function refused(message: Refusal): Answer {
  return { ok: false, code: message.code, sentence: message.sentence, rule: message.rule };
}

function broken(): Answer {
  return { ok: false, code: "lost", sentence: "" };
}
