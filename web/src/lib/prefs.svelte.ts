/** The reader's preferences, stored in the browser. */
import type { Confirm } from "../boards/kit/hand.svelte";
import { isLang, preferred, type Lang } from "./languages";

export type Theme = "system" | "light" | "dark";
/** How fast others' moves are shown. */
export type Speed = "slow" | "normal" | "fast" | "instant";
/** Whether the whole board is shown at once, or larger so that it may scroll. */
export type BoardSize = "fit" | "large";
export type Hand = "right" | "left";

/** What the reader has seen of a lesson, at the table where they took it; "Just play" ends it without a table. */
export interface LessonProgress {
  table: string;
  seen: string[];
  done: boolean;
}

const KEY = "schatzkammer";
const ROOMY = 1150; // pixels

interface Kept {
  lang: Lang;
  theme: Theme;
  sounds: boolean;
  turnSound: boolean;
  moveSounds: boolean;
  speed: Speed;
  size: BoardSize;
  hand: Hand;
  name: string;
  textBoard: boolean;
  sidebar: boolean;
  confirm: Confirm;
  hinted: string[];
  lessons: Record<string, LessonProgress>;
}

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

class Prefs {
  lang = $state<Lang>(preferred(navigator.languages));
  theme = $state<Theme>("system");
  /** Off by default without a mouse: phones are used in company. */
  sounds = $state(matchMedia("(pointer: fine)").matches);
  /** Where sounds are on: the chime when it is the reader's turn, and the sounds of moves. */
  turnSound = $state(true);
  moveSounds = $state(true);
  speed = $state<Speed>("normal");
  size = $state<BoardSize>("fit");
  /** The hand that holds the phone or the mouse. */
  hand = $state<Hand>("right");
  /** The name last used at a table. */
  name = $state("");
  /** Whether to show the text board beside the drawn one. */
  textBoard = $state(false);
  /** Whether log and chat are open on a wide screen; at first, where they leave the board enough room. */
  sidebar = $state(innerWidth >= ROOMY);
  /** When a move needs a second click. */
  confirm = $state<Confirm>("touch");
  /** Hints already seen. */
  hinted = $state<string[]>([]);
  /** Lessons begun, by game. */
  lessons = $state<Record<string, LessonProgress>>({});

  constructor() {
    const { lang, ...others } = kept();
    Object.assign(this, others);
    if (isLang(lang)) this.lang = lang;
  }

  /** Stores every change and applies those that affect the whole page. */
  watch(): void {
    $effect(() => {
      const all = $state.snapshot({
        lang: this.lang,
        theme: this.theme,
        sounds: this.sounds,
        turnSound: this.turnSound,
        moveSounds: this.moveSounds,
        speed: this.speed,
        size: this.size,
        hand: this.hand,
        name: this.name,
        textBoard: this.textBoard,
        sidebar: this.sidebar,
        confirm: this.confirm,
        hinted: this.hinted,
        lessons: this.lessons,
      });
      localStorage.setItem(KEY, JSON.stringify(all));
      document.documentElement.lang = this.lang;
      if (this.theme === "system") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = this.theme;
    });
  }
}

export const prefs = new Prefs();
