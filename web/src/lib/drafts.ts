/** Unsent input; survives a reload. */
const KEY = "schatzkammer/draft/";

export const drafts = {
  get: (table: string): string => sessionStorage.getItem(KEY + table) ?? "",
  set(table: string, text: string): void {
    if (text) sessionStorage.setItem(KEY + table, text);
    else sessionStorage.removeItem(KEY + table);
  },
};
