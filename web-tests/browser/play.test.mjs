// Whole games by keys only, and by mouse only; and against computers.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import { agent, cell, go, hold, open, played, press, says, serve, status, test } from "../harness.mjs";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

const full = [0, 1, 2, 3, 4, 5].flatMap(() => [1, 2, 3, 4, 5, 6, 7]);

/** Games to their end: the cells (row, column from the top left) that are clicked for each move. */
const GAMES = [
  { game: "connect-four", cells: [0, 1, 0, 1, 0, 1, 0].map((column) => [[5, column]]), end: /Red has won/, marked: 4 },
  { game: "max-connect-four", cells: full.map((column) => [[0, column - 1]]), end: /won|draw/, marked: 42 },
  {
    game: "breakthrough",
    cells: [[[4, 5], [3, 5]], [[1, 0], [2, 0]], [[3, 5], [2, 5]], [[2, 0], [3, 0]], [[2, 5], [1, 4]], [[3, 0], [4, 1]], [[1, 4], [0, 5]]],
    end: /White has won/,
    marked: 1,
  },
  {
    game: "adjacent-four",
    cells: [[2, 3], [2, 2], [1, 3], [1, 2], [3, 3], [3, 2], [0, 3]].map((at) => [at]),
    end: /X has won/,
    marked: 4,
  },
];

