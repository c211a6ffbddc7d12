/** The reader's preferences, stored in the browser. */
import type { Lang } from "./words";

export type Theme = "system" | "light" | "dark";

const KEY = "schatzkammer";

interface Kept {
  lang: Lang;
  theme: Theme;
  sounds: boolean;
  name: string;
  textBoard: boolean;
  sidebar: boolean;
  hinted: string[];
}

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Kept>;
  } catch {
    return {};
  }
}

class Prefs {
  lang = $state<Lang>(navigator.language.startsWith("de") ? "de" : "en");
  theme = $state<Theme>("system");
  /** Off by default without a mouse: phones are used in company. */
  sounds = $state(matchMedia("(pointer: fine)").matches);
  /** The name last used at a table. */
  name = $state("");
  /** Whether to show the text board beside the drawn one. */
  textBoard = $state(false);
  /** Whether log and chat are open on a wide screen. */
  sidebar = $state(true);
  /** Hints already seen. */
  hinted = $state<string[]>([]);

  constructor() {
    Object.assign(this, kept());
  }

  /** Stores every change and applies those that affect the whole page. */
  watch(): void {
    $effect(() => {
      const all = $state.snapshot({
        lang: this.lang,
        theme: this.theme,
        sounds: this.sounds,
        name: this.name,
        textBoard: this.textBoard,
        sidebar: this.sidebar,
        hinted: this.hinted,
      });
      localStorage.setItem(KEY, JSON.stringify(all));
      document.documentElement.lang = this.lang;
      if (this.theme === "system") delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = this.theme;
    });
  }
}

export const prefs = new Prefs();
