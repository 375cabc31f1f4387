// The front door, the cards of players, the end of a game, review, sharing and frames: as people use them.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, describe } from "node:test";
import { PASTES, agent, answerOf, cell, go, hold, longTest, onSite, onlyRefusals, open, paste, played, press, ready, says, serve, test, violations } from "../harness.mjs";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

const WON = "m=0.1.0.1.0.1.0";
const EXAMPLE = "p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";

/** What a game needs, and whether all of it is above the fold. */
async function below(page, selectors) {
  return page.evaluate((wanted) => wanted.flatMap((selector) => {
    const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    if (all.length === 0) return [`${selector} is not there`];
    return all.filter((one) => one.getBoundingClientRect().bottom > innerHeight).map(() => `${selector} is below the fold`);
  }), selectors);
}

/** Where the document of the page lies. */
const DOCUMENT = new URL("../../web/index.html", import.meta.url);

/** The line of the document with this element; `FIRST=write` writes what the page has drawn instead. */
async function isInDocument(name, drawn) {
  const lines = (await readFile(DOCUMENT, "utf8")).split("\n");
  const at = lines.findIndex((line) => line.includes(` id="${name}" `));
  const line = `${/^ */.exec(lines[at])[0]}${drawn}`;
  if (process.env.FIRST === "write") await writeFile(DOCUMENT, lines.with(at, line).join("\n"));
  else assert.equal(lines[at], line);
}

test("the document begins with the games, the tabs, the front door and the board that the page then draws", async () => {
  const { page, close } = await open(server.url, { reducedMotion: "reduce" });
  const drawn = (name) => page.evaluate((id) => {
    const element = document.querySelector(`#${id}`).cloneNode(true);
    element.setAttribute("inert", "");
    element.removeAttribute("aria-busy");
    // Neither the places that templates keep nor the blanks between their elements are in the document.
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_TEXT);
    const left = [];
    while (texts.nextNode()) if (texts.currentNode.nodeType === Node.COMMENT_NODE || /^\s*\n\s*$/.test(texts.currentNode.data)) left.push(texts.currentNode);
    for (const node of left) node.remove();
    // The small pictures come later.
    for (const picture of element.querySelectorAll(".door-picture svg")) picture.replaceChildren();
    return element.outerHTML;
  }, name);
  for (const name of ["game", "tabs", "front", "board"]) await isInDocument(name, await drawn(name));
  await close();
});

test("the board of the document stays until the page draws its own", async () => {
  const { page: any, close } = await open(server.url);
  const context = await any.context().browser().newContext();
  await context.addInitScript(() => {
    globalThis.empty = 0;
    new MutationObserver(() => {
      const board = document.querySelector("#board");
      if (board !== null && document.readyState !== "loading" && board.childElementCount === 0) globalThis.empty += 1;
    }).observe(document, { childList: true, subtree: true });
  });
  const page = await context.newPage();
  await page.goto(server.url);
  await ready(page);
  assert.equal(await page.evaluate(() => globalThis.empty), 0);
  await context.close();
  await close();
});

test("until the page can answer its first board is there, in the colours that are remembered, unless the address asks for another", async () => {
  const { page: any, close } = await open(server.url);
  const context = await any.context().browser().newContext();
  // The page's script never runs.
  await context.route("**/main.js", (route) => route.abort());
  const page = await context.newPage();
  await page.goto(server.url);
  assert.equal(await page.locator("#board [role=gridcell]:visible").count(), 42);
  assert.equal(await page.locator(".door:visible").count(), 3);
  assert.ok((await page.locator("#board [role=rowgroup]").boundingBox()).width > 250);
  assert.equal(await page.locator("#front[inert], #board[inert]").count(), 2);
  assert.equal(await page.locator("html").getAttribute("data-theme"), null);
  await page.evaluate(() => localStorage.setItem("plyground.theme", "dark"));
  await page.goto("about:blank");
  await page.goto(`${server.url}#v1;g=connect-four;m=3`);
  assert.equal(await page.locator("[role=gridcell]:visible, .door:visible").count(), 0);
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  await context.close();
  await close();
});