/** Presses Tab until the focus is where it should be. */
async function tabTo(page, selector) {
  for (let pressed = 0; pressed < 60; pressed += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

/** Walks over the board with arrows. */
async function walkTo(page, [row, column]) {
  for (let steps = 0; steps < 20; steps += 1) {
    const at = await page.evaluate(() => {
      const { row, column } = document.activeElement?.dataset ?? {};
      return [Number(row), Number(column)];
    });
    if (at[0] === row && at[1] === column) return;
    await page.keyboard.press(at[1] < column ? "ArrowRight" : at[1] > column ? "ArrowLeft" : at[0] < row ? "ArrowDown" : "ArrowUp");
  }
  assert.fail(`the arrows do not lead to ${row},${column}`);
}

async function isOver(page, { end, marked, cells }) {
  await says(page, end);
  assert.equal(await page.locator(".cell .ring").count(), marked);
  assert.equal(await page.locator(".moves li").count(), cells.length);
  assert.match(await page.locator("#announcer").innerText(), end);
}

for (const one of GAMES) {
  describe(one.game, () => {
    test("by keys only", async () => {
      const { page, close } = await open(`${server.url}#v1;g=${one.game}`);
      await tabTo(page, "[role=gridcell]");
      for (const [index, cells] of one.cells.entries()) {
        for (const at of cells) {
          await walkTo(page, at);
          await page.keyboard.press("Enter");
        }
        await played(page, index + 1);
      }
      await isOver(page, one);
      assert.ok(await page.evaluate(() => document.activeElement?.matches("[role=gridcell]")), "the focus stays on the board");
      await page.keyboard.press("Tab");
      assert.ok(!(await page.evaluate(() => document.activeElement?.matches("[role=gridcell]"))), "Tab leaves the board");
      await close();
    });

    test("by mouse only", async () => {
      const { page, close } = await open(server.url);
      await page.locator("#game").selectOption(one.game);
      await page.waitForFunction((game) => location.hash.includes(`g=${game}`), one.game);
      for (const [index, cells] of one.cells.entries()) {
        for (const [row, column] of cells) await page.locator(`.cell[data-row="${row}"][data-column="${column}"]`).click();
        await played(page, index + 1);
      }
      await isOver(page, one);
      await close();
    });
  });
}

test("boards of other sizes are chosen below the games, are no higher than the usual one, and are played against a computer", async () => {
  const { page, close } = await open(server.url);
  const height = () => page.locator("#board .ground").evaluate((ground) => ground.getBoundingClientRect().height);
  const usual = await height();
  const boards = page.locator("#game optgroup[label='Other boards'] option");
  assert.deepEqual(await page.locator("#game > option").allInnerTexts(), ["Connect Four", "Max-Connect-Four", "Breakthrough", "Adjacent Four"]);
  assert.equal(await boards.count(), 26);
  for (const [game, columns, rows] of [["connect-four-4x8", 4, 8], ["connect-four-9x6", 9, 6], ["connect-four-5x4", 5, 4]]) {
    await page.locator("#game").selectOption(game);
    await page.waitForFunction((wanted) => location.hash.includes(`g=${wanted};`) || location.hash.endsWith(`g=${wanted}`), game);
    await page.waitForFunction((wanted) => document.querySelectorAll(".cell").length === wanted, columns * rows);
    assert.ok((await height()) < usual + 2, `${game}: ${await height()} of ${usual}`);
  }
  await page.getByRole("button", { name: "Play against: Club" }).click();
  await press(page, cell(page, "column 3, row 1"));
  await played(page, 2);
  await page.keyboard.press("5");
  await played(page, 4);
  assert.match(await page.evaluate(() => location.hash), /g=connect-four-5x4.*;m=3\.[1-5]\.5\.[1-5]/);
  await close();
});

test("digits drop in the columns of the notation", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four`);
  await cell(page, "column 3, row 5").focus();
  await page.keyboard.press("0");
  await played(page, 1);
  assert.match(await page.evaluate(() => location.hash), /;m=0/);
  await page.locator(".share > summary").click();
  await page.getByLabel(/^Notation/).selectOption("moves");
  await cell(page, "column 4, row 6").focus();
  await page.keyboard.press("7");
  await played(page, 2);
  assert.match(await page.evaluate(() => location.hash), /;c=moves;m=0\.6/);
  await close();
});

test("arrows stop at the edge, Home and End lead to the ends", async () => {
  const { page, close } = await open(`${server.url}#v1;g=breakthrough`);
  await cell(page, "A1").focus();
  const at = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label")?.slice(0, 2));
  for (const [key, name] of [["ArrowLeft", "A1"], ["ArrowDown", "A1"], ["End", "F1"], ["ArrowRight", "F1"], ["Control+Home", "A6"], ["ArrowUp", "A6"], ["Control+End", "F1"], ["Home", "A1"]]) {
    await page.keyboard.press(key);
    assert.equal(await at(), name, key);
  }
  await page.locator("#play button", { hasText: "Turn the board" }).click();
  await cell(page, "A1").focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(await at(), "B1", "on the turned board A is on the right");
  await close();
});

test("a pawn is picked, put back, and dragged", async () => {
  const { page, close } = await open(`${server.url}#v1;g=breakthrough`);
  await cell(page, "C2").click();
  assert.equal(await cell(page, "C2").getAttribute("aria-selected"), "true");
  assert.deepEqual(await page.locator("[aria-label$=', legal']").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))), ["B3, empty, legal", "C3, empty, legal", "D3, empty, legal"]);
  await page.keyboard.press("Escape");
  assert.equal(await cell(page, "C2").getAttribute("aria-selected"), "false");
  await cell(page, "C3").click({ force: true });
  assert.match(await page.locator("#refusal").innerText(), /C3, empty: pick a white pawn first/);
  const from = await cell(page, "C2").boundingBox();
  const to = await cell(page, "D3").boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  await played(page, 1);
  assert.match(await page.evaluate(() => location.hash), /;m=C2D3/);
  await close();
});

test("taps on a touch screen play", async () => {
  const { page, close } = await open(`${server.url}#v1;g=breakthrough`, { hasTouch: true, isMobile: true, viewport: { width: 390, height: 800 } });
  await cell(page, "C2").tap();
  await cell(page, "C3").tap();
  await played(page, 1);
  await close();
});

