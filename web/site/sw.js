// The service worker of the static site: it keeps every file of this version, so that the page opens without a network.
// `plyground site` writes the list of the files and the name of the version; nothing is fetched from elsewhere.

/** @type {string} */
const VERSION = "{{version}}";
/** @type {string[]} */
const FILES = JSON.parse('{{files}}');

const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  // Past the browser's own store, which may have files of the version before.
  const requests = FILES.map((file) => new Request(new URL(file, worker.registration.scope), { cache: "reload" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(requests)));
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith("plyground ") && name !== VERSION;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(worker.registration.scope)) return;
  const kept = caches.open(VERSION).then((cache) => cache.match(request, { ignoreSearch: true, ignoreVary: true }));
  event.respondWith(kept.then((found) => found ?? fetch(request)));
});