test("the front door of the document stays whole until the first position is there", async () => {
  const { page, close } = await open(server.url);
  const { asked, release } = await hold(page, "**/api/v1/position?game=connect-four");
  await page.goto("about:blank");
  const isThere = page.goto(server.url);
  await asked;
  assert.equal(await page.locator(".door.is-play button").count(), 4);
  assert.equal(await page.getByRole("button", { name: "Continue the last game", includeHidden: true }).evaluate((one) => one.closest("p").hidden), true);
  assert.equal(await page.locator("#front[inert]").count(), 1);
  await release();
  await isThere;
  await ready(page);
  await close();
});

describe("what is needed is visible without scrolling", () => {
  for (const [width, height] of [[1440, 900], [390, 844], [844, 390]]) {
    test(`${width}x${height}`, async () => {
      const { page, close } = await open(server.url, { viewport: { width, height } });
      assert.deepEqual(await below(page, ["#front-title", ".door", "#board [role=rowgroup]", "#status"]), []);
      for (const game of ["connect-four", "max-connect-four", "breakthrough", "adjacent-four"]) {
        await go(page, `#v1;g=${game};1=human;2=graded:level=1`);
        await page.locator("#front[hidden]").waitFor({ state: "attached" });
        assert.deepEqual(await below(page, [".side", "#board [role=rowgroup]", "#status", ".bar"]), [], game);
      }
      await go(page, `#v1;g=connect-four;${WON}`);
      await says(page, /has won/);
      assert.deepEqual(await below(page, ["#board [role=rowgroup]", "#ending button", ".bar"]), []);
      await close();
    });
  }
});

for (const [width, height] of [[390, 844], [844, 390]]) {
  test(`in the analysis board, turn, values and steps are in sight, ${width}x${height}`, async () => {
    const { page, close } = await open(`${server.url}#v1;g=connect-four;p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red;v=analyse`, { viewport: { width, height } });
    await page.locator("#gauge:not([hidden])").waitFor();
    await page.locator("#board .slot .chip").nth(6).waitFor();
    assert.deepEqual(await below(page, ["#board [role=rowgroup]", "#board .slot .chip", "#status", "#gauge", ".bar"]), []);
    await page.locator("#evaluation").evaluate((one) => one.scrollIntoView({ block: "end" }));
    await page.waitForFunction(() => scrollY > 0);
    const board = await page.locator("#board [role=rowgroup]").boundingBox();
    assert.ok(board.y >= 0 && board.y + board.height <= height, "it stays in sight");
    for (const game of ["max-connect-four", "breakthrough", "adjacent-four"]) {
      await go(page, `#v1;g=${game};v=analyse`);
      await page.locator("#gauge:not([hidden])").waitFor();
      assert.deepEqual(await below(page, ["#board [role=rowgroup]", "#status", "#gauge", ".bar"]), [], game);
    }
    await close();
  });
}