test("a refused move says why", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3.3.3.3.3`);
  await cell(page, "column 3, row 0").click({ force: true });
  await page.locator("#refusal[role=alert]").filter({ hasText: "Column 3 is full" }).waitFor();
  assert.equal(await page.locator(".count").innerText(), "6 / 6");
  await close();
});

test("undo, redo, scrubber and the list of moves", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.2.4`);
  const count = () => page.locator(".count").innerText();
  const steps = async (action, expected) => {
    await action();
    await page.waitForFunction((wanted) => document.querySelector(".count")?.textContent === wanted, expected).catch(() => {});
    assert.equal(await count(), expected);
  };
  await cell(page, "column 0, row 0").focus();
  await steps(() => page.keyboard.press("Control+z"), "2 / 3");
  await steps(() => page.keyboard.press("Control+Shift+z"), "3 / 3");
  await steps(() => page.keyboard.press("Alt+ArrowLeft"), "2 / 3");
  await steps(() => page.keyboard.press("Alt+ArrowRight"), "3 / 3");
  await steps(() => page.getByRole("button", { name: "First position" }).click(), "0 / 3");
  assert.equal(await page.getByRole("button", { name: "Undo" }).getAttribute("aria-disabled"), "true");
  await steps(() => page.locator(".moves button").nth(1).click(), "2 / 3");
  assert.equal(await page.locator(".moves [aria-current=step]").textContent(), " yellow 2");
  const slider = page.getByRole("slider", { name: "Position in the game" });
  await slider.focus();
  await steps(() => page.keyboard.press("ArrowLeft"), "1 / 3");
  assert.equal(await slider.getAttribute("aria-valuetext"), "step 1 of 3, red column 3");
  assert.match(await page.evaluate(() => location.hash), /;m=3\.2\.4;i=1/);
  // Another move from here replaces what followed.
  await steps(() => cell(page, "column 6, row 0").click(), "2 / 2");
  assert.match(await page.evaluate(() => location.hash), /;m=3\.6(;|$)/);
  await close();
});

test("the line that a move replaces is left, and can be taken up again: with a button, by its moves, by Back", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.2.4;i=1`);
  const is = (moves, count) => page.waitForFunction(([wanted, shown]) => location.hash.includes(`;m=${wanted}`) && document.querySelector(".count")?.textContent === shown, [moves, count]);
  const other = page.getByRole("button", { name: /^Go back to the other line/ });
  assert.equal(await other.count(), 0);
  await cell(page, "column 6, row 0").click();
  await is("3.6", "2 / 2");
  await cell(page, "column 5, row 0").click();
  await is("3.6.5", "3 / 3");
  assert.equal(await other.innerText(), "Go back to the other line: 1. 2 4");
  await other.focus();
  await page.keyboard.press("Enter");
  await is("3.2.4;i=1", "1 / 3");
  assert.equal(await other.innerText(), "Go back to the other line: 1. 6 5", "the other one is left now");
  assert.ok(await other.evaluate((button) => button === document.activeElement));
  await page.keyboard.press("Enter");
  await is("3.6.5;i=1", "1 / 3");
  // Playing the first move of the line that was left brings all of that line back.
  await cell(page, "column 2, row 0").click();
  await is("3.2.4;i=2", "2 / 3");
  assert.equal(await other.innerText(), "Go back to the other line: 1. 6 5");
  await page.goBack();
  await is("3.6.5;i=1", "1 / 3");
  await page.goBack();
  await is("3.2.4;i=1", "1 / 3");
  assert.equal(await other.count(), 0, "what is loaded has left no line");
  await close();
});

test("the toolbar is one stop of Tab; arrows move in it", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.2.4`);
  const bar = page.getByRole("toolbar", { name: "Steps" });
  assert.equal(await bar.locator("button[tabindex='0']").count(), 1);
  await bar.locator("button[tabindex='0']").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".count")?.textContent === "2 / 3");
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Redo");
  await close();
});

test("the computer answers, undo takes back both moves, and swapping lets it begin", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;1=human;2=minimax:depth=1,eval=cs431`);
  await cell(page, "column 3, row 0").click();
  await played(page, 2);
  await says(page, /^Your turn: you are red\.$/);
  await page.getByRole("button", { name: "Undo 2 moves" }).click();
  await played(page, 0);
  await page.locator("#play button", { hasText: "Swap sides" }).click();
  assert.equal(await page.locator("#side-1 [data-key=agent]").inputValue(), "minimax");
  await page.locator("#play button", { hasText: "New game" }).click();
  await played(page, 1);
  await says(page, /^Your turn: you are yellow\.$/);
  await close();
});

test("a computer takes over a side with its options", async () => {
  const { page, close } = await open(`${server.url}#v1;g=adjacent-four`);
  await agent(page, "O", "alpha-beta");
  await page.getByLabel(/^O: depth/).focus();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("2=alpha-beta:depth=2"));
  await page.keyboard.press("Escape");
  await cell(page, "column 4, row 3").click();
  await played(page, 2);
  await close();
});

