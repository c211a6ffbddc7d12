/** This browser's push subscription. */
import { api } from "../lib/api";
import type { ChannelInfo, Me } from "../wire";

const KEPT = "schatzkammer.push"; // who was told here last

/** Why this browser cannot show notices: an insecure page, a phone where the app has to be installed, or too old. */
export type Obstacle = "insecure" | "install" | "old" | null;

export function obstacle(): Obstacle {
  if (!isSecureContext) return "insecure";
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) return null;
  return /iPhone|iPad/.test(navigator.userAgent) ? "install" : "old";
}

/** Whether the reader has forbidden notices in the browser. */
export function forbidden(): boolean {
  return "Notification" in window && Notification.permission === "denied";
}

/** Asks the reader for leave and adds this browser; null if they do not give it. */
export async function addBrowser(me: Me, key: string): Promise<ChannelInfo | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register("/sw.js");
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(wanted).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe(); // made for another key
    return pushManager.subscribe(wanted);
  });
  return add(me, subscription);
}

/** Adds a browser again that has been told another identity's turns until now: a guest who has signed in. */
export async function keepBrowser(me: Me): Promise<boolean> {
  const subscription = await current();
  if (!subscription || localStorage.getItem(KEPT) === who(me)) return false;
  await add(me, subscription);
  return true;
}

/** Ends the subscription of this browser. */
export async function forgetBrowser(): Promise<void> {
  localStorage.removeItem(KEPT);
  await (await current())?.unsubscribe();
}

async function add(me: Me, subscription: PushSubscription): Promise<ChannelInfo> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const added = await api.addBrowser({ endpoint, p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" });
  localStorage.setItem(KEPT, who(me));
  return added;
}

async function current(): Promise<PushSubscription | null> {
  if (obstacle() || Notification.permission !== "granted") return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function who(me: Me): string {
  return `${me.kind} ${me.name}`;
}
