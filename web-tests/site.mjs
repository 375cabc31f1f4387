// The static site in a plain file server below a path, as on a lecturer's web space.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { gzipSync } from "node:zlib";

/** The path below which the site lies. */
const BELOW = "/courses/games/";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".webmanifest": "application/manifest+json" };

/** Writes a site. @param {string[]} options */
export function writeSite(folder, options) {
  const done = spawnSync(process.env.PLYGROUND, ["site", "--out", folder, ...options], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
}

/**
 * What a web space answers for a name: its type, and its bytes.
 * @typedef {{ status: number, headers: Record<string, string>, bytes: Buffer | string }} Answer
 */

/**
 * Serves a folder's files and nothing else, until it is stopped; it can be started again.
 * @param {{ port?: number, packs?: boolean, change?: (answer: Answer, name: string) => Answer }} [options] port 0 for any;
 *   whether what is text goes compressed; what the space makes of an answer to a name, which is "." for the folder
 */
export async function serveFolder(folder, { port = 0, packs = false, change = (answer) => answer } = {}) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const inner = normalize(decodeURIComponent(path.startsWith(BELOW) ? path.slice(BELOW.length) : ".."));
    const name = inner === "." || inner === "" ? "index.html" : inner;
    /** @type {Answer} */
    let answer = { status: 404, headers: { "Content-Type": "text/plain" }, bytes: "there is no such file" };
    const bytes = name.startsWith("..") ? null : await readFile(join(folder, name)).catch(() => null);
    if (bytes !== null) {
      const type = TYPES[extname(name)];
      answer = { status: 200, headers: { "Content-Type": type ?? "application/octet-stream" }, bytes };
      if (packs && type !== undefined && !type.startsWith("image/png")) answer = { ...answer, headers: { ...answer.headers, "Content-Encoding": "gzip" }, bytes: gzipSync(bytes) };
    }
    const { status, headers, bytes: sent } = change(answer, inner);
    response.writeHead(status, headers);
    response.end(sent);
  });
  // A test that fails leaves it behind, which must not keep the others waiting.
  server.unref();
  const listen = (at) => new Promise((resolve) => { server.listen(at, "127.0.0.1", () => resolve(undefined)); });
  await listen(port);
  const { port: used } = server.address();
  return {
    url: `http://127.0.0.1:${used}${BELOW}`,
    port: used,
    folder,
    start: () => listen(used),
    /** Ends it, if it has not ended. */
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => { server.close(resolve); });
    },
  };
}

/**
 * Writes a site and serves it.
 * @param {{ port?: number, web?: string, more?: string[] }} options as for a server; `more` may name tournaments
 */
export async function serveSite({ port = 0, web, more = [] }) {
  const folder = mkdtempSync(join(tmpdir(), "plyground-site-"));
  const tournaments = more.flatMap((word, at) => (word === "--tournament" ? [word, more[at + 1]] : []));
  writeSite(folder, [...(web ? ["--web-dir", web] : []), ...tournaments]);
  const served = await serveFolder(folder, { port });
  return { ...served, remove: () => rmSync(folder, { recursive: true }) };
}

/**
 * Waits until the service worker of the page has kept the whole site.
 * @param {import("playwright-core").Page} page
 */
export async function kept(page) {
  await page.evaluate(async () => { await navigator.serviceWorker.ready; });
}

/**
 * The first visit of a browser to a site, in which somebody looks at all its tournaments.
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} url
 */
export async function visit(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  await kept(page);
  await page.reload();
  await page.evaluate(async () => {
    for (const { file } of await (await fetch("tournaments.json")).json()) await fetch(file);
  });
  await page.close();
}