test("the board is as large as the window allows, and messages do not move it", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3.3.3.3.3`, { viewport: { width: 1440, height: 900 } });
  const box = () => page.locator("#board [role=rowgroup]").boundingBox();
  const before = await box();
  assert.ok(before.width >= 520, `${before.width} px wide`);
  await cell(page, "column 3, row 0").click({ force: true });
  await page.locator("#refusal").filter({ hasText: "full" }).waitFor();
  assert.deepEqual(await box(), before);
  await agent(page, "red", "alpha-beta");
  assert.deepEqual(await box(), before, "options of a player");
  await page.keyboard.press("Escape");
  await go(page, "#v1;g=connect-four;m=3.3.3.3.3.3;v=analyse");
  await page.locator("#gauge:not([hidden])").waitFor();
  assert.deepEqual(await box(), before, "the bar of the value");
  await close();
});

test("one click at the first door begins a game against a player in words", async () => {
  const { page, close } = await open(server.url);
  assert.match(await page.locator("#front-title").innerText(), /^Play a board game/);
  await page.getByRole("button", { name: "Play against: Beginner" }).click();
  assert.equal(await page.getByLabel("Who plays yellow").inputValue(), "beginner");
  assert.ok(await page.locator("#front").isHidden());
  await page.keyboard.press("Enter");
  await played(page, 2);
  assert.match(await page.evaluate(() => location.hash), /2=graded:level=1,seed=\d+/);
  await close();
});

/** Presses what is in sight as a person does; what is not would have to be scrolled to. */
async function pressed(page, locator) {
  const { y, height } = await locator.boundingBox();
  assert.ok(y >= 0 && y + height <= page.viewportSize().height, `in sight: ${locator}`);
  await press(page, locator);
}

/** How many clicks the page has heard since it was opened. */
const clicks = (page) => page.evaluate(() => globalThis.clicks);

/** Opens the front door with clicks counted. */
async function openCounted(options) {
  const opened = await open(server.url, options);
  await opened.page.evaluate(() => {
    globalThis.clicks = 0;
    addEventListener("click", () => { globalThis.clicks += 1; }, true);
  });
  return opened;
}

describe("three tasks from the front door to their end, with clicks counted", () => {
  test("a game against a computer, and another: two clicks besides the moves", async () => {
    const { page, close } = await openCounted();
    await pressed(page, page.getByRole("button", { name: "Play against: Beginner" }));
    let moves = 0;
    for (; await page.locator("#ending").isHidden(); moves += 1) {
      await says(page, /^Your turn: you are red\.$/);
      // The first column that is open.
      const column = await page.locator(".cell[aria-label*='next disc lands here']").first().getAttribute("data-column");
      await pressed(page, page.locator(`.slot[data-column="${column}"]`));
      // The computer has moved, or the game is over.
      await page.waitForFunction((count) => document.querySelector("#ending:not([hidden])") !== null || document.querySelector(".count")?.textContent?.startsWith(`${2 * count} /`), moves + 1);
    }
    await pressed(page, page.getByRole("button", { name: "Rematch", exact: true }));
    await played(page, 0);
    assert.equal(await clicks(page), moves + 2);
    await close();
  });

  test("who wins a position that is pasted: one click and one paste", async () => {
    const { page, close } = await openCounted(PASTES);
    await pressed(page, page.getByRole("button", { name: "Paste a position" }));
    await page.locator("#position-box:focus").waitFor();
    await paste(page, ".ryyrry,.rryry.,..y.r..,..y....,.......,.......");
    await page.locator("#read-as").filter({ hasText: "Read as rows of the board, the bottom row first; red to move, by the number of pieces (7 pieces and 7)." }).waitFor();
    await page.locator("#gauge .gauge-words").filter({ hasText: /^Red wins with column 4/ }).waitFor();
    assert.deepEqual(await below(page, ["#gauge .gauge-words"]), []);
    assert.equal(await clicks(page), 1);
    await close();
  });

  test("on a phone on its side the board, the reason of a cut and what leads to the next are in sight together", async () => {
    const { page, close } = await openCounted({ viewport: { width: 844, height: 390 } });
    await pressed(page, page.getByRole("button", { name: "Open the search" }));
    await page.locator("#tree [role=row]").nth(2).waitFor();
    const next = page.locator(".tree-tools").getByRole("button", { name: "Next cut" });
    // The node that was selected before is shown while the cut is looked for.
    const [board, steps] = [await hold(page, /\/api\/v1\/position\?.*moves=0$/), await hold(page, /\/api\/v1\/tree\/steps/)];
    await page.locator('.tree-row[data-path=""]').focus();
    await page.keyboard.press("ArrowDown");
    await board.asked;
    await page.evaluate(() => scrollTo(0, 0));
    await pressed(page, next);
    await steps.asked;
    await board.release();
    await says(page, /^Node 0 of the search/);
    await page.evaluate(() => scrollTo(0, 0));
    await steps.release();
    await page.locator(".tree-reason").filter({ hasText: /Minimax examines 8 nodes here, this search 2\./ }).waitFor();
    await says(page, /^Node 0\.0\.2 of the search/);
    for (const seen of [page.locator("#board [role=rowgroup]"), next, page.locator(".tree-reason")]) {
      const box = await seen.boundingBox();
      assert.ok(box.y >= 0 && box.y + box.height <= 391, JSON.stringify(box));
    }
    // Also where that node is selected already.
    await page.goto("about:blank");
    await page.goto(`${server.url}#v1;g=connect-four;${EXAMPLE};v=tree;s=A,4,ge,comp3608;n=0.0.2`);
    await says(page, /^Node 0\.0\.2 of the search/);
    await pressed(page, next);
    await page.waitForFunction(() => document.querySelector(".tree-reason").getBoundingClientRect().bottom <= innerHeight + 1);
    await close();
  });

  for (const [width, height] of [[1440, 900], [1024, 768]]) {
    test(`why a branch was cut: two clicks, and nothing is scrolled, ${width}x${height}`, async () => {
      const { page, close } = await openCounted({ viewport: { width, height } });
      await pressed(page, page.getByRole("button", { name: "Open the search" }));
      await page.locator("#tree [role=row]").nth(2).waitFor();
      await pressed(page, page.locator(".tree-tools").getByRole("button", { name: "Next cut" }));
      await page.locator(".tree-reason").filter({ hasText: /α 100 ≥ β 100, and 6 other replies are skipped\. Minimax examines 8 nodes here, this search 2\./ }).waitFor();
      // What comes later moves it no more: the board shows the node, too.
      await says(page, /^Node 0\.0\.2 of the search/);
      assert.deepEqual(await below(page, [".tree-reason"]), []);
      assert.equal(await page.evaluate(() => scrollY), 0);
      assert.equal(await clicks(page), 2);
      await close();
    });
  }
});

