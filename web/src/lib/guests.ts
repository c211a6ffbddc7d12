/** Names for guests who give none: those of explorers, which fit both languages. */

export const EXPLORERS = [
  "Alexandra",
  "Amelia",
  "Annie",
  "Battuta",
  "Bessie",
  "Ernest",
  "Freya",
  "Fridtjof",
  "Georg",
  "Gertrude",
  "Gudrid",
  "Harriet",
  "Henson",
  "Humboldt",
  "Isabella",
  "Jacques",
  "Jeanne",
  "Junko",
  "Leif",
  "Marco",
  "Merian",
  "Nansen",
  "Nellie",
  "Roald",
  "Sacagawea",
  "Sylvia",
  "Tenzing",
  "Thor",
  "Valentina",
  "Zheng",
] as const;

/** An explorer's name that nobody at the table has. */
export function guestName(taken: readonly string[] = []): string {
  const called = new Set(taken.map((name) => name.toLocaleLowerCase()));
  const free = EXPLORERS.filter((name) => !called.has(name.toLocaleLowerCase()));
  const names = free.length ? free : EXPLORERS;
  return names[Math.floor(Math.random() * names.length)]!;
}
