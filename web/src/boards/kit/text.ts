/** The parts of a text board and of a score sheet, as data; `TextBoard` and `ScoreSheet` show them. */

/** A table with a heading for each column; the first cell of a row is its heading. */
export interface TextTable {
  columns: string[];
  rows: string[][];
}

/** A part of the text board under a heading. Whatever it has is shown in this order. */
export interface Section {
  title: string;
  lines?: string[];
  table?: TextTable;
  items?: string[];
  /** Terms and what they mean. */
  terms?: [string, string][];
}

export interface SheetCell {
  value: string;
  /** What the value comes from, in small print. */
  from?: string;
  /** The whole cell in words, if its signs do not speak for themselves. */
  label?: string;
}

/** A row of the score sheet: a cell for each seat. */
export interface SheetRow {
  key: string;
  label: string;
  /** What the small print counts. */
  unit?: string;
  /** The ids of the rules that say what it counts. */
  rules?: readonly string[];
  cells: (SheetCell | null)[];
  /** The total is set apart; a tie-break is quiet. */
  kind?: "total" | "tie-break";
}

/** A thing explained: what it is, and what it does or would bring, a sentence each. */
export interface Explanation {
  title: string;
  lines: readonly string[];
}

/** Something that counts at the end, while it counts: where every seat stands, as far as the reader knows. */
export interface Count {
  key: string;
  label: string;
  /** What it is worth: "most 24, second 12". */
  note?: string;
  /** By seat; null if the reader cannot know it. */
  cells: readonly (string | null)[];
  /** What the previewed move would change for the reader: "+2". */
  change?: string;
  /** The id of the rule. */
  rule?: string;
}
