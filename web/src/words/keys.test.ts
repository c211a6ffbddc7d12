import { expect, test } from "vitest";
import { sources } from "../lib/sources";
import en from "./en";

const code = sources(".svelte", ".ts")
  .filter(([path]) => !path.includes("words/"))
  .map(([, text]) => text)
  .join("\n");
const keys = Object.keys(en);

const GAMES = ["solomon", "monte-cristo", "ali-baba"];
const EVENINGS = ["duplicate", "swiss", "round_robin"];
const PARTINGS = ["left", "resigned", "timed_out"];
const SEAT_ACTIONS = ["sit", "nudge", "offer", "withdraw", "substitute"];
const ASKED = ["asked_undo", "agreed_undo", "declined_undo", "nudged", "offered", "substituted"];
const LINES = [
  "sat",
  "bot_sat",
  "cleared",
  "handed",
  "forgotten",
  "started",
  "took_back",
  "resigned",
  "left",
  "returned",
  "removed",
  "chat_opened",
  "chat_closed",
];
/** The keys that each template string makes. */
const MADE: Record<string, string[]> = {
  "fair.verdict.${found}": ["right", "others", "left_out", "wrong"].map((found) => `fair.verdict.${found}`),
  "list.${table.status}": ["list.waiting", "list.playing"],
  "new.clock.${kind}.name": ["new.clock.live.name", "new.clock.slow.name"],
  "new.expiry.${expiry}.name": ["new.expiry.bot.name", "new.expiry.forfeit.name"],
  'new.expiry.${clock.expiry ?? "bot"}': ["new.expiry.bot", "new.expiry.forfeit"],
  "settings.confirm.${when}": ["settings.confirm.touch", "settings.confirm.always", "settings.confirm.never"],
  "settings.speed.${speed}": ["slow", "normal", "fast", "instant"].map((speed) => `settings.speed.${speed}`),
  "settings.size.${size}": ["settings.size.fit", "settings.size.large"],
  "settings.hand.${hand}": ["settings.hand.right", "settings.hand.left"],
  "seat.${action}": SEAT_ACTIONS.map((action) => `seat.${action}`),
  "seat.${action}.why": SEAT_ACTIONS.map((action) => `seat.${action}.why`),
  "settings.theme.${theme}": ["settings.theme.system", "settings.theme.light", "settings.theme.dark"],
  "count.${key}": ["players", "spectators", "hours", "minutes", "seconds", "places", "codes", "streak"].flatMap(
    (noun) => [`count.${noun}.one`, `count.${noun}.other`],
  ),
  "side.${each}": [
    "side.seats",
    "side.log",
    "side.chat",
    "side.rules",
    "side.words",
    "side.chart",
    "side.sheet",
    "side.review",
    "side.choices",
  ],
  "review.mark.${decision.mark!}": ["inaccuracy", "mistake", "blunder"].map((mark) => `review.mark.${mark}`),
  "review.mark.${decision.mark}": [],
  "side.${sheet}": [],
  "log.${entry.kind}": [
    ...[...LINES, ...ASKED, "timed_out", "wanted_rematch", "resumed", "silent"].map((kind) => `log.${kind}`),
    ...["plural", "other", "you.other"].map((form) => `log.took_back.${form}`),
    ...["plural", "other"].map((form) => `goon.about.${form}`),
    ...keys.filter((key) => /^log\.\w+\.you$/.test(key)),
  ],
  "${what}.title": ["odds.title", "truth.title"],
  "${what}.about": ["odds.about", "truth.about"],
  "lens.${each}": ["lens.seen", "lens.odds", "lens.truth"],
  "lens.${each}.about": ["lens.seen.about", "lens.odds.about"],
  "lens.${each}.all": ["lens.seen.all", "lens.odds.all"],
  "act.${what}": ["act.link", "act.sealed", "act.leave", "act.resign"],
  "act.${what}.sure": ["act.leave.sure", "act.resign.sure"],
  'parting.${why}${over ? ".over" : ""}': PARTINGS.flatMap((why) => [`parting.${why}`, `parting.${why}.over`]),
  "cause.${why}": ["cause.resigned", "cause.timed_out"],
  'parting.you.${lost ? "forfeited" : this.gone}': [...PARTINGS, "forfeited"].map((why) => `parting.you.${why}`),
  "evening.kind.${each}": EVENINGS.map((kind) => `evening.kind.${kind}`),
  "evening.kind.${each}.why": EVENINGS.map((kind) => `evening.kind.${kind}.why`),
  "evening.kind.${page.plan.kind}": [],
  'evening.kind.${kind ?? "duplicate"}.why': [],
  "evening.about.${page.plan.kind}": EVENINGS.map((kind) => `evening.about.${kind}`),
  "evening.state.${one.phase}": ["waiting", "playing", "paused", "over"].map((phase) => `evening.state.${phase}`),
  "rules.section.${name}": ["overview", "aim", "piece", "turn", "score", "example", "tip"].map(
    (section) => `rules.section.${section}`,
  ),
  "notices.browser.${hindered}": ["insecure", "install", "old"].map((why) => `notices.browser.${why}`),
  "notices.kind.${channel.kind}": ["push", "mail", "chat", "webhook"].map((kind) => `notices.kind.${kind}`),
  "notices.${kind}": ["notices.mail", "notices.chat"],
  "notices.${kind}.address": ["notices.mail.address", "notices.chat.address"],
  "notices.every.${minutes}": ["0", "60", "240", "1440"].map((minutes) => `notices.every.${minutes}`),
  "profile.seen.${who}": ["nobody", "friends", "met", "all"].map((who) => `profile.seen.${who}`),
  "season.rule.${season.points}": ["season.rule.mean", "season.rule.sum"],
  "season.rule.${rule}.name": ["season.rule.mean.name", "season.rule.sum.name"],
  "home.time.${drawn}": GAMES.map((game) => `home.time.${game}`),
  "home.line.${drawn}.1": GAMES.map((game) => `home.line.${game}.1`),
  "home.line.${drawn}.2": GAMES.map((game) => `home.line.${game}.2`),
  "home.line.${drawn}.3": GAMES.map((game) => `home.line.${game}.3`),
};
const made = new Set(Object.values(MADE).flat());

test("every key is used", () => {
  expect(keys.filter((key) => !made.has(key) && !code.includes(`"${key}"`))).toEqual([]);
});

test("every key that is made exists, and every template is known here", () => {
  const templates = [...code.matchAll(/\bui\.say\((?:[^()"`]*\? "[^"]*" : )?`((?:[^`$]|\$\{[^}]*\})*)`/g)];
  expect(templates.map(([, template]) => template).filter((template) => !(template! in MADE))).toEqual([]);
  expect(Object.keys(MADE).filter((template) => !code.includes(`\`${template}\``))).toEqual([]);
  expect([...made].filter((key) => !keys.includes(key))).toEqual([]);
});

test("every key that is written out exists", () => {
  const written = [...code.matchAll(/\bui\.say\((?:[^()"`]*\? )?"([\w.-]+)"(?: : "([\w.-]+)")?/g)];
  const said = written.flatMap(([, one, other]) => (other === undefined ? [one!] : [one!, other]));
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter((key) => !keys.includes(key))).toEqual([]);
});
