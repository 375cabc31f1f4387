// The static site: with a network that fails, in old browsers, with workers that die, and with tournaments.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { cell, complains, go, open, played, ready, says, violations } from "../harness.mjs";
import { serveFolder, writeSite } from "../site.mjs";

/** An empty page, from which a test opens the site after it has prepared what it needs. */
const NOTHING = "data:text/html,<p id=board><b role=gridcell>none</b></p>";

const EXAMPLE = "#v1;g=connect-four;p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";

const web = process.env.WEB_DIR ? ["--web-dir", process.env.WEB_DIR] : [];

/** A folder with a tournament of two games that were played. */
async function playedTournament(name) {
  const at = await mkdtemp(join(tmpdir(), "tournament-"));
  const entrants = [["Alpha", "alpha-beta:depth=2"], ["First", "first"]].map(([entrant, agent]) => `[[entrant]]\nname = "${entrant}"\nagent = "${agent}"\n`);
  await writeFile(join(at, "tournament.toml"), `name = "${name}"\ngame = "connect-four"\nseed = 7\n${entrants.join("")}`);
  const ran = spawnSync(process.env.PLYGROUND, ["tournament", "run", at, "--allow-root"], { encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  return at;
}

let folder;
let site;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "plyground-site-"));
  writeSite(folder, web);
  site = await serveFolder(folder);
});
after(async () => {
  await site.stop();
  await rm(folder, { recursive: true });
});

