/** Figures of a review as a reader reads them. */
import { ui } from "../lib/ui.svelte";

/** A share, such as "12 %". */
export function percent(share: number): string {
  return format(share, { style: "percent", maximumFractionDigits: 0 });
}

/** A change with its sign, such as "+3.2". */
export function signed(value: number): string {
  return format(value, { maximumFractionDigits: 1, signDisplay: "exceptZero" });
}

/** A change of a share with its sign. */
export function signedPercent(share: number): string {
  return format(share, { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" });
}

export function decimal(value: number): string {
  return format(value, { maximumFractionDigits: 1 });
}

function format(value: number, options: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(ui.lang, options).format(value);
}
