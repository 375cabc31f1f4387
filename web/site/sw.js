// The service worker of the static site: it keeps every file of this version, so that the page opens without a network.
// `plyground site` writes the name of the version and the lists of the files; nothing is fetched from elsewhere.

/** @type {string} */
const VERSION = "{{version}}";
/** A file below the site, and the SHA-256 digests that it can have. @typedef {[path: string, ...digests: string[]]} KeptFile */
/** What is kept before the version is used. @type {KeptFile[]} */
const FILES = JSON.parse('{{files}}');
/** What is kept when somebody has opened it. @type {KeptFile[]} */
const LATER = JSON.parse('{{later}}');

const worker = /** @type {any} */ (self);
const { scope } = worker.registration;

// Other sites can be on the same web space, and have other stores.
const OWN = `plyground ${new URL(scope).pathname} `;
const STORE = OWN + VERSION;

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepAll());
});

worker.addEventListener("activate", (/** @type {any} */ event) => {
  const isOld = (/** @type {string} */ name) => name.startsWith(OWN) && name !== STORE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope)) event.respondWith(answer(request));
});

/** Keeps this version whole, or not at all: the browser tries again when the page is next opened. */
async function keepAll() {
  const cache = await caches.open(STORE);
  try {
    // The browser's own store may have files of the version before: it asks whether they have changed.
    await Promise.all(FILES.map(async (file) => keep(cache, file, await fetch(addressOf(file), { cache: "no-cache" }))));
  } catch (error) {
    await caches.delete(STORE);
    throw error;
  }
}

/** @param {KeptFile} file */
function addressOf([path]) {
  return new URL(path, scope).href;
}

/**
 * Keeps a file, if it is that of this version: a page of a network that asks for a password, or half an update, is not.
 * @param {Cache} cache @param {KeptFile} file @param {Response} response
 */
async function keep(cache, file, response) {
  const [path, ...digests] = file;
  const bytes = await response.arrayBuffer();
  const digest = [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (!response.ok || !digests.includes(digest)) throw new Error(`${path} is not that of this version`);
  // A new response: browsers do not show a redirected one.
  const headers = { "Content-Type": response.headers.get("Content-Type") ?? "" };
  await cache.put(addressOf(file), new Response(bytes, { status: 200, headers }));
}

/** What is kept, or else what the network says. @param {Request} request @returns {Promise<Response>} */
async function answer(request) {
  // If the browser's store is broken, the network is used.
  const found = await caches.match(request, { cacheName: STORE, ignoreSearch: true, ignoreVary: true }).catch(() => undefined);
  if (found !== undefined) return found;
  const response = await fetch(request);
  const file = LATER.find((one) => addressOf(one) === request.url);
  if (file !== undefined) {
    const copy = response.clone();
    // The answer is shown in any case. If it cannot be kept, it is asked for again.
    await caches.open(STORE).then((cache) => keep(cache, file, copy)).catch(() => {});
  }
  return response;
}
