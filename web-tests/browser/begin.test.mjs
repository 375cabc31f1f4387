// What belongs to one game and not to the next, and what happens while nothing answers.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { cell, go, hold, onlyRefusals, open, played, ready, says, serve, test, type, until } from "../harness.mjs";

const WORKED = "p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/** The labels above the board, from left to right. */
const labels = (page) => page.locator("#board .heads > :not(:first-child)").allInnerTexts();

const hash = (page) => page.evaluate(() => location.hash);

test("an example of another game lies as usual, in its notation, though the board was turned", async () => {
  const { page, close } = await open(`${server.url}#v1;g=breakthrough`);
  await page.getByRole("button", { name: "Turn the board" }).click();
  assert.deepEqual(await labels(page), ["F", "E", "D", "C", "B", "A"]);
  await page.locator(".examples").getByRole("button", { name: "COMP3608: the example of the evaluation" }).click();
  await page.waitForFunction(() => location.hash.includes("g=connect-four"));
  assert.deepEqual(await labels(page), ["0", "1", "2", "3", "4", "5", "6"]);
  assert.match(await cell(page, "column 2, row 0").getAttribute("aria-label") ?? "", /yellow/);
  assert.doesNotMatch(await hash(page), /;f=/);
  await close();
});

test("a board where pieces fall is mirrored: columns change places, rows do not", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=0`);
  await page.getByRole("button", { name: "Mirror the board" }).click();
  assert.deepEqual(await labels(page), ["6", "5", "4", "3", "2", "1", "0"]);
  const red = await cell(page, "column 0, row 0").boundingBox();
  const board = await page.locator("#board [role=rowgroup]").boundingBox();
  assert.ok(red.x > board.x + board.width / 2 && red.y > board.y + board.height / 2);
  await cell(page, "column 0, row 0").focus();
  await page.keyboard.press("ArrowLeft");
  assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), /^column 1, row 0/);
  await page.keyboard.press("ArrowUp");
  assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), /^column 1, row 1/);
  assert.match(await hash(page), /;f=1/);
  await page.reload();
  await ready(page);
  assert.deepEqual(await labels(page), ["6", "5", "4", "3", "2", "1", "0"]);
  await close();
});

test("a file of another game comes with people as its players", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;1=human;2=perfect;c=moves`);
  await page.locator(".share > summary").click();
  const file = Buffer.from("Plyground game 1\ngame: breakthrough\nmoves: A2A3\n");
  await page.getByLabel("Open a game from a file").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: file });
  await says(page, /^Black to move\.$/);
  assert.match(await hash(page), /^#v1;g=breakthrough;m=A2A3$/);
  // A file of the same game keeps them.
  await go(page, "#v1;g=breakthrough;1=human;2=graded:level=1");
  await page.getByLabel("Open a game from a file").setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: file });
  await played(page, 1);
  assert.match(await hash(page), /;2=graded:level=1$/);
  await close();
});

test("links that are opened while a computer moves are followed: the move is no longer wanted", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;2=alpha-beta:depth=2`);
  const [chosen, linked] = [await hold(page, /\/api\/v1\/choose/), await hold(page, /\/api\/v1\/position\?game=breakthrough/)];
  // A server's question is aborted, a worker is ended.
  await page.evaluate(() => {
    const choices = globalThis.choices = { asked: 0, givenUp: 0 };
    const { fetch } = globalThis;
    const { postMessage, terminate } = Worker.prototype;
    globalThis.fetch = (address, options) => {
      if (String(address).includes("/choose?")) {
        choices.asked += 1;
        options.signal.addEventListener("abort", () => { choices.givenUp += 1; });
      }
      return fetch(address, options);
    };
    Worker.prototype.postMessage = function (message) {
      this.isChoosing = String(message.target).startsWith("choose?");
      if (this.isChoosing) choices.asked += 1;
      postMessage.call(this, message);
    };
    Worker.prototype.terminate = function () {
      if (this.isChoosing) choices.givenUp += 1;
      terminate.call(this);
    };
  });
  const link = (moves) => page.evaluate((to) => new Promise((resolve) => {
    addEventListener("hashchange", () => resolve(undefined), { once: true });
    location.hash = to;
  }), `#v1;g=breakthrough;m=${moves};v=analyse`);
  await cell(page, "column 3, row 0").click();
  await chosen.asked;
  await link("A2A3");
  await linked.asked;
  await page.waitForFunction(() => globalThis.choices.givenUp === 1);
  // The answer for the first is dropped, and no move is asked for instead.
  await link("A2A3+B5B4");
  await linked.release();
  await chosen.release();
  await says(page, /^White to move\.$/);
  assert.match(await hash(page), /;g=breakthrough;m=A2A3\+B5B4;.*v=analyse/);
  assert.deepEqual(await page.evaluate(() => globalThis.choices), { asked: 1, givenUp: 1 });
  await close();
});