test("each door opens in one click, by keys too", async () => {
  const { page, close } = await open(server.url);
  await page.getByRole("button", { name: "See an example" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#values tbody tr").nth(6).waitFor();
  await page.locator("#gauge .gauge-words").filter({ hasText: /wins|draw|loses/ }).waitFor();
  await page.goto(server.url.replace(/#.*/, ""));
  await ready(page);
  await page.getByRole("button", { name: "Open the search" }).focus();
  await page.keyboard.press("Enter");
  await page.locator("#tree [role=row]").nth(2).waitFor();
  await page.goto("about:blank");
  await page.goto(server.url);
  await page.getByRole("button", { name: "Paste a position" }).click();
  await page.locator("#position-box:focus").waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("4453");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForFunction(() => /;m=3\.3\.4\.2/.test(location.hash));
  await close();
});

test("the doors show the game on the board, and open what there is of it", async () => {
  for (const [game, own, examples] of [["max-connect-four", "green", 0], ["breakthrough", "white", 0], ["adjacent-four", "X", 1]]) {
    const { page, close } = await open(server.url);
    await page.locator("#game").selectOption(game);
    for (const door of ["play", "analyse"]) await page.locator(`.door.is-${door} .piece.${own}`).first().waitFor({ state: "attached" });
    assert.equal(await page.locator(".door .piece.yellow").count(), 0, game);
    const example = page.getByRole("button", { name: "See an example" });
    assert.equal(await example.count(), examples, game);
    if (examples > 0) {
      await example.click();
      await page.locator("#values .legend:visible").waitFor();
      await page.waitForFunction((name) => location.hash.includes(`g=${name};`) && location.hash.includes(";p="), game);
      await page.goBack();
    }
    await page.getByRole("button", { name: "Open the search" }).click();
    await page.locator("#tree [role=row]").nth(2).waitFor();
    assert.ok((await page.evaluate(() => location.hash)).includes(`g=${game};`));
    await close();
  }
});

test("what the doors say of the search is what the search counts", async () => {
  const { page, close } = await open(server.url, { reducedMotion: "reduce" });
  await page.locator(".door .examined").filter({ hasText: /^297 nodes examined$/ }).waitFor();
  const words = await page.locator(".door.is-search p").innerText();
  await close();
  const answer = await answerOf(server, "tree", { game: "connect-four", depth: 4, position: ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red" });
  assert.equal(words, `Alpha-beta examines ${answer.totals.examined} nodes where minimax needs ${answer.totals.minimax.examined.toLocaleString("en")}. Step through every one.`);
});

test("an address with players, or with another view, asks for no pictures of the front door", async () => {
  const { page, close } = await open(server.url);
  for (const hash of ["#v1;g=connect-four;1=human;2=first", "#v1;g=connect-four;v=edit"]) {
    await page.goto("about:blank");
    await page.goto(`${server.url}${hash}`);
    await ready(page);
    await page.waitForTimeout(500);
    // A picture that was asked for has its board; what was loaded is drawn, though it is hidden.
    assert.equal(await page.locator(".door .piece, .door .node").count(), 0, hash);
    assert.ok(await page.locator("#front").isHidden());
  }
  await close();
});

test("the options of a player are shown only behind their button", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;2=alpha-beta:depth=3`);
  const depth = page.getByLabel(/^Yellow: depth/);
  assert.ok(await depth.isHidden());
  await page.getByLabel("All options of the player of yellow").click();
  assert.equal(await depth.inputValue(), "3");
  await depth.focus();
  await page.keyboard.press("Escape");
  assert.ok(await depth.isHidden());
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "All options of the player of yellow");
  await close();
});

test("a computer that thinks is seen thinking", async () => {
  const { page, close } = await open(`${server.url}#v1;g=breakthrough;m=A2A3;1=human;2=engine:time=1s`);
  const thought = await hold(page, /\/api\/v1\/choose\?/);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.locator("#side-2[data-thinks] .thinking").waitFor();
  await page.locator("#side-2 .clock").filter({ hasText: /[1-9]\d* s/ }).waitFor();
  await thought.release();
  await played(page, 2);
  assert.equal(await page.locator("[data-thinks]").count(), 0);
  await close();
});

test("a finished game has its stroke, and leads to a rematch, with sides swapped too, and to a review", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;${WON};1=human;2=first`, { bypassCSP: true });
  await page.locator(".won-stroke").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Rematch", exact: true }).click();
  await played(page, 0);
  await go(page, `#v1;g=connect-four;${WON};1=human;2=first`);
  await says(page, /^You win\.$/);
  await page.getByRole("button", { name: "Rematch with sides swapped" }).click();
  await played(page, 1);
  await says(page, /^Your turn: you are yellow\.$/);
  await go(page, `#v1;g=connect-four;${EXAMPLE};m=0.1.4`);
  await says(page, /has won/);
  await page.getByRole("button", { name: "Review the game" }).first().click();
  await page.locator(".review p").first().waitFor();
  const sentences = await page.locator(".review p").allInnerTexts();
  assert.match(sentences[0], /^Yellow threw the win away at move 1, column 1: column \d kept it\.$/);
  assert.match(sentences[1], /^Better was: \d( \d){0,5}(\.| …)$/);
  assert.deepEqual(sentences.slice(2), ["Red left the result with best play as it was in 1 of 2 moves, 50\u00a0%.", "Yellow left the result with best play as it was in 0 of 1 move, 0\u00a0%."]);
  assert.ok((await page.locator("#history .moves .mark").count()) > 0);
  assert.deepEqual(await violations(page), []);
  await close();
});

test("what a review came to is brought into sight, unless somebody has gone elsewhere meanwhile", async () => {
  for (const isGone of [false, true]) {
    const { page, close } = await open(`${server.url}#v1;g=connect-four;${WON}`, { viewport: { width: 390, height: 844 } });
    const solved = await hold(page, /\/api\/v1\/solve\?/);
    await press(page, page.locator("#ending").getByRole("button", { name: "Review the game" }));
    await solved.asked;
    if (isGone) await page.keyboard.press("Tab");
    await solved.release();
    await page.locator(".review p").first().waitFor();
    const { y, height } = await page.locator(".review").boundingBox();
    assert.equal(y + height <= 844, !isGone, `${y} ${height}`);
    await close();
  }
});

test("marks that a review adds leave the focus at the move that has it", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;${EXAMPLE};m=0.1.4;v=analyse`);
  const moves = page.locator("#history .moves button");
  await page.getByRole("button", { name: "Review the game" }).first().click();
  await moves.first().focus();
  await page.locator("#history .moves .mark").first().waitFor();
  await page.locator(".review p").first().waitFor();
  assert.equal(await moves.first().evaluate((one) => one === document.activeElement), true);
  await close();
});

test("a click on the curve leads to its move", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;${WON};v=analyse`);
  await page.locator(".chart svg").waitFor();
  const { width, height } = await page.locator(".chart svg").boundingBox();
  await page.locator(".chart svg").click({ position: { x: width / 7 * 3.05, y: height / 2 } });
  await played(page, 3);
  await close();
});

test("best moves and threats are marked on the board", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.0.3.0.3;v=analyse`);
  await page.locator(".best-star").first().waitFor({ state: "attached" });
  assert.equal(await page.locator(".threat").count(), 0);
  await page.getByRole("switch", { name: "Mark threats" }).check();
  assert.equal(await page.locator(".threat").count(), 1);
  await go(page, "#v1;g=breakthrough;m=A2A3.F5F4;v=analyse");
  await page.locator(".best-arrow").first().waitFor({ state: "attached" });
  assert.equal(await page.getByRole("switch", { name: "Mark threats" }).count(), 0);
  await close();
});

test("sound is off until it is asked for, and is remembered", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four`);
  await page.evaluate(() => {
    globalThis.tones = 0;
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) { globalThis.tones += 1; return start.apply(this, when); };
  });
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  assert.equal(await page.evaluate(() => globalThis.tones), 0);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("switch", { name: "Sounds of moves" }).click();
  await page.getByRole("button", { name: "Close" }).click();
  await cell(page, "column 4, row 0").click();
  await played(page, 2);
  assert.equal(await page.evaluate(() => globalThis.tones), 2, "one when it is switched on, one for the move");
  await page.reload();
  assert.ok(await page.locator("#sound").isChecked());
  await close();
});

