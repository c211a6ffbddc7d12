/** Short synthesised sounds, without files. */

export type Sound = "turn" | "dig" | "coin" | "tile" | "marble" | "end" | "card";

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
  dig: { wave: "triangle", notes: [150, 98], length: 0.09, loud: 0.3 },
  coin: { wave: "sine", notes: [1568, 2093], length: 0.06, loud: 0.1 },
  tile: { wave: "triangle", notes: [330], length: 0.07, loud: 0.2 },
  marble: { wave: "sine", notes: [880, 740, 660], length: 0.05, loud: 0.12 },
  card: { wave: "triangle", notes: [440], length: 0.05, loud: 0.14 },
  end: { wave: "sine", notes: [523, 659, 784, 1047], length: 0.16, loud: 0.16 },
};

let context: AudioContext | null = null;

/** Plays a sound; does nothing if the browser cannot, or may not yet. */
export function sound(name: Sound): void {
  if (navigator.userActivation?.hasBeenActive === false) return; // browsers forbid sound before the first interaction
  context ??= "AudioContext" in window ? new AudioContext() : null;
  if (context === null) return;
  if (context.state === "suspended") void context.resume();
  const tone = TONES[name];
  tone.notes.forEach((note, place) => {
    const start = context!.currentTime + place * tone.length;
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
}