/** The answer of a server that is too busy. */
const BUSY = { status: 503, contentType: "application/json", body: JSON.stringify({ error: { place: "server", message: "too busy" } }) };

/** Removes the complaints about refusals of a busy server, and fails if there are others. */
function onlyBusy(complaints) {
  assert.deepEqual(complaints.splice(0).filter((text) => !/status of 503/.test(text)), []);
}

test("Back brings back what was there before a game began: the other's search, its node, its step and its notation", async () => {
  const before = `#v1;g=connect-four;c=moves;${WORKED};v=tree;s=A,2,ge,comp3608;n=2;k=5`;
  const { page, close } = await open(`${server.url}${before}`);
  await says(page, /^Node 2 of the search/);
  await page.locator("#game").selectOption("breakthrough");
  await page.locator('.tree-row[data-path="A2A3"]').waitFor();
  assert.doesNotMatch(await hash(page), /;[csnk]=/);
  await page.goBack();
  await says(page, /^Node 2 of the search/);
  assert.equal(await hash(page), before);
  assert.equal(await page.locator('.tree-row[aria-selected="true"]').getAttribute("data-path"), "2");
  await close();
});

test("Back leads to the front door again, whichever door was taken", async () => {
  const { page, close } = await open(server.url);
  for (const [door, is] of [["Play against: Club", /;2=graded:level=3/], ["See an example", /;v=analyse/], ["Paste a position", /;v=edit/], ["Open the search", /;v=tree/]]) {
    await page.getByRole("button", { name: door }).click();
    await page.waitForFunction((wanted) => new RegExp(wanted).test(location.hash), is.source);
    await page.locator("#front[hidden]").waitFor({ state: "attached" });
    await page.evaluate(() => history.back());
    await page.locator("#front:not([hidden])").waitFor();
    assert.equal(await page.getByLabel("Who plays yellow").inputValue(), "human", door);
  }
  await close();
});

test("the tour leaves no players in the address", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;1=human;2=perfect;v=tree`);
  await page.locator(".tree-detail .dg-node").first().waitFor();
  await page.getByRole("button", { name: "Tour: what is a window?" }).click();
  await page.locator(".tree-tour h2").filter({ hasText: "1 of 6" }).waitFor();
  assert.doesNotMatch(await hash(page), /;2=/);
  await close();
});

test("a tour for which there was no place can be started again", async () => {
  const { page, close, complaints } = await open(`${server.url}#v1;g=breakthrough;v=tree`);
  await page.locator(".tree-detail .dg-node").first().waitFor();
  const start = page.getByRole("button", { name: "Tour: what is a window?" });
  await page.route(/\/api\/v1\/position/, (route) => route.fulfill(BUSY));
  await start.click();
  await page.locator("#refusal").filter({ hasText: "Server: too busy." }).waitFor();
  await page.unroute(/\/api\/v1\/position/);
  await start.click();
  await page.locator(".tree-tour h2").filter({ hasText: "1 of 6" }).waitFor();
  onlyBusy(complaints);
  await close();
});

test("a tour that was ended stays away, though its next step was on its way", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=tree`);
  await page.locator(".tree-detail .dg-node").first().waitFor();
  await page.getByRole("button", { name: "Tour: what is a window?" }).click();
  const title = page.locator(".tree-tour h2");
  const next = page.locator(".tree-tour .main");
  // The fifth step opens node 2.
  const { asked, release } = await hold(page, /\/api\/v1\/tree\?.*path=2(&|$)/);
  for (const step of [1, 2, 3, 4]) {
    await title.filter({ hasText: `${step} of 6` }).waitFor();
    await next.click();
  }
  await asked;
  await page.keyboard.press("Escape");
  await page.locator(".tree-tour").waitFor({ state: "hidden" });
  await release();
  await page.locator('.tree-row[data-path="2.0"][aria-selected="true"]').waitFor();
  await page.waitForTimeout(300);
  assert.ok(await page.locator(".tree-tour").isHidden());
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Tour: what is a window?");
  await close();
});

test("an example is not the last game; what was played here is", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four`);
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  // While a game is played they are folded.
  await page.locator("summary", { hasText: "Worked examples" }).click();
  await page.locator(".examples").getByRole("button", { name: "CS4750: the first moves of both players" }).click();
  await page.waitForFunction(() => location.hash.includes("g=adjacent-four"));
  await page.goto("about:blank");
  await page.goto(server.url);
  await ready(page);
  await page.getByRole("button", { name: "Continue the last game" }).click();
  await page.waitForFunction(() => location.hash.includes("g=connect-four;m=3"));
  await close();
});

