/** Opens tables. */
import { api, Refused } from "./api";
import { guestName } from "./guests";
import { lessonRequest, PACE, ready, request, UNHURRIED, USUAL_BOT, usualOthers, type Opening } from "./opening";
import { prefs } from "./prefs.svelte";
import { router } from "./router.svelte";
import { session } from "./session.svelte";

const MOST_TRIES = 5;

/** Opens a table and goes there; the game starts at once if no player is awaited. */
export async function open(opening: Opening): Promise<void> {
  await arrive(opening.others.flatMap((sitter) => (sitter.kind === "local" ? [sitter.name] : [])));
  const opened = await api.open(request(opening));
  router.go(`/t/${opened.id}${ready(opening) ? "?start=1" : ""}`);
}

/** Goes on from a position of a finished game, against bots. */
export async function goOn(table: string, moves: number, seat: number, bot: string): Promise<void> {
  await arrive([]);
  const opened = await api.goOn(table, { moves, seat, bot, pace: PACE[prefs.speed] });
  router.go(`/t/${opened.id}`);
}

/** Uploads the record of a game, and goes to its replay. */
export async function openRecord(file: Blob): Promise<void> {
  await arrive([]);
  const opened = await api.upload(file);
  router.go(`/t/${opened.id}/replay`);
}

/** Lets the reader in under their name; who has none gets an explorer's that nobody else has. */
async function arrive(taken: string[]): Promise<void> {
  const known = prefs.name || session.me?.name;
  if (known) return session.arrive(known);
  for (let tries = 0; ; tries++) {
    const name = guestName(taken);
    try {
      return await session.arrive(name);
    } catch (error) {
      prefs.name = "";
      if (!(error instanceof Refused) || error.code !== "name_taken" || tries === MOST_TRIES) throw error;
      taken = [...taken, name]; // an account has it
    }
  }
}

/** Starts a game against two default bots with default options. */
export function playNow(game: string): Promise<void> {
  const info = session.game(game);
  const options = Object.fromEntries((info?.options ?? []).map((option) => [option.name, option.default]));
  const others = Array.from({ length: info ? usualOthers(info) : 2 }, () => ({ kind: "bot" as const, bot: USUAL_BOT }));
  return open({
    game,
    options,
    others,
    private: false,
    group: null,
    rated: false,
    aids: null,
    clock: UNHURRIED,
    speed: prefs.speed,
  });
}

/** Begins the reader's attempt at a hunt of the day, or goes on with it. */
export async function huntNow(day: string, game: string): Promise<void> {
  await arrive([]);
  const { table } = await api.beginHunt(day, game, PACE[prefs.speed]);
  router.go(`/t/${table}`);
}

/** Whether to offer a title's lesson: to readers who have neither begun it nor seen the title's hints. */
export function isNew(game: string): boolean {
  const known = prefs.hinted.some((hint) => hint === "*" || hint.startsWith(`${game}/`));
  return !!session.game(game)?.lesson && !prefs.lessons[game] && !known;
}

/** The table of a lesson that is under way. */
export function lessonBegun(game: string): string | undefined {
  const begun = prefs.lessons[game];
  if (!begun || begun.done) return undefined;
  return session.mine.find(({ id, status }) => id === begun.table && status === "playing")?.id;
}

/** Opens a title's lesson, or goes on with the one that is under way. */
export async function learn(game: string): Promise<void> {
  const begun = lessonBegun(game);
  if (begun) return router.go(`/t/${begun}`);
  await arrive([]);
  const { id } = await api.open(lessonRequest(game, prefs.speed));
  prefs.lessons = { ...prefs.lessons, [game]: { table: id, seen: [], done: false } };
  router.go(`/t/${id}?start=1`);
}
