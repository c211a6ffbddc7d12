/** Short synthesised sounds, without files. */

import { prefs } from "./prefs.svelte";

export type Sound = "turn" | "nudge" | "dig" | "coin" | "tile" | "marble" | "end" | "card";

interface Tone {
  wave: OscillatorType;
  /** Frequencies in hertz, played in sequence. */
  notes: number[];
  /** Seconds per tone. */
  length: number;
  loud: number;
}

const TONES: Record<Sound, Tone> = {
  turn: { wave: "sine", notes: [523, 784], length: 0.11, loud: 0.16 },
  nudge: { wave: "sine", notes: [659, 523, 659], length: 0.09, loud: 0.18 },
  dig: { wave: "triangle", notes: [150, 98], length: 0.09, loud: 0.3 },
  coin: { wave: "sine", notes: [1568, 2093], length: 0.06, loud: 0.1 },
  tile: { wave: "triangle", notes: [330], length: 0.07, loud: 0.2 },
  marble: { wave: "sine", notes: [880, 740, 660], length: 0.05, loud: 0.12 },
  card: { wave: "triangle", notes: [440], length: 0.05, loud: 0.14 },
  end: { wave: "sine", notes: [523, 659, 784, 1047], length: 0.16, loud: 0.16 },
};

/** Sounds that call the reader; the others go with moves. */
const CALLS = new Set<Sound>(["turn", "nudge", "end"]);

let context: AudioContext | null = null;

/** Plays a sound after some seconds, and returns when it ends; silent if the reader wants none of its kind, or the browser cannot. */
export function sound(name: Sound, after = 0): number {
  const tone = TONES[name];
  if (!prefs.sounds || !(CALLS.has(name) ? prefs.turnSound : prefs.moveSounds)) return after;
  const end = after + tone.notes.length * tone.length;
  if (navigator.userActivation?.hasBeenActive === false) return end; // no sound before the first interaction
  context ??= "AudioContext" in window ? new AudioContext() : null;
  if (context === null) return end;
  if (context.state === "suspended") void context.resume();
  tone.notes.forEach((note, place) => {
    const start = context!.currentTime + after + place * tone.length;
    const wave = context!.createOscillator();
    const volume = context!.createGain();
    wave.type = tone.wave;
    wave.frequency.value = note;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(tone.loud, start + 0.008);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + tone.length * 1.8);
    wave.connect(volume).connect(context!.destination);
    wave.start(start);
    wave.stop(start + tone.length * 2);
  });
  return end;
}
