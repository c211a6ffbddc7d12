/** When the reader hears that it is their turn. */
import type { EntryInfo } from "../wire";

/** What was heard last. */
export interface Heard {
  version: number;
  yours: boolean;
}

/** Whether it has just become the reader's turn; others may have decided in the same batch as the reader. */
export function turnBegins(before: Heard, yours: boolean, entries: readonly EntryInfo[], seat: number | null): boolean {
  if (!yours || !before.yours) return yours;
  const decided = entries.filter((entry) => entry.kind === "moved" && entry.version > before.version);
  const own = decided.findIndex((entry) => entry.seat === seat);
  return own >= 0 && decided.slice(own).some((entry) => entry.seat !== seat);
}
