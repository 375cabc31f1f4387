// The service worker of the static site: what it keeps, what it refuses to keep, and what it leaves alone.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cell, go, open, played, ready, until as wait } from "../harness.mjs";
import { kept, serveFolder, writeSite } from "../site.mjs";

const EXAMPLE = "#v1;g=connect-four;p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";
const web = process.env.WEB_DIR ? ["--web-dir", process.env.WEB_DIR] : [];

/** Folders that are removed at the end. */
const folders = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), "plyground-offline-"));
  folders.push(folder);
  return folder;
}

/** Servers that a failed test may have left. */
const sites = [];
after(() => Promise.all(sites.map((site) => site.stop())));

async function serveAt(at, options) {
  const site = await serveFolder(at, options);
  sites.push(site);
  return site;
}

let folder;
before(async () => {
  folder = await newFolder();
  writeSite(folder, web);
});

/** Waits until the page says that something is so. */
async function until(page, is) {
  for (let round = 0; round < 600; round += 1) {
    if (await page.evaluate(is)) return;
    await new Promise((resolve) => { setTimeout(resolve, 100); });
  }
  assert.fail(`never so: ${is}`);
}

/** The stores of an origin. */
const stores = (page) => page.evaluate(() => caches.keys());

test("after the first visit everything works without a network", async () => {
  const site = await serveAt(folder);
  const { page, close } = await open(`${site.url}#v1;g=connect-four`);
  await kept(page);
  await site.stop();
  await page.goto("about:blank");
  await page.goto(`${site.url}${EXAMPLE};v=tree`);
  await ready(page);
  await page.locator("#tree", { hasText: "297" }).waitFor();
  await go(page, "g=breakthrough");
  await page.getByRole("tab", { name: "Play" }).click();
  await page.reload();
  await ready(page);
  for (const name of ["Analyse", "Edit", "Tournaments"]) await page.getByRole("tab", { name }).click();
  await page.getByText("a page without a server can start no programs").waitFor();
  await close();
});

test("a page of the network in place of a file is not kept, and the next visit keeps all", async () => {
  let isPortal = true;
  const change = (answer, name) => (isPortal && name === "editor/view.js" ? { status: 200, headers: { "Content-Type": "text/html" }, bytes: "<h1>Log in to the network</h1>" } : answer);
  const site = await serveAt(folder, { change });
  const { page, leave } = await open(`${site.url}#v1;g=connect-four`);
  const failed = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.register("sw.js");
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    if (worker === null) return "redundant";
    await new Promise((resolve) => {
      const look = () => ["redundant", "activated"].includes(worker.state) && resolve(undefined);
      worker.addEventListener("statechange", look);
      look();
    });
    return worker.state;
  }).catch((error) => String(error));
  assert.match(failed, /redundant|register/);
  assert.deepEqual(await stores(page), []);
  isPortal = false;
  await page.reload();
  await kept(page);
  await site.stop();
  await page.reload();
  await ready(page);
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.locator("#edit").getByRole("heading").first().waitFor();
  await leave();
});

test("stores of others on the same web space are left alone, and that of the version before goes", async () => {
  const own = await newFolder();
  const pageFolder = await newFolder();
  await cp(process.env.WEB_DIR ?? new URL("../../web", import.meta.url), pageFolder, { recursive: true });
  writeSite(own, ["--web-dir", pageFolder]);
  const site = await serveAt(own);
  const { page, close } = await open(`${site.url}#v1;g=connect-four`);
  await page.evaluate(() => Promise.all(["plyground /elsewhere/ 0123456789abcdef", "plyground notes"].map((name) => caches.open(name))));
  await kept(page);
  const first = await stores(page);
  assert.equal(first.filter((name) => name.startsWith("plyground /courses/games/ ")).length, 1, String(first));

  // A newer version is written over it.
  const module = join(pageFolder, "board/controls.js");
  await writeFile(module, `${await readFile(module, "utf8")}\nglobalThis.isNewer = true;\n`);
  writeSite(own, ["--web-dir", pageFolder]);
  const context = page.context();
  const visit = async () => {
    const next = await context.newPage();
    await next.goto(`${site.url}#v1;g=connect-four`);
    await ready(next);
    return { next, isNewer: await next.evaluate(() => globalThis.isNewer === true) };
  };
  await page.close();
  const { next: visited, isNewer: isNewerAtOnce } = await visit();
  assert.equal(isNewerAtOnce, false, "the first visit shows the version that was kept");
  await until(visited, async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);
  await visited.close();
  // The browser takes the newer one when it has noticed that no page of the older is open.
  let again;
  await wait("a later visit shows the newer one", async () => {
    await again?.close();
    const { next, isNewer } = await visit();
    again = next;
    return isNewer;
  });
  await until(again, async () => (await caches.keys()).length === 3);
  const second = await stores(again);
  assert.deepEqual(second.filter((name) => !name.startsWith("plyground /courses/games/ ")).sort(), ["plyground /elsewhere/ 0123456789abcdef", "plyground notes"]);
  assert.notDeepEqual(second.sort(), first.sort());
  await site.stop();
  await close();
});

test("a web space that leads from index.html to its folder, and one that says what is compressed, are kept too", async () => {
  const change = (answer, name) => {
    if (name === "index.html") return { status: 308, headers: { Location: "./" }, bytes: "" };
    return name.endsWith(".wasm.gz") ? { ...answer, headers: { ...answer.headers, "Content-Encoding": "gzip" } } : answer;
  };
  const site = await serveAt(folder, { packs: true, change });
  const { page, close } = await open(`${site.url}#v1;g=connect-four`);
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await kept(page);
  await site.stop();
  await page.goto("about:blank");
  await page.goto(`${site.url}index.html#v1;g=connect-four`);
  await ready(page);
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await close();
});

test("a site that was withdrawn as the document says is forgotten", async () => {
  const own = await newFolder();
  writeSite(own, web);
  const site = await serveAt(own);
  const { page, complaints, close } = await open(`${site.url}#v1;g=connect-four`);
  await kept(page);
  const text = await readFile(new URL("../../docs/site.md", import.meta.url), "utf8");
  const script = text.split("```js\n")[1]?.split("```")[0] ?? "";
  await rm(join(own, "index.html"));
  await writeFile(join(own, "sw.js"), script);
  await page.evaluate(async () => { await (await navigator.serviceWorker.getRegistration())?.update(); });
  await until(page, async () => (await navigator.serviceWorker.getRegistration()) === undefined);
  await page.goto("about:blank");
  const answer = await page.goto(site.url);
  assert.equal(answer?.status(), 404);
  await page.goto("about:blank");
  await site.stop();
  assert.deepEqual(complaints.splice(0).filter((text) => !text.includes("404")), []);
  await close();
});
