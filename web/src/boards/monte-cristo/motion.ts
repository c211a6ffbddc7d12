/** The pieces that move about, and where they go when they leave the board. */
import type { Flight, Lying } from "../kit/pieces.svelte";
import { cardsOf, LANES } from "./view";
import type { GameEvent, View } from "./wire";

/** All pieces by place. A look is what a piece is and its name or owner, such as `card ruby-2` and `hunter 0`. */
export function pieces(view: View): Lying {
  const drawn = view.lane === "supply" ? "card" : "treasure";
  const found: Record<string, readonly string[]> = { drawn: named(drawn, view.drawn) };
  for (const lane of LANES) found[`lane ${lane}`] = named("marble", view.slide[lane]);
  for (const [name, dungeon] of Object.entries(view.dungeons)) {
    found[`treasures ${name}`] = named("treasure", dungeon.treasures);
    found[`queue ${name}`] = named("hunter", dungeon.queue);
  }
  for (const [area, seats] of Object.entries(view.bonus)) found[`bonus ${area}`] = named("hunter", seats);
  for (const [seat, has] of view.seats.entries()) {
    found[`supply ${seat}`] = Array<string>(has.hunters).fill(`hunter ${seat}`);
    found[`marseille ${seat}`] = Array<string>(has.marseille).fill(`hunter ${seat}`);
  }
  if (view.seat !== null) {
    found.hand = named("card", cardsOf(view, view.seat));
    found.collected = named("treasure", view.seats[view.seat]!.collected);
  }
  return found;
}

function named(what: string, names: readonly (string | number)[]): string[] {
  return names.map((name) => `${what} ${name}`);
}

/** The name of a piece, or its owner. */
export function nameOf(piece: { look: string }): string {
  return piece.look.slice(piece.look.indexOf(" ") + 1);
}

/** Cards and treasures go to piles and to other seats. */
export function flights(event: GameEvent): Flight[] {
  switch (event.event) {
    case "pay":
    case "discard":
      return [{ from: "hand", to: "discards", look: `card ${event.card}` }];
    case "pay_joker":
    case "discard_joker":
      return [{ from: "hand", to: "deck", look: "card joker" }];
    case "keep":
      return [{ from: "drawn", to: `seat ${event.seat}`, look: `card ${event.card}` }];
    case "give":
      return [{ from: "drawn", to: `seat ${event.to_seat}`, look: `card ${event.card}` }];
    case "take":
      return [{ from: `treasures ${event.dungeon}`, to: `seat ${event.seat}`, look: `treasure ${event.treasure}` }];
    case "clear":
      return event.treasure.map((treasure) => ({
        from: `treasures ${event.dungeon}`,
        to: "aside",
        look: `treasure ${treasure}`,
      }));
    case "sell":
      return [{ from: "collected", to: "aside", look: `treasure ${event.treasure}` }];
    default:
      return [];
  }
}
