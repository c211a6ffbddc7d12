/** The last chat line read at each table; survives a reload. */
const KEY = "schatzkammer/read";
const MOST = 100; // tables remembered

type Lines = [table: string, line: number][];

function kept(): Lines {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Lines;
  } catch {
    return [];
  }
}

export const lastRead = {
  get: (table: string): number => kept().find(([id]) => id === table)?.[1] ?? 0,
  set(table: string, line: number): void {
    const others = kept().filter(([id]) => id !== table);
    localStorage.setItem(KEY, JSON.stringify([[table, line], ...others].slice(0, MOST)));
  },
};