test("options stay open that were opened just before their player was chosen", async () => {
  const { page, close } = await open(`${server.url}#v1;g=adjacent-four`);
  // All in one task: the event of the opening comes later.
  await page.evaluate(() => {
    const details = document.querySelector("#side-2 details");
    details.querySelector("summary").click();
    const agents = details.querySelector("[data-key=agent]");
    agents.value = "alpha-beta";
    agents.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.getByLabel(/^O: depth/).fill("2");
  await close();
});

test("two computers play to the end, and can be stopped", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;1=first;2=first`);
  await says(page, /Red \(first legal move\) is to move: press Go on/);
  await page.waitForTimeout(400);
  assert.equal(await page.locator(".count").innerText(), "0 / 0", "nothing starts by itself");
  await page.getByLabel("Pace").selectOption("fast");
  const third = await hold(page, /\/api\/v1\/choose\?.*moves=\d\.\d(&|$)/);
  await page.getByRole("button", { name: "Go on" }).click();
  await third.asked;
  await played(page, 2);
  await page.getByRole("button", { name: "Stop" }).click();
  await third.release();
  await page.waitForTimeout(600);
  assert.equal(await page.locator(".count").innerText(), "2 / 2");
  await page.getByRole("button", { name: "Go on" }).click();
  await says(page, /has won/);
  await close();
});

test("computers go on where a replay has come to the end", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;1=first;2=first;m=3.3.2`);
  await page.getByLabel("Pace").selectOption("fast");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelector(".count")?.textContent === "2 / 3");
  await page.getByRole("button", { name: "Go on" }).click();
  await played(page, 5);
  await close();
});

test("a computer that gets the first move makes it; no door offers another computer then", async () => {
  const { page, close } = await open(server.url);
  const offer = page.getByRole("button", { name: "Play against: Beginner" });
  await offer.waitFor();
  await agent(page, "red", "first");
  await played(page, 1);
  await says(page, /^Your turn: you are yellow\.$/);
  await page.locator("#play button", { hasText: "New game" }).click();
  await played(page, 1);
  await close();
  const second = await open(`${server.url}#v1;2=first`);
  assert.equal(await second.page.getByRole("button", { name: "Play against: Beginner" }).count(), 0);
  await second.close();
});

/** Waits until a move is played, however many follow at once. */
const begun = (page) => page.locator(".count", { hasText: /^[1-9]/ }).waitFor();

test("a button has the words that the status asks to press", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;1=first;2=first`);
  await says(page, /press Go on\.$/);
  const button = page.locator("#controls button", { hasText: /^Go on$/ });
  assert.equal(await button.innerText(), "Go on");
  await page.getByLabel("Pace").selectOption("slow");
  const second = await hold(page, /\/api\/v1\/choose\?.*moves=\d(&|$)/);
  await button.click();
  await begun(page);
  assert.equal(await page.locator("#controls button.main").innerText(), "Stop");
  await second.release();
  await close();
});

test("moves that are made while others wait for an answer are all played, in order, and announced meanwhile", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four`);
  const play = await hold(page, /\/api\/v1\/play\?/);
  await cell(page, "column 3, row 0").click();
  await play.asked;
  await page.keyboard.press("2");
  await page.keyboard.press("4");
  await says(page, /^On its way: columns 3, 2, 4\.$/);
  assert.equal(await page.locator("#board").getAttribute("aria-busy"), "true");
  await play.release();
  await played(page, 3);
  assert.match(await page.evaluate(() => location.hash), /;m=3\.2\.4$/);
  await says(page, /^Yellow to move\.$/);
  assert.equal(await page.locator("#board").getAttribute("aria-busy"), "false");
  await close();
});

