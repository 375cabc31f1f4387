// The static site in a plain file server below a path, as on a lecturer's web space.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

/** The path below which the site lies. */
const BELOW = "/courses/games/";

const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".json": "application/json", ".webmanifest": "application/manifest+json" };

/** Writes a site. @param {string[]} options */
export function writeSite(folder, options) {
  const done = spawnSync(process.env.PLYGROUND, ["site", "--out", folder, ...options], { encoding: "utf8" });
  if (done.status !== 0) throw new Error(done.stderr);
}

/**
 * Serves a folder's files and nothing else.
 * @param {number} port 0 for any
 */
export async function serveFolder(folder, port = 0) {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://localhost").pathname;
    const inner = normalize(decodeURIComponent(path.startsWith(BELOW) ? path.slice(BELOW.length) : ".."));
    const name = inner === "." || inner === "" ? "index.html" : inner;
    try {
      if (name.startsWith("..")) throw new Error("outside");
      const bytes = await readFile(join(folder, name));
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" });
      response.end(bytes);
    } catch {
      response.writeHead(404, { "Content-Type": "text/plain" });
      response.end("there is no such file");
    }
  });
  await new Promise((resolve) => { server.listen(port, "127.0.0.1", () => resolve(undefined)); });
  const { port: used } = server.address();
  return {
    url: `http://127.0.0.1:${used}${BELOW}`,
    port: used,
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
  const served = await serveFolder(folder, port);
  return {
    ...served,
    async stop() {
      await served.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
