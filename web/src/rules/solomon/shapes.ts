/** The shapes of digging cards, from the component set. */
import type { Details } from "../../lib/words";

/** The rows of a card's shape. */
export function shapeOf(amounts: Details, card: string): string[] {
  const rows: string[] = [];
  for (let row = 1; `cards_${card}_${row}` in amounts; row++) rows.push(String(amounts[`cards_${card}_${row}`]));
  return rows;
}