test("on a phone the search tree has a small board beside whose turn it is, which shows the selected node", async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 844, height: 390 }, { width: 320, height: 640 }]) {
    const { page, close } = await open(`${server.url}#v1;g=connect-four;${EXAMPLE};v=tree`, { viewport });
    await page.locator("#tree [role=row]").nth(2).waitFor();
    assert.deepEqual(await below(page, ["#board", "#status", "[aria-label=Steps] button", ...(viewport.width > 320 ? [".tree-outcome p:first-child", ".tree-tools button"] : [])]), []);
    const { y, height } = await page.locator("#board").boundingBox();
    assert.ok((await page.locator("#tree").boundingBox()).y < 400, "the search begins right below it");
    assert.ok(y + height < 400, `${y} ${height}`);
    await page.locator("#tree [role=row]").nth(2).click();
    await page.locator("#status", { hasText: /^Node \d of the search: yellow to move\.$/ }).waitFor();
    // What is said of a node comes before the picture of the tree, and a button for it leaves the reason in sight.
    await page.evaluate(() => scrollTo(0, 0));
    const tops = await page.locator("#tree :is(.tree-tools, .tree-detail, .tree-strips)").evaluateAll((all) => all.map((one) => [one.className, one.getBoundingClientRect().top]));
    assert.deepEqual(tops.map(([name]) => name), ["tree-tools", "tree-detail", "tree-strips"], "in the document");
    assert.deepEqual(tops.toSorted((a, b) => a[1] - b[1]), tops, "on the screen");
    await page.locator(".tree-tools").getByRole("button", { name: "Next cut" }).click();
    await says(page, /^Node \d\.\d/);
    await page.waitForFunction(() => document.querySelector(".tree-reason").getBoundingClientRect().bottom <= innerHeight + 1);
    if (viewport.height > 700) assert.ok((await page.locator("#board").boundingBox()).y >= 0, "the board stays");
    const settings = page.locator(".tree-settings summary", { hasText: "Settings of the search: depth 4, Runs of tokens (COMP3608), maximises: course rule" });
    await settings.click();
    await page.getByLabel("Maximises").selectOption("yellow");
    await page.locator(".tree-settings summary", { hasText: "maximises: yellow" }).waitFor();
    await page.waitForFunction(() => location.hash.includes(";s=A,4,ge,comp3608,yellow"));
    for (const game of viewport.width > 320 ? ["max-connect-four", "breakthrough", "adjacent-four"] : []) {
      // The rows of the game before would be there at once.
      await page.goto("about:blank");
      await page.goto(`${server.url}#v1;g=${game};1=human;2=graded:level=1;v=tree`);
      await page.locator("#tree [role=row]").nth(2).waitFor();
      assert.deepEqual(await below(page, ["#board", "#status", ".tree-outcome p:first-child", ".tree-tools button"]), [], game);
    }
    await close();
  }
});

