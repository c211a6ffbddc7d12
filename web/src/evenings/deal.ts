/** Tells from the deal of a table which evening it belongs to. */
const PREFIX = "evening/"; // of the deals that tables of an evening play

/** The evening whose deal a table plays, if there is one. */
export function eveningOf(deal: string | null | undefined): string | null {
  return deal?.startsWith(PREFIX) ? (deal.slice(PREFIX.length).split("/")[0] ?? null) : null;
}