test("a move that follows one that is refused, or that the computer was to make, is not played", async () => {
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four;2=first`);
  const play = await hold(page, /\/api\/v1\/play\?/);
  await cell(page, "column 3, row 0").click();
  await play.asked;
  await cell(page, "column 5, row 0").click();
  await play.release();
  await page.locator("#refusal").filter({ hasText: "Yellow is played by first" }).waitFor();
  await played(page, 2);
  assert.match(await page.evaluate(() => location.hash), /;m=3\.0(;|$)/);
  await go(page, "#v1;g=connect-four;m=3.3.3.3.3");
  await played(page, 5);
  const more = await hold(page, /\/api\/v1\/play\?/);
  // The first fills the column, so that the second is refused.
  await cell(page, "column 3, row 5").click();
  await page.keyboard.press("3");
  await page.keyboard.press("5");
  await more.release();
  await page.locator("#refusal").filter({ hasText: "open column" }).waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".count").innerText(), "6 / 6");
  assert.deepEqual(complaints.splice(0).filter((text) => !/status of 4\d\d/.test(text)), []);
  await close();
});

test("what computers tell is whole: one node, no depth that is none, times in few digits, or nothing", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;2=first`);
  await cell(page, "column 3, row 0").click();
  await played(page, 2);
  assert.equal(await page.locator(".output").innerText(), "");
  const words = async (answer) => {
    await page.route(/\/api\/v1\/choose\?/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...answer } });
    });
    await page.getByRole("button", { name: "Undo 2 moves" }).click();
    await cell(page, "column 6, row 5").click();
    await played(page, 2);
    await page.unroute(/\/api\/v1\/choose\?/);
    return page.locator(".output").innerText();
  };
  assert.equal(await words({ words: "draw", nodes: 1, depth: null }), "Yellow: draw; 1 node");
  assert.equal(await words({ words: "3 for red", nodes: 2000, depth: 4 }), "Yellow: 3 for red; 2,000 nodes, depth 4");
  await close();
});

const AFTER_MOVES = /\/api\/v1\/position\?.*moves=/;

for (const [name, address, words, before] of [
  ["a computer's move", "#v1;g=connect-four;1=first;2=first", /Red \(first legal move\) is to move: press Go on/, "0 / 0"],
  ["a move of a replay", "#v1;g=connect-four;m=3.3.2;i=0", /Red to move/, "0 / 3"],
]) {
  test(`Stop works while the position after ${name} is on its way`, async () => {
    const { page, close } = await open(server.url);
    // A loaded game asks for its positions by itself; that after the first move is not given.
    const position = await hold(page, /\/api\/v1\/position\?.*moves=\d(&|$)/);
    await go(page, address);
    await says(page, words);
    await page.locator(".count").filter({ hasText: before }).waitFor();
    const asked = page.waitForRequest(AFTER_MOVES);
    await page.getByRole("button", { name: "Go on" }).click();
    await asked;
    await page.getByRole("button", { name: "Stop" }).click();
    await position.release();
    await page.waitForTimeout(1000);
    assert.equal(await page.locator(".count").innerText(), before);
    await says(page, words);
    await close();
  });
}

test("another game is begun while the position after a computer's move is on its way", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;1=first;2=first`);
  const position = await hold(page, AFTER_MOVES);
  const start = await hold(page, /\/api\/v1\/position\?game=breakthrough/);
  await page.getByRole("button", { name: "Go on" }).click();
  await position.asked;
  await page.locator("#game").selectOption("breakthrough");
  await start.asked;
  await position.release();
  await page.waitForTimeout(300);
  await start.release();
  await page.waitForFunction(() => location.hash.includes("g=breakthrough"));
  await cell(page, "C2, white pawn").waitFor();
  await close();
});

test("a computer that cannot move is announced, with what helps", async () => {
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four;2=first`);
  const error = { place: "depth", message: "too deep", remedy: "choose a smaller depth" };
  await page.route(/\/api\/v1\/choose\?/, (route) => route.fulfill({ status: 422, json: { error } }));
  await cell(page, "column 3, row 0").click();
  const words = /^Yellow \(first legal move\) cannot move: depth: too deep\. What helps: choose a smaller depth\.\s?$/;
  await says(page, words);
  assert.match(await page.locator("#announcer").textContent(), words);
  assert.deepEqual(complaints.splice(0).filter((text) => !/status of 422/.test(text)), []);
  await close();
});