test("parts of the address that mean nothing are named, each in a sentence", async () => {
  for (const [part, expected] of [
    ["a=x", /a=x: expected 0, 1/],
    ["f=2", /f=2: expected 0, 1/],
    ["m=3.3;i=9", /i=9: expected at most 2, since the game has 2 moves/],
    ["2=alpha-beta:dpth=3", /2=alpha-beta:dpth=3: no option “dpth” of alpha-beta; expected depth, eval, cut/],
    ["2=alpha-beta:depth=x", /2=alpha-beta:depth=x: depth is “x”; expected a whole number of plies, 1 to 1,000/],
    ["2=alpha-beta:eval=nobody", /eval is “nobody”; expected comp3608, cs431/],
  ]) {
    const { page, close } = await open(`${server.url}#v1;g=connect-four;${part}`);
    await page.locator("#wrong-address").filter({ hasText: expected }).waitFor();
    await close();
  }
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=tree;${WORKED};s=A,2;k=abc`);
  await page.locator(".tree-problem").filter({ hasText: /k=abc: expected the number of a step/ }).waitFor();
  await go(page, `#v1;g=connect-four;v=tree;${WORKED};s=A,2;k=9000`);
  await page.locator(".tree-problem").filter({ hasText: /k=9000: expected at most \d+, the last step of this search/ }).waitFor();
  await close();
});

test("a page whose first question finds no place asks again, and says when", async () => {
  const { page, close, complaints } = await open(server.url);
  await page.route(/\/api\/v1\/games/, (route) => route.fulfill(BUSY));
  await page.goto("about:blank");
  await page.goto(`${server.url}#v1;g=breakthrough;m=A2A3`);
  await says(page, /^Server: too busy\. The page asks again every 3 seconds\.$/);
  await page.unroute(/\/api\/v1\/games/);
  await says(page, /^Black to move\.$/);
  onlyBusy(complaints);
  await close();
});

