/** Times of the day, which the server counts in minutes after midnight. */

/** As a field for times has it: "08:05". */
export function asTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The minutes of such a field, or those before if it is empty. */
export function minutesOf(time: string, before: number): number {
  const [hours, minutes] = time.split(":").map(Number);
  return hours === undefined || minutes === undefined ? before : 60 * hours + minutes;
}
