/** Animations for events: tiles that fly between cells and screens. */
import type { Json } from "../../wire";

/** A cell of the cave, or a seat's screen. */
export type Stop = { cell: string } | { screen: number };

export interface Route {
  /** Null: face down. */
  tile: string | null;
  from: Stop;
  to: Stop;
}

/** The flights caused by events, in order. */
export function routes(events: Json[]): Route[] {
  const found: Route[] = [];
  let loser: number | null = null; // the player who could not pay; their finds go to the others
  for (const event of events) {
    const to = { screen: event.seat as number };
    if (event.event === "shift") found.push({ tile: event.tile, from: { cell: event.cell }, to: { cell: event.onto } });
    if (event.event === "dig") {
      event.cells.forEach((cell: string, place: number) =>
        found.push({ tile: event.tiles[place], from: { cell }, to }),
      );
    }
    if (event.event === "fail") loser = event.seat;
    if (event.event === "received" && loser !== null) {
      for (const tile of event.tiles) found.push({ tile, from: { screen: loser }, to });
    }
    if (event.event === "dealt" && loser !== null && !shown(events, event.seat)) {
      for (let tile = 0; tile < event.count; tile++) found.push({ tile: null, from: { screen: loser }, to });
    }
  }
  return found;
}

/** Whether the reader may see what a seat received. */
function shown(events: Json[], seat: number): boolean {
  return events.some((event) => event.event === "received" && event.seat === seat);
}
