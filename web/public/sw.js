/** The service worker: shows what the server pushes, and leads from there to the board. */

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});

/** One notice for each table; the same message, sent again, makes no noise. */
async function show({ id, title, body, path, tag }) {
  const before = await self.registration.getNotifications({ tag });
  const known = before.some((one) => one.data?.id === id);
  await self.registration.showNotification(title, {
    body,
    tag,
    data: { id, path },
    icon: "/icon-192.png",
    badge: "/badge-96.png",
    renotify: !known,
    silent: known,
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? "/next"));
});

/** Shows a page of the table: where it is open already, else in a window of the table's, else in a new one. */
async function open(path) {
  const address = new URL(path, self.location.origin).href;
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find((one) => one.url === address);
  if (there) return there.focus();
  const idle = windows.find((one) => !new URL(one.url).pathname.startsWith("/t/"));
  if (!idle) return self.clients.openWindow(address);
  await idle.focus();
  return idle.navigate(address);
}
