/** A drawn board for The Wreck: all that a game adds to the kit. */
import { defineGame } from "../../src/boards/kit/game";
import { moveButton, saying } from "../../src/boards/kit/prompt";
import Board from "./Board.svelte";
import Seat from "./Seat.svelte";
import type { Event, View } from "./view";

const TEXTS = {
  en: {
    "board.label": "The wreck",
    "board.sight": "In sight: {find}",
    "board.token": "Token {token}",
    "board.played": "{seat} plays {token}.",
    "board.go": "Bid {token}",
    "board.buyer": "Your buyer pays more for: {kind}",
    "board.points": "Points",
    "board.finds": "Finds",
    "board.tokens": "Tokens",
    "board.none": "none",
    "board.hint.sight": "Everybody bids a token in secret; the highest that nobody else bids takes the find.",
    "board.hint.tokens": "Each token can be bid once.",
  },
  de: {
    "board.label": "Das Wrack",
    "board.sight": "In Sicht: {find}",
    "board.token": "Marke {token}",
    "board.played": "{seat} spielt {token}.",
    "board.go": "{token} bieten",
    "board.buyer": "Dein Käufer zahlt mehr für: {kind}",
    "board.points": "Punkte",
    "board.finds": "Funde",
    "board.tokens": "Marken",
    "board.none": "keine",
    "board.hint.sight": "Alle bieten verdeckt eine Marke; die höchste, die sonst niemand bietet, bekommt den Fund.",
    "board.hint.tokens": "Jede Marke kann nur einmal geboten werden.",
  },
};

export default defineGame<View, Event, object>({
  Board,
  Seat,
  catalogue: async (lang) => (lang === "de" ? TEXTS.de : TEXTS.en),
  details: (_, choice) => ({ token: choice.targets[0] }),
  gestures: () => ({ asks: (key: string) => `bid ${key}` }),
  prompt: ({ words, deciding }, hand) => {
    if (!deciding) return null;
    if (!hand.armed) return saying(words.sentence("step.bid", { seat: hand.position.seat }));
    const [token] = hand.armed.targets;
    const button = moveButton(hand, hand.armed.move, words.say("board.go", { token }), { main: true });
    return { ...saying(words.say("board.token", { token })), buttons: [button] };
  },
  text: ({ view, names, words }) => [
    { title: words.say("board.label"), lines: view.find ? [words.say("board.sight", { find: view.find })] : [] },
    ...view.seats.map((seat, of) => ({
      title: names[of] ?? "",
      terms: [
        [words.say("board.finds"), words.word("find", seat.finds) || words.say("board.none")],
        [words.say("board.tokens"), seat.tokens.join(", ") || words.say("board.none")],
      ] as [string, string][],
    })),
  ],
  sheet: (view, words) => [
    {
      key: "points",
      label: words.say("board.points"),
      kind: "total",
      cells: (view.scores ?? []).map((score) => ({ value: String(score) })),
    },
  ],
  places: (event) => (typeof event.find === "string" ? [event.find] : []),
  pieces: (view) => ({
    sight: view.find ? [view.find] : [],
    ...Object.fromEntries(view.seats.map((seat, of) => [`finds ${of}`, seat.finds])),
  }),
  flights: (event) => (event.event === "sinks" ? [{ from: "sight", to: "deep" }] : []),
  sounds: { bid: "card", takes: "coin", sinks: "dig", over: "end" },
  hints: [
    { at: "sight", key: "board.hint.sight" },
    { at: "tokens", key: "board.hint.tokens" },
  ],
});
