// The static site: without a network after the first visit, with one that fails, in old browsers, and what it does not have.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cell, go, open, played, ready, violations } from "../harness.mjs";
import { serveFolder, writeSite } from "../site.mjs";

const EXAMPLE = "#v1;g=connect-four;p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";

let folder;
let site;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "plyground-site-"));
  writeSite(folder, process.env.WEB_DIR ? ["--web-dir", process.env.WEB_DIR] : []);
  site = await serveFolder(folder);
});
after(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

/** Waits until the service worker has kept everything. */
const kept = (page) => page.evaluate(async () => {
  await navigator.serviceWorker.ready;
});

test("after the first visit everything works without a network", async () => {
  const own = await serveFolder(folder);
  const { page, close } = await open(`${own.url}#v1;g=connect-four`);
  await kept(page);
  await own.stop();
  await page.goto("about:blank");
  await page.goto(`${own.url}${EXAMPLE};v=tree`);
  await ready(page);
  await page.locator("#tree", { hasText: "297" }).waitFor();
  await go(page, "g=breakthrough");
  await page.getByRole("tab", { name: "Play" }).click();
  await page.reload();
  await ready(page);
  await page.getByRole("tab", { name: "Analyse" }).click();
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.getByRole("tab", { name: "Tournaments" }).click();
  await page.getByText("a page without a server can start no programs").waitFor();
  await close();
});

test("the first board needs nothing that computes, and the document names every module that it needs", async () => {
  const { page, close } = await open("data:text/html,<p id=board><b role=gridcell>none</b></p>");
  let release = () => {};
  const isReleased = new Promise((resolve) => { release = () => resolve(undefined); });
  await page.route("**/plyground.wasm.gz", async (route) => {
    await isReleased;
    await route.continue();
  });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${site.url}#v1;g=connect-four`);
  await ready(page);
  const first = asked.slice();
  assert.deepEqual(first.filter((url) => !url.startsWith(site.url)), []);
  const named = await page.evaluate(() => [...document.querySelectorAll("link[rel=modulepreload], script[src]")].map((one) => one.href || one.src));
  assert.deepEqual(first.filter((url) => url.endsWith(".js") && !named.includes(url) && !url.endsWith("/worker.js") && !url.endsWith("/machine.js")), []);
  release();
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await close();
});

test("what cannot be loaded is said, and the move can be made again", async () => {
  const { page, complaints, close } = await open("data:text/html,<p id=board><b role=gridcell>none</b></p>");
  await page.route("**/plyground.wasm.gz", (route) => route.abort());
  await page.goto(`${site.url}#v1;g=connect-four`);
  await ready(page);
  await cell(page, "column 3, row 0").click();
  await page.locator("#refusal", { hasText: "see to the connection" }).waitFor();
  await page.locator("#offline", { hasText: "could not be loaded" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.unroute("**/plyground.wasm.gz");
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await page.locator("#offline").waitFor({ state: "hidden" });
  assert.deepEqual(complaints.splice(0).filter((text) => !/ERR_|Failed to load/.test(text)), []);
  await close();
});

test("a browser without WebAssembly shows a board, and says what is missing", async () => {
  const { page, close } = await open("data:text/html,<p id=board><b role=gridcell>none</b></p>");
  await page.addInitScript(() => { delete globalThis.WebAssembly; });
  await page.goto(`${site.url}#v1;g=connect-four`);
  await ready(page);
  await cell(page, "column 3, row 0").click();
  await page.locator("#refusal", { hasText: "no WebAssembly" }).waitFor();
  await close();
});

test("a search that ends the worker is said with a smaller one, and the next has a new worker", async () => {
  const { page, close } = await open("data:text/html,<p id=board><b role=gridcell>none</b></p>");
  const dying = 'self.addEventListener("message", ({ data }) => { if (data.target) self.postMessage({ name: "failed", data: "unreachable" }); });';
  await page.route("**/site/worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: dying }));
  await page.goto(`${site.url}#v1;g=connect-four`);
  await ready(page);
  await cell(page, "column 3, row 0").click();
  await page.locator("#refusal", { hasText: "expected less work" }).waitFor();
  await page.unroute("**/site/worker.js");
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await close();
});

test("a search that is given up leaves room for the next", async () => {
  const { page, close } = await open(`${site.url}#v1;g=connect-four;2=engine:time=10s`);
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.locator("#side-2 select").first().selectOption("human");
  await cell(page, "column 3, row 1").click();
  await played(page, 2);
  await go(page, `${EXAMPLE};v=tree`);
  await page.locator(".tree-headline strong", { hasText: /^297$/ }).waitFor();
  await close();
});

test("opened as a file, the page says why it does not run", async () => {
  const { page, complaints, close } = await open("data:text/html,<p id=board><b role=gridcell>none</b></p>");
  await page.goto(`file://${join(folder, "index.html")}`);
  await page.getByText("This page cannot run from a file").waitFor();
  complaints.length = 0;
  await close();
});

test("the file of a finished tournament is opened, and nothing else", async () => {
  const at = await mkdtemp(join(tmpdir(), "tournament-"));
  const written = await mkdtemp(join(tmpdir(), "plyground-site-"));
  const entrants = [["Alpha", "alpha-beta:depth=2"], ["First", "first"]].map(([name, agent]) => `[[entrant]]\nname = "${name}"\nagent = "${agent}"\n`);
  await writeFile(join(at, "tournament.toml"), `name = "Class"\ngame = "connect-four"\nseed = 7\n${entrants.join("")}`);
  const ran = spawnSync(process.env.PLYGROUND, ["tournament", "run", at, "--allow-root"], { encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  writeSite(written, ["--tournament", at]);
  const { page, close } = await open(`${site.url}#v1;g=connect-four`);
  await page.getByRole("tab", { name: "Tournaments" }).click();
  const input = page.getByLabel("Open the file of a tournament");
  await input.setInputFiles({ name: "notes.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await page.getByText("not a tournament; expected a file").waitFor();
  await input.setInputFiles(join(written, "tournament-0.json"));
  await page.getByRole("heading", { name: "Class" }).waitFor();
  await page.getByText("Finished: 2 games played.").waitFor();
  assert.deepEqual(await violations(page), []);
  await close();
  // The site that was written with it shows it at once.
  const own = await serveFolder(written);
  const shown = await open(`${own.url}#v1;g=connect-four`);
  await shown.page.getByRole("tab", { name: "Tournaments" }).click();
  await shown.page.getByRole("heading", { name: "Class" }).waitFor();
  await shown.close();
  await own.stop();
  await Promise.all([at, written].map((one) => rm(one, { recursive: true })));
});
