// Frames in other pages: a board, a game, a search tree, and the way from there to the page.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { longTest, onSite, open, ready, serve, test, violations } from "../harness.mjs";

const EXAMPLE = "p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

const address = (hash) => new URL(`${onSite ? "embed.html" : "embed"}#v1;g=connect-four;${hash}`, server.url).href;

/** Where the link to the page leads. */
const target = (page) => page.getByRole("link", { name: "Open in Plyground" }).evaluate((link) => link.href);

test("a frame of a game is stepped through, and its link opens the page at the move that is shown", async () => {
  const { page, close } = await open(address("m=3.3.2.4"), { viewport: { width: 480, height: 640 } });
  await page.locator(".count", { hasText: "4 / 4" }).waitFor();
  // The names of the page's own buttons, and the focus stays where they can do nothing more.
  for (const [name, count] of [["First position", "0 / 4"], ["One move on", "1 / 4"], ["Last position", "4 / 4"], ["One move back", "3 / 4"]]) {
    await page.getByRole("button", { name, exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.locator(".count", { hasText: count }).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), name);
  }
  const url = await target(page);
  assert.match(url, /;i=3/);
  await page.goto("about:blank");
  await page.goto(url);
  await ready(page);
  await page.locator(".controls .count", { hasText: "3 / 4" }).waitFor();
  assert.equal(await page.locator("#wrong-address").isVisible(), false);
  await close();
});

longTest("what page and frame preload is used", async () => {
  for (const url of [server.url, address("m=3.3")]) {
    const { page, unused, close } = await open(url);
    // Browsers look a few seconds after all is loaded.
    await page.waitForTimeout(6000);
    assert.deepEqual(unused, [], url);
    await close();
  }
});

test("the link of a board opens the page without a complaint", async () => {
  const { page, close } = await open(address(`${EXAMPLE};v=board`), { viewport: { width: 480, height: 640 } });
  const url = await target(page);
  assert.doesNotMatch(url, /v=board/);
  await page.goto("about:blank");
  await page.goto(url);
  await ready(page);
  await page.locator("#status", { hasText: "Red to move" }).waitFor();
  assert.equal(await page.locator("#wrong-address").isVisible(), false);
  await close();
});

test("a frame of a tree shows the boards of its nodes in any width, has no tour, and links to the tree", async () => {
  for (const width of [480, 1200]) {
    const { page, close } = await open(address(`${EXAMPLE};v=tree;s=A,4,ge,comp3608`), { viewport: { width, height: 900 }, bypassCSP: true });
    await page.locator(".tree-headline strong", { hasText: /^297$/ }).waitFor();
    await page.locator(".tree-detail .tree-board").first().waitFor();
    for (const part of [".tree-tour", ".tree-exercise"]) assert.equal(await page.locator(part).count(), 0, part);
    assert.deepEqual(await violations(page), []);
    await page.getByRole("button", { name: "Next cut" }).click();
    await page.waitForFunction(() => /;n=[0-9]/.test(document.querySelector("#open")?.getAttribute("href") ?? ""));
    const url = await target(page);
    assert.match(url, /;v=tree;/);
    await page.goto("about:blank");
    await page.goto(url);
    await page.locator(".tree-headline strong", { hasText: /^297$/ }).waitFor();
    assert.equal(await page.locator("#wrong-address").isVisible(), false);
    await close();
  }
});

test("a frame whose first question has no answer says so, and is loaded again", async () => {
  const { page, leave } = await open("data:text/html,<p id=board><b role=gridcell>none</b></p>");
  const first = onSite ? ["**/first.json", "**/*.wasm.gz"] : ["**/api/v1/games"];
  for (const one of first) await page.route(one, (route) => route.abort());
  await page.goto(address("m=3.3"));
  await page.locator("#status", { hasText: "The board could not be loaded." }).waitFor();
  for (const one of first) await page.unroute(one);
  await page.getByRole("button", { name: "Load the board again" }).click();
  await page.locator(".count", { hasText: "2 / 2" }).waitFor();
  await leave();
});

test("the frame says that a step has no answer", async () => {
  const { page, leave } = await open("data:text/html,<p id=board><b role=gridcell>none</b></p>");
  // Only the positions at the ends are asked for when a game is opened; those between fail.
  await page.addInitScript(() => {
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
      send.call(this, /^position\?.*moves=3\.3(&|$)/.test(message.target ?? "") ? { target: "position?game=chess" } : message);
    };
  });
  await page.route(/\/api\/v1\/position\?.*moves=3\.3(&|$)/, (route) => route.fulfill({ status: 400, json: { error: { place: "game", message: "chess" } } }));
  await page.goto(address("m=3.3.2"));
  await page.locator(".count", { hasText: "3 / 3" }).waitFor();
  await page.getByRole("button", { name: "One move back" }).click();
  await page.locator("#refusal", { hasText: "Game: " }).waitFor();
  await leave();
});