/** What is saved when this button is pressed. */
async function saved(page, name) {
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name, exact: true }).click();
  const download = await waiting;
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(chunks) };
}

test("pictures and games are saved as files, and a game is opened from one", async () => {
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four;m=3.3.2`);
  await page.locator(".share > summary").click();
  const png = await saved(page, "Picture (PNG)");
  assert.equal(png.name, "connect-four-3.png");
  assert.deepEqual([...png.bytes.subarray(1, 4)].map((byte) => String.fromCharCode(byte)).join(""), "PNG");
  // The first chunk has width and height.
  assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], [928, 808]);
  const svg = (await saved(page, "Picture (SVG)")).bytes.toString();
  assert.equal(svg.split('fill="#ff6b57"').length - 1, 2);
  const animation = (await saved(page, "Animation (SVG)")).bytes.toString();
  assert.equal(animation.split("<animate ").length - 1, 3);
  const game = (await saved(page, "Save the game")).bytes;
  assert.match(game.toString(), /^Plyground game 1\ngame: connect-four\nmoves: 3\.3\.2\nred: a person\n/);
  await go(page, `#v1;g=connect-four;${WON}`);
  await says(page, /has won/);
  const won = (await saved(page, "Picture (SVG)")).bytes.toString();
  assert.equal(won.split('stroke="#fff" stroke-width="7"').length - 1, 1, "a stroke through the line");
  await go(page, "#v1;g=breakthrough");
  await page.locator("#play").waitFor();
  const input = page.getByLabel("Open a game from a file");
  await input.setInputFiles({ name: "game.txt", mimeType: "text/plain", buffer: game });
  await page.waitForFunction(() => /g=connect-four;m=3\.3\.2/.test(location.hash));
  await input.setInputFiles({ name: "bad.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await page.locator("#refusal").filter({ hasText: "“bad.txt”: line 1: expected “Plyground game 1”." }).waitFor();
  await input.setInputFiles({ name: "long.txt", mimeType: "text/plain", buffer: Buffer.alloc(40_000, "\u{1f3b2}") });
  await page.locator("#refusal").filter({ hasText: "“long.txt”: the file has 40,000 bytes; expected at most 32,000." }).waitFor();
  await input.setInputFiles({ name: "full.txt", mimeType: "text/plain", buffer: Buffer.from("Plyground game 1\ngame: connect-four\nmoves: 3.3.3.3.3.3.3\n") });
  await page.locator("#refusal").filter({ hasText: /“full\.txt”: .*3/ }).waitFor();
  assert.match(await page.evaluate(() => location.hash), /m=3\.3\.2/);
  onlyRefusals(complaints);
  await close();
});

/** Another site, with these documents by their paths. */
async function otherSite(documents) {
  const other = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>Lecture</title>${documents[request.url] ?? ""}`);
  });
  await new Promise((resolve) => { other.listen(0, "127.0.0.1", () => resolve(undefined)); });
  // A failed test may not end it: it must not keep the process running.
  other.unref();
  const { port } = /** @type {import("node:net").AddressInfo} */ (other.address());
  return { url: `http://127.0.0.1:${port}/`, end: () => new Promise((resolve) => { other.close(() => resolve(undefined)); }) };
}

test("another site may frame what is made for it", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3.2`);
  await played(page, 3);
  await page.locator(".share > summary").click();
  // The text is written a moment after its part was opened.
  const frame = await page.getByRole("region", { name: "Text for another page" }).filter({ hasText: "m=3.3.2" }).innerText();
  await close();
  const other = await otherSite({ "/": frame });
  const visitor = await open(server.url);
  await visitor.page.goto(other.url);
  const inside = visitor.page.frameLocator("iframe");
  await inside.locator("#steps .count").filter({ hasText: "3 / 3" }).waitFor();
  await inside.getByRole("button", { name: "One move back" }).click();
  await inside.locator("#steps .count").filter({ hasText: "2 / 3" }).waitFor();
  await visitor.close();
  await other.end();
});

test("another site may frame nothing but what is made for it", async () => {
  const other = await otherSite({ "/": `<iframe src="${server.url}"></iframe>` });
  const { page, close, complaints } = await open(server.url);
  const refused = page.waitForEvent("console", { predicate: (message) => /frame-ancestors/.test(message.text()) });
  await page.goto(other.url);
  await refused;
  assert.equal(await page.frameLocator("iframe").locator("#board").count(), 0);
  complaints.splice(0);
  await close();
  await other.end();
});

test("a frame shows a tree or a board, says what of its address is wrong, and has no violation", async () => {
  const { page, close } = await open(new URL(`${onSite ? "embed.html" : "embed"}#v1;g=connect-four;${EXAMPLE};v=board`, server.url).href, { bypassCSP: true, viewport: { width: 320, height: 480 } });
  assert.ok(await page.locator("#steps").isHidden());
  assert.deepEqual(await violations(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await go(page, `#v1;g=connect-four;${EXAMPLE};v=tree`);
  await page.locator("#tree [role=row]").nth(2).waitFor();
  assert.ok(await page.locator("#board").isHidden());
  await go(page, "#v1;g=chess");
  await page.locator("#wrong-address").filter({ hasText: /^Part of this address cannot be read\. g=chess: expected connect-four/ }).waitFor();
  await close();
});

for (const scheme of ["light", "dark"]) {
  longTest(`no violation at the front door, with options and shares open, ${scheme}`, async () => {
    const { page, close } = await open(server.url, { bypassCSP: true, colorScheme: scheme });
    await page.locator(".door .examined").filter({ hasText: "297" }).waitFor();
    assert.deepEqual(await violations(page), []);
    await go(page, "#v1;g=connect-four;m=3.3.2;2=alpha-beta");
    await page.locator(".share > summary").click();
    await page.getByLabel("All options of the player of yellow").click();
    await page.waitForTimeout(300);
    assert.deepEqual(await violations(page), []);
    await close();
  });
}