test("a page whose first question fails says so, and opens when something answers", async () => {
  const { page, close, complaints } = await open(server.url);
  await page.route(/\/api\/v1\//, (route) => route.abort());
  await page.goto("about:blank");
  await page.goto(`${server.url}#v1;g=breakthrough;m=A2A3`);
  await says(page, /^The server does not answer; start it again with: plyground serve\.$/);
  await page.locator("#offline:not([hidden])").waitFor();
  await page.unroute(/\/api\/v1\//);
  await says(page, /^Black to move\.$/);
  await page.locator("#offline[hidden]").waitFor({ state: "attached" });
  complaints.splice(0);
  await close();
});

test("Back while nothing answers leaves the game as it is, and opens the other when something does", async () => {
  const { page, close, complaints } = await open(`${server.url}#v1;g=breakthrough;m=A2A3.F5F4;i=1;1=human;2=graded:level=1`);
  await page.locator("#game").selectOption("connect-four");
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await page.route(/\/api\/v1\//, (route) => route.abort());
  await page.goBack();
  await page.locator("#wrong-address").filter({ hasText: "is shown when something answers again" }).waitFor();
  await says(page, /^Yellow to move\.$/);
  assert.equal(await page.getByLabel("Who plays yellow").inputValue(), "human");
  assert.equal(await page.locator(".count").innerText(), "1 / 1");
  await page.unroute(/\/api\/v1\//);
  await says(page, /^Black \(beginner\) is to move|^Black/);
  assert.equal(await page.getByLabel("Who plays black").inputValue(), "beginner");
  assert.equal(await page.locator("#wrong-address").isHidden(), true);
  complaints.splice(0);
  await close();
});

test("an analysis that fails for good is not begun again by itself, and a smaller one can be", async () => {
  const { page, close } = await open(`${server.url}#v1;g=breakthrough;m=A2A3`);
  const asked = [];
  await page.route(/\/api\/v1\/solve\?/, (route) => {
    asked.push(Number(new URL(route.request().url()).searchParams.get("time")));
    const error = { place: "browser", message: "memory ran out", remedy: "choose a shorter time" };
    return route.fulfill({ contentType: "text/event-stream", body: `event: error\ndata: ${JSON.stringify({ error })}\n\n` });
  });
  await page.getByRole("tab", { name: "Analyse" }).click();
  await page.locator("#values .problems").filter({ hasText: "Browser: memory ran out. What helps: choose a shorter time." }).waitFor();
  await page.waitForTimeout(2600);
  assert.deepEqual(asked, [20]);
  await page.getByRole("button", { name: "Try a smaller search" }).click();
  await until("a smaller search", () => asked.length > 1);
  assert.deepEqual(asked, [20, 3]);
  assert.equal(await page.getByRole("button", { name: "Try a smaller search" }).count(), 0, "there is no smaller one");
  await close();
});

test("the node that the board shows is what status and cards speak of, and moves are refused there", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=tree;${WORKED};s=A,4,ge;n=2`);
  await says(page, /^Node 2 of the search: yellow to move\.$/);
  assert.deepEqual(await page.locator(".side").evaluateAll((all) => all.map((one) => one.classList.contains("to-move"))), [false, true]);
  await cell(page, "column 3, row 5").click({ force: true });
  await page.locator("#refusal").filter({ hasText: /The board shows node 2 of the search/ }).waitFor();
  assert.match(await hash(page), /;n=2(;|$)/);
  await page.getByRole("button", { name: "start" }).click();
  await says(page, /^Red to move\.$/);
  await close();
});

test("the board beside a tree is in the tree's notation, and the view says so", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=tree;${WORKED};s=A,2;c=moves`);
  await page.locator(".tree-detail .dg-node").first().waitFor();
  assert.deepEqual(await labels(page), ["0", "1", "2", "3", "4", "5", "6"]);
  await page.getByText("own notation", { exact: false }).waitFor();
  await page.getByRole("tab", { name: "Play" }).click();
  assert.deepEqual(await labels(page), ["1", "2", "3", "4", "5", "6", "7"]);
  await close();
});

test("the steps keep a stop for the tab key in every search and at every question", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=tree;${WORKED};s=A,2;k=5`);
  await page.locator(".tree-event").first().waitFor();
  const stops = () => page.locator(".tree-toolbar").evaluate((bar) => [...bar.children].filter((one) => one.tabIndex === 0 && one.getClientRects().length > 0 && !one.disabled).map((one) => one.getAttribute("aria-label")));
  await page.locator(".tree-toolbar").getByRole("button", { name: "Next cut" }).focus();
  await page.getByRole("radio", { name: "Minimax" }).check({ force: true });
  await page.waitForFunction(() => document.querySelector(".tree-view")?.getAttribute("data-mode") === "M");
  await page.waitForFunction(() => document.querySelector(".tree-view[aria-busy]") === null);
  assert.equal((await stops()).length, 1);
  await page.locator(".tree-toolbar").getByRole("button", { name: "Play" }).focus();
  await page.getByLabel("Predict: the page asks before it shows").check();
  await page.locator(".tree-question:not([hidden])").waitFor();
  assert.equal((await stops()).length, 1);
  await page.getByLabel("Predict: the page asks before it shows").uncheck();
  await close();
});

test("after a search that is refused no figure of the last one stays", async () => {
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four;v=tree;${WORKED};s=A,2;k=5`);
  await page.locator(".tree-event").first().waitFor();
  await type(page, "Depth", "20");
  await page.keyboard.press("Enter");
  const smaller = page.getByRole("button", { name: /^Depth \d+ instead$/ });
  await smaller.waitFor();
  for (const part of [".tree-outcome", ".tree-overview", ".tree-steps", ".tree-grid", ".tree-detail", ".tree-counts"]) assert.equal(await page.locator(`${part}:visible`).count(), 0, part);
  await smaller.click();
  await page.locator(".tree-headline").waitFor();
  onlyRefusals(complaints);
  await close();
});

test("a search for which there was no place is asked for again on request", async () => {
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four;v=tree;${WORKED};s=A,2`);
  await page.locator(".tree-headline").waitFor();
  await page.route(/\/api\/v1\/tree/, (route) => route.fulfill(BUSY));
  await type(page, "Depth", "3");
  await page.keyboard.press("Enter");
  await page.locator(".tree-problem").filter({ hasText: "too busy" }).waitFor();
  assert.ok(await page.locator(".tree-outcome").isHidden());
  await page.unroute(/\/api\/v1\/tree/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.locator(".tree-headline").waitFor();
  onlyBusy(complaints);
  await close();
});