/** Holds the answers to a request back until the function that it gives is called. */
async function held(page, pattern) {
  let release = () => {};
  const isReleased = new Promise((resolve) => { release = () => resolve(undefined); });
  await page.route(pattern, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

/** So many requests a first board may need. */
const MOST_REQUESTS = 30;

test("the first board needs nothing that computes, the first move the rules alone, and the document names every module that both need", async () => {
  const { page, close } = await open(NOTHING);
  const [releaseRules, releaseAll] = [await held(page, "**/rules.wasm.gz"), await held(page, "**/plyground.wasm.gz")];
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${site.url}#v1;g=connect-four;2=first`);
  await ready(page);
  const first = asked.slice();
  assert.deepEqual(first.filter((url) => !url.startsWith(site.url)), []);
  assert.ok(first.length <= MOST_REQUESTS, `${first.length} requests`);
  const named = await page.evaluate(() => [...document.querySelectorAll("link[rel=modulepreload], script[src]")].map((one) => one.href || one.src));
  assert.deepEqual(first.filter((url) => url.endsWith(".js") && !named.includes(url) && !url.endsWith("/worker.js")), []);
  releaseRules();
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await says(page, /^Yellow \(.*\) is being loaded/);
  releaseAll();
  await played(page, 2);
  await close();
});

test("while what computes is being loaded, all that waits for it says so", async () => {
  const { page, close } = await open(NOTHING);
  const release = await held(page, "**/plyground.wasm.gz");
  const LOADS = "What computes is being loaded.";
  await page.goto(`${site.url}#v1;g=connect-four;m=3`);
  await ready(page);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".hint-words", { hasText: LOADS }).waitFor();
  await page.getByRole("tab", { name: "Search tree" }).click();
  await page.locator(".tree-outcome", { hasText: LOADS }).waitFor();
  await page.getByRole("tab", { name: "Analyse" }).click();
  await page.locator("#evaluation .sum", { hasText: LOADS }).waitFor();
  await page.getByRole("button", { name: "Review the game" }).click();
  await page.locator("#history", { hasText: LOADS }).waitFor();
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Random position" }).click();
  await page.locator("#position-problems", { hasText: LOADS }).waitFor();
  await page.getByRole("tab", { name: "Analyse" }).click();
  release();
  await page.locator("#evaluation .sum", { hasText: "=" }).waitFor();
  await page.getByRole("tab", { name: "Search tree" }).click();
  await page.locator(".tree-headline").waitFor();
  assert.equal(await page.getByText(LOADS).filter({ visible: true }).count(), 0);
  await close();
});

test("openings of Connect Four are loaded when its values are asked for, which says so, and not before", async () => {
  const { page, close } = await open(NOTHING);
  const release = await held(page, "**/openings.book.gz");
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${site.url}#v1;g=breakthrough;v=analyse`);
  await page.locator("#values tbody button").first().waitFor();
  await go(page, "#v1;g=connect-four;v=tree;s=A,3");
  await page.locator(".tree-headline").waitFor();
  assert.ok(!asked.some((url) => url.endsWith("/openings.book.gz")));
  await go(page, "#v1;g=connect-four;v=analyse");
  await page.locator("#gauge", { hasText: "What computes is being loaded" }).waitFor();
  release();
  await page.locator("#values .muted", { hasText: "All values are proved." }).waitFor();
  await close();
});

test("what cannot be loaded is said, and the move can be made again", async () => {
  const { page, complaints, close } = await open(NOTHING);
  await page.route("**/*.wasm.gz", (route) => route.abort());
  await page.goto(`${site.url}#v1;g=connect-four`);
  await ready(page);
  await cell(page, "column 3, row 0").click();
  await page.locator("#refusal", { hasText: "see to the connection" }).waitFor();
  await page.locator("#offline", { hasText: "could not be loaded" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.unroute("**/*.wasm.gz");
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await page.locator("#offline").waitFor({ state: "hidden" });
  assert.deepEqual(complaints.splice(0).filter((text) => !/ERR_|Failed to (load|fetch)/.test(text)), []);
  await close();
});

test("moves can be made without the large file, which is asked for again with a move", async () => {
  const { page, leave } = await open(NOTHING);
  await page.route("**/plyground.wasm.gz", (route) => route.abort());
  await page.goto(`${site.url}#v1;g=connect-four`);
  await page.locator("#offline", { hasText: "could not be loaded" }).waitFor();
  await page.unroute("**/plyground.wasm.gz");
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await page.locator("#offline").waitFor({ state: "hidden" });
  await leave();
});

test("the banner stays while the rules are missing, though the large file is there", async () => {
  const { page, leave } = await open(NOTHING);
  await page.route("**/rules.wasm.gz", (route) => route.abort());
  const whole = page.waitForResponse("**/plyground.wasm.gz");
  await page.goto(`${site.url}#v1;g=connect-four;v=analyse`);
  await whole;
  await page.locator("#values .values .chip").nth(6).waitFor();
  assert.equal(await page.locator("#offline").isVisible(), true, "no move can be made");
  await cell(page, "column 3, row 0").click();
  await page.locator("#refusal", { hasText: "see to the connection" }).waitFor();
  await page.unroute("**/rules.wasm.gz");
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await page.locator("#offline").waitFor({ state: "hidden" });
  await leave();
});

test("pages of a network in place of the files are no answers", async () => {
  const portal = (route) => route.fulfill({ contentType: "text/html", body: "<h1>Log in to the network</h1>" });
  const { page, close } = await open(NOTHING);
  await page.route("**/first.json", portal);
  await page.goto(`${site.url}#v1;g=connect-four`);
  await ready(page);
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await close();
  const other = await open(NOTHING);
  await other.page.route("**/*.wasm.gz", portal);
  await other.page.goto(`${site.url}#v1;g=connect-four`);
  await ready(other.page);
  await cell(other.page, "column 3, row 0").click();
  await other.page.locator("#refusal", { hasText: "another file came for rules.wasm.gz" }).waitFor();
  await other.leave();
});

test("a browser without WebAssembly shows a board, and says what is missing", async () => {
  const { page, close } = await open(NOTHING);
  await page.addInitScript(() => { delete globalThis.WebAssembly; });
  await page.goto(`${site.url}#v1;g=connect-four`);
  await ready(page);
  await cell(page, "column 3, row 0").click();
  await page.locator("#refusal", { hasText: "Browser: no WebAssembly, with which the page computes; expected a browser of summer 2024 or newer" }).waitFor();
  assert.equal(await page.locator("#offline").isVisible(), false, "nothing is wrong with the connection");
  await close();
});

test("a browser that lacks what the modules are written with gets a sentence", async () => {
  for (const name of ["index.html", "embed.html"]) {
    const { page, leave } = await open(NOTHING);
    await page.addInitScript(() => { delete globalThis.structuredClone; });
    await page.route("**/main.js", (route) => route.abort());
    await page.goto(`${site.url}${name}#v1;g=connect-four`);
    await page.getByText("This browser is too old for this page").waitFor();
    await page.getByText("Nothing can be played here").waitFor();
    await leave();
  }
});

test("a worker that ends in a search is reported with advice to search less, and the next has a new worker", async () => {
  const { page, complaints, close } = await open(NOTHING);
  const dying = 'self.addEventListener("message", ({ data }) => self.postMessage(data.target ? { name: "failed", data: "unreachable" } : { name: "ready" }));';
  await page.route("**/site/worker.js", (route) => route.fulfill({ contentType: "text/javascript", body: dying }));
  await page.goto(`${site.url}#v1;g=connect-four`);
  await ready(page);
  await cell(page, "column 3, row 0").click();
  await page.locator("#refusal", { hasText: "expected less work" }).waitFor();
  await page.unroute("**/site/worker.js");
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  assert.deepEqual([...new Set(complaints.splice(0))], ["unreachable"]);
  await close();
});

/** Has workers say nothing but that they are ready; waits until one is that was asked this route. */
async function silence(page, route) {
  const silent = 'self.addEventListener("message", ({ data }) => { if (data.module) self.postMessage({ name: "ready" }); });';
  await page.route("**/site/worker.js", (one) => one.fulfill({ contentType: "text/javascript", body: silent }));
  await page.addInitScript((wanted) => {
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
      if (message.module !== undefined) this.addEventListener("message", () => { this.isReady = true; });
      else if (message.target?.startsWith(`${wanted}?`)) globalThis.asked = this;
      send.call(this, message);
    };
  }, route);
  return () => page.waitForFunction(() => globalThis.asked?.isReady);
}

/** From here on the page's time passes only when a test says so. */
const stopTime = async (page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));

test("a worker that falls silent is ended with a sentence, and the next question has a new one", async () => {
  const { page, close } = await open(NOTHING);
  const isAsked = await silence(page, "play");
  await page.clock.install();
  // Without the front door, whose pictures ask first.
  await page.goto(`${site.url}#v1;g=connect-four;2=first`);
  await ready(page);
  await cell(page, "column 3, row 0").click();
  await isAsked();
  await stopTime(page);
  await page.clock.runFor(3_000);
  assert.equal(await page.locator("#refusal").innerText(), "");
  await page.clock.runFor(2_000);
  await page.locator("#refusal", { hasText: "Browser: what computes here has said nothing for 5 seconds, and was ended." }).waitFor();
  await page.clock.resume();
  await page.unroute("**/site/worker.js");
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await close();
});

test("an analysis that falls silent can be begun again", async () => {
  const { page, close } = await open(NOTHING);
  const isAsked = await silence(page, "solve");
  await page.clock.install();
  // A board that the site has without asking.
  await page.goto(`${site.url}#v1;g=connect-four;v=analyse`);
  await isAsked();
  await stopTime(page);
  await page.clock.runFor(12_000);
  assert.equal(await page.locator("#values .problems").innerText(), "");
  await page.clock.runFor(3_000);
  await page.locator("#values .problems", { hasText: "has said nothing for 15 seconds, and was ended. What helps: ask again" }).waitFor();
  await page.clock.resume();
  await page.unroute("**/site/worker.js");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator("#values .values .chip").first().waitFor();
  assert.equal(await page.locator("#values .problems").innerText(), "");
  await close();
});

/** WebAssembly with the names that the page asks for, written by hand: every question ends in a trap. */
const TRAP = Buffer.from("0061736d0100000001090260017f017f60000003030200010503010001071703066d656d6f72790200"
  + "04726f6f6d00000361736b00010a0a02040041000b0300000b", "hex");

test("compiled answers that end in a trap are reported, too", async () => {
  const { page, complaints, close } = await open(NOTHING);
  await page.route("**/*.wasm.gz", (route) => route.fulfill({ contentType: "application/gzip", body: TRAP }));
  await page.goto(`${site.url}#v1;g=connect-four`);
  await ready(page);
  await cell(page, "column 3, row 0").click();
  await page.locator("#refusal", { hasText: "what computes here has ended, perhaps because memory ran out" }).waitFor();
  await complains(page, complaints, /unreachable/);
  await close();
});

test("a worker whose script is missing is reported as not started", async () => {
  const { page, leave } = await open(NOTHING);
  await page.route("**/site/worker.js", (route) => route.fulfill({ status: 404, body: "there is no such file" }));
  await page.goto(`${site.url}#v1;g=connect-four`);
  await ready(page);
  await cell(page, "column 3, row 0").click();
  await page.locator("#refusal", { hasText: "could not be started" }).waitFor();
  await leave();
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
  for (const name of ["index.html", "embed.html"]) {
    const { page, leave } = await open(NOTHING);
    await page.goto(`file://${join(folder, name)}`);
    await page.getByText("This page cannot run from a file").waitFor();
    assert.equal(await page.locator("[role=gridcell], .door").count(), 0, "nothing waits for ever");
    await leave();
  }
});

test("the file of a finished tournament is opened, and nothing else", async () => {
  const at = await playedTournament("Class");
  const written = await mkdtemp(join(tmpdir(), "plyground-site-"));
  writeSite(written, ["--tournament", at, ...web]);
  const { page, close } = await open(`${site.url}#v1;g=connect-four`);
  await page.getByRole("tab", { name: "Tournaments" }).click();
  const input = page.getByLabel("Open the file of a tournament");
  await input.setInputFiles({ name: "notes.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await page.getByText("not a tournament; expected a file").waitFor();
  // The size of a file is checked before it is read: this one would not fit into a text.
  const long = join(written, "long.json");
  await writeFile(long, "");
  await truncate(long, 1 << 30);
  await input.setInputFiles(long);
  await page.getByText("The file has 1,073,741,824 bytes; expected at most 134,217,728.").waitFor();
  await input.setInputFiles(join(written, "tournament-0.json"));
  await page.getByRole("heading", { name: "Class" }).waitFor();
  await page.getByText("Finished: 2 games played.").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: /^Game 0/ }).click();
  await page.getByRole("button", { name: "Analyse this position" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Copy command" }).count(), 0, "nobody has the folder");
  await close();
  await Promise.all([at, written].map((one) => rm(one, { recursive: true })));
});

test("tournaments are loaded when somebody looks at them, and one that is missing hides no other", async () => {
  const both = await Promise.all(["First class", "Second class"].map((name) => playedTournament(name)));
  const written = await mkdtemp(join(tmpdir(), "plyground-site-"));
  writeSite(written, [...both.flatMap((at) => ["--tournament", at]), ...web]);
  await rm(join(written, "tournament-0.json"));
  const own = await serveFolder(written);
  const { page, leave } = await open(`${own.url}#v1;g=connect-four`);
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").at(-1)));
  await page.getByRole("tab", { name: "Tournaments" }).click();
  const choice = page.getByLabel("Tournament", { exact: true });
  await choice.waitFor();
  assert.deepEqual(asked.filter((name) => /^tournament-/.test(name)), []);
  await choice.selectOption("0");
  await page.getByText("Tournament-0.json: could not be loaded").waitFor();
  await choice.selectOption("1");
  await page.getByRole("heading", { name: "Second class" }).waitFor();
  await page.getByText("Finished: 2 games played.").waitFor();
  assert.deepEqual(asked.filter((name) => /^tournament-/.test(name)), ["tournament-0.json", "tournament-1.json"]);
  await leave();
  await own.stop();
  await Promise.all([...both, written].map((one) => rm(one, { recursive: true })));
});
