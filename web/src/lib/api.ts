/** REST client. A refused request throws `Refused`, with a sentence in the reader's language. */
import type {
  Account,
  BotInfo,
  BotToken,
  EveningListing,
  EveningPage,
  EveningPlan,
  EveningStep,
  GameInfo,
  Invitation,
  Json,
  Listing,
  Me,
  NewTable,
  Opened,
  PersonInfo,
  Problem,
  Profile,
  Program,
  Ranked,
  RecoveryCodes,
  Replay,
  ReviewState,
  Restriction,
  SeatRating,
  SessionInfo,
  TablePage,
} from "../wire";
import { prefs } from "./prefs.svelte";

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

let csrf = "";

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { "Accept-Language": prefs.lang };
  if (method !== "GET") headers["X-CSRF-Token"] = csrf;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused("unreachable", "", 0);
  }
  const text = await answer.text();
  if (!answer.ok) {
    const problem = parsed<Partial<Problem>>(text);
    throw new Refused(problem?.code ?? "failed", problem?.sentence ?? "", answer.status);
  }
  return (text ? JSON.parse(text) : undefined) as T;
}

function parsed<T>(text: string): T | null {
  try {
    return JSON.parse(text) as T;
  } catch {
    return null;
  }
}

/** Sets the CSRF token for requests that change something. */
function met<Known extends Me | null>(me: Known): Known {
  csrf = me?.csrf ?? "";
  return me;
}

export const api = {
  me: async () => met(await request<Me | null>("GET", "/api/me")),
  arrive: async (name: string) => met(await request<Me>("POST", "/api/me", { name })),
  rename: async (name: string) => met(await request<Me>("PATCH", "/api/me", { name })),
  register: async (name: string, password: string) =>
    met(await request<Me>("POST", "/api/account", { name, password })),
  signIn: async (name: string, password: string) => met(await request<Me>("POST", "/api/session", { name, password })),
  signOut: () => request<void>("DELETE", "/api/session"),
  recover: async (name: string, code: string, password: string) =>
    met(await request<Me>("POST", "/api/account/recovery", { name, code, password })),
  account: () => request<Account>("GET", "/api/account"),
  changePassword: (before: string, after: string) =>
    request<void>("PUT", "/api/account/password", { old: before, new: after }),
  newCodes: (password: string) => request<RecoveryCodes>("POST", "/api/account/codes", { password }),
  deleteAccount: (password: string) => request<void>("POST", "/api/account/deletion", { password }),
  sessions: () => request<SessionInfo[]>("GET", "/api/sessions"),
  endSession: (id: string) => request<void>("DELETE", `/api/sessions/${id}`),
  endOtherSessions: () => request<void>("DELETE", "/api/sessions"),
  programs: () => request<Program[]>("GET", "/api/tokens"),
  newProgram: (name: string) => request<BotToken>("POST", "/api/tokens", { name }),
  revokeProgram: (id: string) => request<void>("DELETE", `/api/tokens/${id}`),
  games: () => request<GameInfo[]>("GET", `/api/games?lang=${prefs.lang}`),
  words: (game: string, lang: string) => request<Record<string, string>>("GET", `/api/games/${game}/text/${lang}`),
  components: (game: string) => request<Json>("GET", `/api/games/${game}/components`),
  bots: () => request<BotInfo[]>("GET", `/api/bots?lang=${prefs.lang}`),
  tables: () => request<Listing[]>("GET", "/api/tables"),
  mine: () => request<Listing[]>("GET", "/api/tables/mine"),
  open: (table: NewTable) => request<Opened>("POST", "/api/tables", table),
  table: (id: string) => request<TablePage>("GET", `/api/tables/${id}`),
  join: (id: string, invite: string) => request<TablePage>("POST", `/api/tables/${id}/join`, { invite }),
  people: (id: string) => request<PersonInfo[]>("GET", `/api/tables/${id}/people`),
  restrict: (id: string, who: string, what: Partial<Restriction>) =>
    request<PersonInfo[]>("PATCH", `/api/tables/${id}/people/${who}`, what),
  remove: (id: string, who: string) => request<void>("DELETE", `/api/tables/${id}/people/${who}`),
  renewInvite: (id: string) => request<Invitation>("POST", `/api/tables/${id}/invite`),
  profile: () => request<Profile>("GET", "/api/profile"),
  showProfile: (seen_by: NonNullable<Profile["seen_by"]>) => request<void>("PUT", "/api/profile", { seen_by }),
  person: (id: string) => request<Profile>("GET", `/api/people/${id}`),
  ratings: (game: string) => request<Ranked[]>("GET", `/api/ratings/${game}`),
  ratingChanges: (table: string) => request<SeatRating[]>("GET", `/api/tables/${table}/ratings`),
  record: (id: string) => request<{ seed: string }>("GET", `/api/tables/${id}/record`),
  replay: (id: string, seat: number | null = null) =>
    request<Replay>("GET", `/api/tables/${id}/replay${seat === null ? "" : `?seat=${seat}`}`),
  review: (id: string) => request<ReviewState>("GET", `/api/tables/${id}/review?lang=${prefs.lang}`),
  evenings: () => request<EveningListing[]>("GET", "/api/evenings"),
  openEvening: (plan: EveningPlan) => request<EveningPage>("POST", "/api/evenings", plan),
  evening: (id: string, invite = "") =>
    request<EveningPage>("GET", `/api/evenings/${id}${invite ? `?invite=${encodeURIComponent(invite)}` : ""}`),
  joinEvening: (id: string, invite: string | null) =>
    request<EveningPage>("POST", `/api/evenings/${id}/join`, { invite }),
  stepEvening: (id: string, step: EveningStep["step"]) =>
    request<EveningPage>("POST", `/api/evenings/${id}/steps`, { step }),
  leaveEvening: (id: string, person: number) => request<EveningPage>("DELETE", `/api/evenings/${id}/people/${person}`),
  startReview: (id: string) => request<ReviewState>("POST", `/api/tables/${id}/review?lang=${prefs.lang}`),
};
