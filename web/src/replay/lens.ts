/** What a replay shows: what was seen, what could be expected of the hidden besides, or what really lay there. */
export type Lens = "seen" | "odds" | "truth";
export const LENSES: readonly Lens[] = ["seen", "odds", "truth"];

/** The lens that an address names. */
export function lensOf(name: string | null): Lens {
  return LENSES.find((lens) => lens === name) ?? "seen";
}
