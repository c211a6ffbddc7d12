/** Describes an error to the reader in a sentence. */
import { Refused } from "./api";
import { ui } from "./ui.svelte";

export function problem(error: unknown): string {
  if (!(error instanceof Refused)) return ui.say("net.failed");
  return error.code === "unreachable" ? ui.say("net.unreachable") : error.sentence || ui.say("net.failed");
}
