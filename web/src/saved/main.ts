/** A replay that was saved as one file: it carries what the server would answer, and asks nobody. */
import { mount } from "svelte";
import { answerFrom } from "../lib/api";
import "../theme.css";
import "./fonts.css";
import Saved from "./Saved.svelte";

interface Kept {
  id: string;
  answers: Record<string, unknown>;
}

async function unpacked(text: string): Promise<Kept> {
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as Kept;
}

const { id, answers } = await unpacked(document.getElementById("answers")!.textContent!.trim());
answerFrom(answers);
mount(Saved, { target: document.getElementById("app")!, props: { id } });