test("running scores of quadruples", async () => {
  const { page, close } = await open(`${server.url}#v1;g=max-connect-four;m=1.2.1.2.1.2.1`);
  await page.locator("#score-1", { hasText: /^1 quadruple$/ }).waitFor();
  await page.locator("#score-2", { hasText: /^0 quadruples$/ }).waitFor();
  await go(page, "#v1;g=connect-four");
  await page.locator("#score-1", { hasText: /^$/ }).waitFor({ state: "attached" });
  await close();
});

test("a piece waits over the column under the pointer, and its landing cell is marked", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four`);
  await cell(page, "column 5, row 3").hover();
  assert.equal(await page.locator(".slot[data-column='5'] .piece.red:not(.waits)").count(), 1);
  assert.equal(await page.locator(".aimed").getAttribute("aria-label"), "column 5, row 0, empty, next disc lands here");
  await page.locator(".slot[data-column='5']").click();
  await played(page, 1);
  assert.equal(await page.locator(".slot .piece.yellow").count(), 1);
  await close();
});

test("nothing but the server's files is loaded, and the page says who is to move", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four`);
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map((entry) => new URL(entry.name).origin));
  assert.deepEqual([...new Set(loaded)], [new URL(server.url).origin]);
  assert.equal(await status(page).innerText(), "Red to move.");
  await close();
});

test("a hint shows a good move, in words of the chosen notation and with a star, until the position changes", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red`);
  await page.getByRole("button", { name: "Hint" }).click();
  await page.locator(".hint-words").filter({ hasText: /^Hint: column 4 \(red wins within 1 ply\)\.$/ }).waitFor();
  assert.equal(await page.locator(".best-star").count(), 1);
  await page.locator(".share > summary").click();
  await page.getByLabel(/^Notation/).selectOption("moves");
  await page.locator(".hint-words").filter({ hasText: /^Hint: column 5 / }).waitFor();
  await page.getByLabel(/^Notation/).selectOption("comp3608");
  await page.locator(".hint-words").filter({ hasText: /^Hint: column 4 / }).waitFor();
  // A new hint is not shown before it is found, even if the page is redrawn meanwhile.
  const { asked, release } = await hold(page, /\/api\/v1\/choose\?/);
  await page.getByRole("button", { name: "Hint" }).click();
  await asked;
  await page.getByLabel(/^Notation/).selectOption("moves");
  await page.waitForFunction(() => location.hash.includes(";c=moves"));
  assert.equal(await page.locator(".hint-words").innerText(), "Looking for a good move.");
  assert.equal(await page.locator(".best-star").count(), 0);
  await release();
  await page.locator(".hint-words").filter({ hasText: /^Hint: column 5 / }).waitFor();
  await page.getByLabel(/^Notation/).selectOption("comp3608");
  await cell(page, "column 0, row 0").click();
  await played(page, 1);
  assert.equal(await page.locator(".best-star").count(), 0);
  assert.equal(await page.locator(".hint-words").innerText(), "");
  await close();
});

test("a new game against a level is another one: its seed changes", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3;1=human;2=graded:level=1,seed=5`);
  await page.getByRole("button", { name: "New game" }).click();
  await played(page, 0);
  assert.match(await page.evaluate(() => location.hash), /;2=graded:level=1,seed=(?!5$)\d+$/);
  await close();
});

test("what is being typed as an option stays while the game continues", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;1=first;2=engine`);
  await page.getByLabel("Pace").selectOption("slow");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByLabel("All options of the player of yellow").click();
  const time = page.getByLabel(/^Yellow: time for a move/);
  await time.click();
  await page.keyboard.type("0.");
  await begun(page);
  assert.equal(await time.inputValue(), "0.");
  await close();
});
