/** REST client. A refused request throws `Refused`, with a sentence in the reader's language. */
import type {
  Account,
  BotInfo,
  BotToken,
  ChannelInfo,
  ChoicesAt,
  Continuation,
  Delivery,
  EveningListing,
  EveningPage,
  EveningPlan,
  EveningStep,
  GameInfo,
  GameOdds,
  GroupInfo,
  GroupInvitation,
  HuntBegun,
  HuntDay,
  HuntPage,
  HuntTotals,
  Invitation,
  Json,
  Listing,
  Me,
  MutedPeople,
  NewBrowser,
  NewSeason,
  NewTable,
  NoticeInfo,
  Opened,
  OwnGroup,
  PersonInfo,
  Preferences,
  Problem,
  Profile,
  Program,
  Ranked,
  RecoveryCodes,
  Replay,
  ReviewState,
  Restriction,
  SeasonTable,
  SeatRating,
  SessionInfo,
  TableNotices,
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
/** In a page that was saved as a file, what the server would answer, by address. */
let saved: Record<string, unknown> | null = null;

/** Answers every request from what a saved page carries. */
export function answerFrom(answers: Record<string, unknown>): void {
  saved = answers;
}

/** Whether this page was saved as a file and works without a server. */
export function isSaved(): boolean {
  return saved !== null;
}

async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (saved) {
    if (method === "GET" && path in saved) return saved[path] as T;
    throw new Refused("not_found", "", 404);
  }
  const headers: Record<string, string> = { "Accept-Language": prefs.lang };
  if (method !== "GET") headers["X-CSRF-Token"] = csrf;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    const sent = body instanceof Blob ? body : body === undefined ? null : JSON.stringify(body);
    answer = await fetch(path, { method, headers, body: sent });
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

/** Minutes east of Greenwich, where the reader is now. */
function utcOffset(): number {
  return -new Date().getTimezoneOffset();
}

export const api = {
  me: async () => met(await request<Me | null>("GET", "/api/me")),
  arrive: async (name: string) => met(await request<Me>("POST", "/api/me", { name })),
  rename: async (name: string) => met(await request<Me>("PATCH", "/api/me", { name })),
  register: async (name: string, password: string) =>
    met(await request<Me>("POST", "/api/account", { name, password })),
  signIn: async (name: string, password: string) => met(await request<Me>("POST", "/api/session", { name, password })),
  signOut: (everywhere = false) => request<void>("DELETE", `/api/session${everywhere ? "?everywhere=true" : ""}`),
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
  notices: () => request<NoticeInfo>("GET", `/api/notices?lang=${prefs.lang}`),
  prefer: (wanted: Preferences) => request<NoticeInfo>("PUT", "/api/notices", wanted),
  addBrowser: (browser: NewBrowser) => request<ChannelInfo>("POST", "/api/notices/push", browser),
  addMail: (address: string) => request<ChannelInfo>("POST", "/api/notices/mail", { address }),
  addChat: (address: string) => request<ChannelInfo>("POST", "/api/notices/chat", { address }),
  confirmChannel: (id: string, code: string) =>
    request<ChannelInfo>("POST", `/api/notices/channels/${id}/code`, { code }),
  testChannel: (id: string) => request<Delivery>("POST", `/api/notices/channels/${id}/test`),
  removeChannel: (id: string) => request<void>("DELETE", `/api/notices/channels/${id}`),
  tableNotices: (id: string) => request<TableNotices>("GET", `/api/tables/${id}/notices`),
  muteTable: (id: string, muted: boolean) => request<TableNotices>("PUT", `/api/tables/${id}/notices`, { muted }),
  people: (id: string) => request<PersonInfo[]>("GET", `/api/tables/${id}/people`),
  restrict: (id: string, who: string, what: Partial<Restriction>) =>
    request<PersonInfo[]>("PATCH", `/api/tables/${id}/people/${who}`, what),
  remove: (id: string, who: string) => request<void>("DELETE", `/api/tables/${id}/people/${who}`),
  renewInvite: (id: string) => request<Invitation>("POST", `/api/tables/${id}/invite`),
  muted: (id: string) => request<MutedPeople>("GET", `/api/tables/${id}/muted`),
  mute: (id: string, who: string, muted: boolean) =>
    request<void>(muted ? "PUT" : "DELETE", `/api/tables/${id}/muted/${who}`),
  reportLine: (id: string, line: number, text: string) =>
    request<void>("POST", `/api/tables/${id}/reports`, { line, text }),
  report: (text: string) => request<void>("POST", "/api/reports", { text }),
  groups: () => request<OwnGroup[]>("GET", "/api/groups"),
  foundGroup: (name: string) => request<GroupInfo>("POST", "/api/groups", { name, utc_offset: utcOffset() }),
  group: (id: string) => request<GroupInfo>("GET", `/api/groups/${id}`),
  renameGroup: (id: string, name: string) => request<GroupInfo>("PATCH", `/api/groups/${id}`, { name }),
  dissolveGroup: (id: string) => request<void>("DELETE", `/api/groups/${id}`),
  groupTables: (id: string) => request<Listing[]>("GET", `/api/groups/${id}/tables`),
  groupInvitation: (id: string, invite: string) =>
    request<GroupInvitation>("GET", `/api/groups/${id}/invitation?invite=${encodeURIComponent(invite)}`),
  renewGroupInvite: (id: string) => request<Invitation>("POST", `/api/groups/${id}/invite`),
  joinGroup: (id: string, invite: string) => request<GroupInfo>("POST", `/api/groups/${id}/join`, { invite }),
  removeMember: (id: string, person: string) => request<void>("DELETE", `/api/groups/${id}/members/${person}`),
  handGroupOver: (id: string, person: string) => request<GroupInfo>("PUT", `/api/groups/${id}/owner`, { person }),
  seasons: (id: string) => request<SeasonTable[]>("GET", `/api/groups/${id}/seasons`),
  beginSeason: (id: string, season: NewSeason) =>
    request<SeasonTable[]>("POST", `/api/groups/${id}/seasons`, { ...season, utc_offset: utcOffset() }),
  profile: () => request<Profile>("GET", "/api/profile"),
  showProfile: (seen_by: NonNullable<Profile["seen_by"]>) => request<void>("PUT", "/api/profile", { seen_by }),
  person: (id: string) => request<Profile>("GET", `/api/people/${id}`),
  ratings: (game: string) => request<Ranked[]>("GET", `/api/ratings/${game}`),
  ratingChanges: (table: string) => request<SeatRating[]>("GET", `/api/tables/${table}/ratings`),
  hunts: () => request<HuntDay>("GET", "/api/hunts"),
  hunt: (day: string, game: string) => request<HuntPage>("GET", `/api/hunts/${day}/${game}`),
  beginHunt: (day: string, game: string, pace: number) =>
    request<HuntBegun>("POST", `/api/hunts/${day}/${game}`, { pace }),
  huntTotals: (span: HuntTotals["span"], day: string) =>
    request<HuntTotals>("GET", `/api/hunts/totals/${span}?day=${day}`),
  choices: (id: string) => request<ChoicesAt[]>("GET", `/api/tables/${id}/choices`),
  record: (id: string) => request<{ seed: string }>("GET", `/api/tables/${id}/record`),
  upload: (file: Blob) => request<Opened>("POST", "/api/records", file),
  uploads: () => request<Listing[]>("GET", "/api/records"),
  removeUpload: (id: string) => request<void>("DELETE", `/api/records/${id}`),
  goOn: (id: string, from: Continuation) => request<Opened>("POST", `/api/tables/${id}/continuation`, from),
  replay: (id: string, seat: number | null = null) =>
    request<Replay>("GET", `/api/tables/${id}/replay${seat === null ? "" : `?seat=${seat}`}`),
  hidden: (id: string, what: "odds" | "truth", seat: number | null) =>
    request<GameOdds>("GET", `/api/tables/${id}/${what}${seat === null ? "" : `?seat=${seat}`}`),
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
