import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "./connection.svelte";

/** A fake socket controlled by a test; it never closes by itself. */
class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = Socket.CONNECTING;
  sent: { t: string; ref: number }[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly address: string) {
    Socket.all.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
  open() {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  pong() {
    this.say({ t: "pong", ref: this.sent.at(-1)!.ref, now: Date.now(), counted: Date.now() });
  }
}

const last = () => Socket.all.at(-1)!;
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", Socket);
  Socket.all = [];
  connection = new Connection("table", () => "en");
  last().open();
  last().pong();
});
afterEach(() => {
  connection.end();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("an unanswered ping means a lost connection, even if the socket never closes", () => {
  const dead = last();
  vi.advanceTimersByTime(20_000);
  expect(dead.sent.at(-1)!.t).toBe("ping");
  expect(connection.contact).toBe("open");
  vi.advanceTimersByTime(6_000);
  expect(connection.contact).toBe("lost");
  expect(dead.closed).toBe(true);
  expect(dead.onmessage).toBeNull();
});

test("an unanswered command means a lost connection, and it is rejected", async () => {
  const answer = connection.wish({ t: "say", text: "Hello" });
  vi.advanceTimersByTime(6_000);
  expect(connection.contact).toBe("lost");
  expect(await answer).toMatchObject({ ok: false, code: "lost" });
});

test("an answer in time keeps the connection", async () => {
  const answer = connection.wish({ t: "say", text: "Hello" });
  vi.advanceTimersByTime(5_000);
  last().say({ t: "ack", ref: last().sent.at(-1)!.ref, version: 1 });
  vi.advanceTimersByTime(7_000);
  expect(await answer).toMatchObject({ ok: true });
  expect(connection.contact).toBe("open");
});

test("going offline loses the connection at once, going online reconnects at once", () => {
  dispatchEvent(new Event("offline"));
  expect(connection.contact).toBe("lost");
  const before = Socket.all.length;
  dispatchEvent(new Event("online"));
  expect(Socket.all.length).toBe(before + 1);
  last().open();
  last().pong();
  expect(connection.contact).toBe("open");
});

test("a socket that never opens is replaced", () => {
  connection.renew();
  const stuck = last();
  vi.advanceTimersByTime(6_000);
  expect(stuck.closed).toBe(true);
  vi.advanceTimersByTime(1_000);
  expect(last()).not.toBe(stuck);
});

test("a socket that opens and stays silent does not count as connected", () => {
  dispatchEvent(new Event("offline"));
  dispatchEvent(new Event("online"));
  last().open();
  expect(connection.contact).toBe("lost");
  const silent = last();
  vi.advanceTimersByTime(6_000);
  expect(silent.closed).toBe(true);
  expect(connection.contact).toBe("lost");
});

test("what the server says before it closes for good is kept", () => {
  last().say({ t: "refused", ref: 0, code: "removed", sentence: "The host has asked you to leave." });
  last().onclose?.({ code: 4403 });
  expect(connection.contact).toBe("closed");
  expect(connection.parting).toBe("The host has asked you to leave.");
});

test("bots wait as long as the server says so", () => {
  last().say({ t: "presence", seats: [0], spectators: 0, bots_wait: true });
  vi.runOnlyPendingTimers();
  expect(connection.botsWait).toBe(true);
  last().say({ t: "presence", seats: [0], spectators: 0 });
  vi.runOnlyPendingTimers();
  expect(connection.botsWait).toBe(false);
});
