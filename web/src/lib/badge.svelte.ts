/** The badge of the tab: how many tables wait for the reader, in the title and as a mark on the icon. */
import { session } from "./session.svelte";

const COUNT = /^\(\d+\) /;

/** The title of the page with the number of tables in front; without it when there are none. */
export function counted(title: string, tables: number): string {
  const plain = title.replace(COUNT, "");
  return tables ? `(${tables}) ${plain}` : plain;
}

/** Keeps the badge up to date, whatever page sets its title. */
export function badge(): void {
  $effect(() => {
    const tables = session.turns.length;
    const show = () => {
      const title = counted(document.title, tables);
      if (title !== document.title) document.title = title;
    };
    show();
    document
      .querySelector<HTMLLinkElement>("link[rel=icon]")
      ?.setAttribute("href", tables ? "/icon-turn.svg" : "/icon.svg");
    // Installed as an app, the system shows it; elsewhere this is not allowed, or unknown.
    void navigator.setAppBadge?.(tables).catch(() => undefined);
    const watcher = new MutationObserver(show);
    watcher.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => watcher.disconnect();
  });
}
