// Learning from the tree in a browser: the tour, the exercise, rounds of questions, two searches side by side, zoom.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { count } from "../../web/shell/dom.js";
import { answerOf, longTest, open, serve, test, until, violations } from "../harness.mjs";

const POSITION = ".ryyrry,.rryry.,..y.r..,..y....,.......,.......";
const EXAMPLE = `p=${POSITION}+red`;

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/** The tree view of the worked example. */
async function tree(search = "A,4,ge", more = "", options = {}) {
  const opened = await open(`${server.url}#v1;g=connect-four;v=tree;${EXAMPLE};s=${search}${more}`, options);
  await opened.page.waitForSelector(more.includes("predict") ? ".tree-ask" : ".tree-detail .dg-node");
  return opened;
}

/** The answer for a node. */
function asked(path, depth = 4) {
  return answerOf(server, "tree", { game: "connect-four", position: `${POSITION} red`, depth, path });
}

const selected = (page) => page.locator('.tree-row[aria-selected="true"]').getAttribute("data-path");

test("the tour: six steps from another game, by keys, each with the figures of its node", async () => {
  const { page, close } = await open(`${server.url}#v1;g=breakthrough;v=tree;s=A,2`);
  await page.getByRole("button", { name: "Tour: what is a window?" }).focus();
  await page.keyboard.press("Enter");
  const title = page.locator(".tree-tour h2");
  const words = page.locator(".tree-tour > p");
  const stops = [
    ["", "1 of 6: The root", (node) => `Here it comes to ${count(node.value)}.`],
    ["0", "2 of 6: The first move", (node) => `It comes to ${count(node.value)}.`],
    ["1", "3 of 6: A window", (node) => `is already sure of ${count(node.window.alpha)}, by column 0.`],
    ["2", "4 of 6: A higher alpha", (node) => `begins with α = ${count(node.window.alpha)}.`],
    ["2.0", "5 of 6: One reply is enough", (node) => `first reply is worth ${count(node.value)}.`],
    ["2.1", "6 of 6: The cut", (node) => `minimax examines ${node.minimax_nodes} nodes.`],
  ];
  for (const [path, name, says] of stops) {
    await title.filter({ hasText: name }).waitFor();
    assert.equal(await selected(page), path);
    const text = await words.innerText();
    const { node } = await asked(path);
    assert.ok(text.includes(says(node)), `${text} has no "${says(node)}"`);
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "H2");
    await page.locator(".tree-tour .main").focus();
    await page.keyboard.press("Enter");
  }
  await page.locator(".tree-tour").waitFor({ state: "hidden" });
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Tour: what is a window?");
  // What the steps take for granted about the example.
  const [root, first, second, third, reply, skipped] = await Promise.all(stops.map(([path]) => asked(path)));
  assert.deepEqual([root.node.role, first.node.role, first.node.window.alpha, first.node.window.beta], ["max", "min", null, null]);
  assert.equal(second.node.window.alpha, first.node.value);
  assert.ok(second.node.value > first.node.value);
  assert.equal(third.node.window.alpha, second.node.value);
  assert.equal(third.node.bound, "at-most");
  assert.ok(reply.node.value <= third.node.window.alpha);
  assert.equal(skipped.node.state, "skipped");
  await close();
});

for (const [width, height] of [[1440, 900], [1024, 768], [390, 844], [844, 390], [320, 640]]) {
  test(`at every step of the tour its node is below the card, with the reason and a board in sight where there is room: ${width}x${height}`, async () => {
    const { page, close } = await tree("A,4,ge", "", { viewport: { width, height } });
    await page.getByRole("button", { name: "Tour: what is a window?" }).click();
    for (let step = 1; step <= 6; step += 1) {
      await page.locator(".tree-tour h2").filter({ hasText: `${step} of 6` }).waitFor();
      await page.waitForFunction((hasRoom) => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const top = box(".tree-tour").bottom;
        const node = box(".is-toured .tree-detail").top;
        return node >= top && node < innerHeight - 100 && (!hasRoom || (box(".tree-reason").bottom <= innerHeight && [...document.querySelectorAll("#board [role=rowgroup], .tree-board svg")].some((one) => {
            const { top: from, bottom } = one.getBoundingClientRect();
            return bottom > from && bottom <= innerHeight && from >= 0;
          })));
      }, height > 700);
      await page.locator(".tree-tour .main").click();
    }
    await close();
  });
}

test("the tour ends by Escape, and where another search is shown", async () => {
  const { page, close } = await tree();
  await page.getByRole("button", { name: "Tour: what is a window?" }).click();
  await page.locator(".tree-tour h2").filter({ hasText: "1 of 6" }).waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".tree-tour").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Tour: what is a window?" }).click();
  await page.locator(".tree-tour h2").filter({ hasText: "1 of 6" }).waitFor();
  // The card lies over what is scrolled under it.
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("radio", { name: "Minimax" }).check({ force: true });
  await page.waitForFunction(() => document.querySelector(".tree-headline strong")?.textContent === "2,084");
  await page.locator(".tree-tour .main").click();
  await page.locator(".tree-tour").waitFor({ state: "hidden" });
  await close();
});

test("the exercise: the first mistake is marked and explained, and what the record says is right", async () => {
  const { page, close } = await tree();
  await page.locator(".tree-exercise summary").click();
  await page.locator(".tree-card").first().waitFor();
  assert.equal(await page.locator(".tree-grid").isVisible(), false, "the tree does not tell the answers");
  assert.deepEqual(await page.locator(".tree-card").evaluateAll((cards) => cards.map((card) => card.getAttribute("data-task"))), ["", "0", "1", "2", "3", "5", "6"]);
  const field = (path, name) => page.locator(`.tree-card[data-task="${path}"]`).getByLabel(name, { exact: true });
  const check = () => page.getByRole("button", { name: "Check" }).click();
  const wrong = page.locator(".tree-wrong:not(:empty)");
  await check();
  assert.match(await wrong.innerText(), /^Nothing is filled in here\. Alpha is −∞ when the search comes here\./);
  assert.equal(await field("0", "alpha").evaluate((each) => each === document.activeElement && each.getAttribute("aria-invalid") === "true"), true);
  let alpha = "-inf";
  for (const path of ["0", "1", "2", "3", "5", "6"]) {
    const { node } = await asked(path, 2);
    await field(path, "alpha").fill(node.window.alpha === null ? "-inf" : String(node.window.alpha));
    await field(path, "beta").fill("inf");
    if (node.cut) await page.locator(`.tree-card[data-task="${path}"] select`).selectOption(node.cut.after);
    await field(path, "returns").fill(String(node.value));
    alpha = String(node.value);
  }
  assert.notEqual(alpha, "-inf");
  const { node: root, totals } = await asked("", 2);
  assert.ok(totals.cuts > 0, "an exercise without a cut teaches nothing");
  await field("", "returns").fill(String(root.value + 1));
  await check();
  assert.match(await wrong.innerText(), new RegExp(`^You wrote ${count(root.value + 1)}\\. The node returns ${count(root.value)}\\.`));
  assert.equal(await page.locator(".tree-exercise .tree-feedback").innerText(), "6 of 7 nodes are right. The first mistake is marked.");
  await field("", "returns").fill(String(root.value));
  await check();
  assert.match(await page.locator(".tree-exercise .tree-feedback").innerText(), /^All right: 7 of 7 nodes\./);
  assert.equal(await page.locator(".tree-card [aria-invalid]").count(), 0);
  await page.locator(".tree-exercise summary").click();
  await page.locator(".tree-grid").waitFor();
  await close();
});

test("an exercise of too many nodes offers the worked example instead", async () => {
  const { page, close } = await open(`${server.url}#v1;g=breakthrough;v=tree;s=A,2`);
  await page.waitForSelector(".tree-detail .dg-node");
  await page.locator(".tree-exercise summary").click();
  await page.getByRole("button", { name: "Take the worked example" }).click();
  await page.locator(".tree-card").first().waitFor();
  assert.equal(await page.locator(".tree-card").count(), 7);
  assert.match(page.url(), /g=connect-four/);
  await close();
});

test("a round of ten questions ends with a score, and another begins at nothing", async () => {
  const { page, close } = await tree("A,4,ge", ";k=21,predict");
  for (let question = 0; question < 10; question += 1) {
    await page.locator(".tree-ask").waitFor();
    await page.locator(".tree-question [data-key]").first().click();
    if (question < 9) await page.getByRole("button", { name: "Next question" }).click();
  }
  const told = await page.locator(".tree-steps .tree-feedback").innerText();
  const [, right, topics] = /The round is over\. (\d+) of 10 right: (.*?)\./.exec(told) ?? assert.fail(told);
  const sums = [...(topics ?? "").matchAll(/(\d+) of (\d+)/g)].reduce((sum, [, some, all]) => [sum[0] + Number(some), sum[1] + Number(all)], [0, 0]);
  assert.deepEqual(sums, [Number(right), 10]);
  await page.getByRole("button", { name: "Another round" }).click();
  await page.locator(".tree-ask").waitFor();
  assert.equal(await page.locator(".tree-score").innerText(), "0 of 0 right");
  await close();
});

test("minimax and alpha-beta side by side have one cursor", async () => {
  const { page, close } = await tree("C,4,ge", ";n=2");
  const strips = page.locator(".tree-strip");
  await page.waitForFunction(() => document.querySelectorAll(".tree-strip")[1]?.getAttribute("aria-valuemax") === "297");
  assert.deepEqual(await page.locator(".tree-strip-title").allInnerTexts(), ["Minimax", "Alpha-beta"]);
  assert.equal(await strips.nth(0).getAttribute("aria-valuemax"), "2084");
  await strips.nth(1).focus();
  await page.keyboard.press("Home");
  await page.waitForSelector('.tree-row[data-path=""][aria-selected="true"]');
  for (let node = 0; node < 3; node += 1) await page.keyboard.press("ArrowRight");
  await page.waitForSelector('.tree-row[data-path="0.0.0"][aria-selected="true"]');
  assert.match(await strips.nth(0).getAttribute("aria-valuetext") ?? "", /^4 of 2,084, ply 3, /);
  const { node } = await asked("2");
  await page.locator('.tree-row[data-path="2"]').click();
  await page.waitForFunction((number) => document.querySelectorAll(".tree-strip")[1]?.getAttribute("aria-valuenow") === number, String(node.number));
  assert.match(await strips.nth(0).getAttribute("aria-valuetext") ?? "", new RegExp(`cut: replies skipped, ${node.minimax_nodes} nodes from here$`));
  await page.getByRole("radio", { name: "Alpha-beta" }).check({ force: true });
  await page.waitForFunction(() => document.querySelector(".tree-strip")?.getAttribute("aria-valuemax") === "297");
  assert.equal(await strips.nth(1).isVisible(), false);
  await close();
});

test("the strip zooms by keys, buttons and wheel, moves by dragging, and follows the cursor", async () => {
  const { page, close } = await tree();
  const strip = page.locator('.tree-strip[aria-valuemax="297"]').first();
  const part = page.locator(".tree-part").first();
  const inSight = async () => ((await part.innerText()).match(/\d+/g) ?? []).map(Number);
  await strip.focus();
  await page.keyboard.press("+");
  assert.equal(await part.innerText(), "Nodes 75 to 223 of 297 are in sight.");
  await page.getByRole("button", { name: /^Zoom in/ }).first().click();
  const [first, last] = await inSight();
  assert.ok(last - first < 80, `${first} to ${last}`);
  // The cursor moves to a node out of sight, and the strip follows it.
  await page.locator('.tree-row[data-path="6"]').click();
  const { node } = await asked("6");
  await until(`node ${node.number} in sight`, async () => {
    const [from, to] = await inSight();
    return from <= node.number && node.number <= to;
  });
  const [from] = await inSight();
  await strip.evaluate((each) => each.scrollIntoView({ block: "center" }));
  const box = await strip.boundingBox() ?? assert.fail();
  await page.mouse.move(box.x + 50, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 30, { steps: 4 });
  await page.mouse.up();
  const [moved] = await inSight();
  assert.ok(moved < from, `${moved} is left of ${from}`);
  assert.equal(await selected(page), "6", "the end of a drag chooses nothing");
  await strip.focus();
  await page.keyboard.press("0");
  await page.waitForFunction(() => document.querySelector(".tree-part")?.textContent === "");
  await page.mouse.wheel(0, -300);
  await page.waitForFunction(() => /are in sight/.test(document.querySelector(".tree-part")?.textContent ?? ""));
  await page.getByRole("button", { name: /^Whole tree/ }).first().click();
  assert.equal(await part.innerText(), "");
  // Off the focus the wheel scrolls the page.
  await page.mouse.move(box.x + 50, box.y + 30);
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => window.scrollY > 0);
  assert.equal(await part.innerText(), "");
  await close();
});

test("two fingers zoom the strip", async () => {
  const { page, close } = await tree();
  await page.locator('.tree-strip[aria-valuemax="297"]').first().evaluate((strip) => {
    strip.setPointerCapture = () => undefined;
    const { left, top, width } = strip.getBoundingClientRect();
    const tell = (type, pointerId, part) => strip.dispatchEvent(new PointerEvent(type, { pointerId, clientX: left + part * width, clientY: top + 20, bubbles: true }));
    tell("pointerdown", 1, 0.4);
    tell("pointerdown", 2, 0.6);
    tell("pointermove", 2, 0.8);
    tell("pointerup", 1, 0.4);
    tell("pointerup", 2, 0.8);
  });
  const [from, to] = ((await page.locator(".tree-part").first().innerText()).match(/\d+/g) ?? []).map(Number);
  assert.ok(Math.abs(to - from - 297 / 2) < 3, `${from} to ${to}`);
  await close();
});

test("137,257 nodes: every zoom shows another part", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=tree;s=M,6`);
  await page.waitForFunction(() => document.querySelector(".tree-strip")?.getAttribute("aria-valuemax") === "137257");
  await page.locator(".tree-strip").first().focus();
  for (const key of ["+", "+", "+", "+", "+", "-", "-", "+", "+", "+"]) await page.keyboard.press(key);
  // Six more steps in than out.
  const [from, to] = ((await page.locator(".tree-part").first().innerText()).match(/[\d,]+/g) ?? []).map((text) => Number(text.replaceAll(",", "")));
  assert.ok(Math.abs(to - from - 137257 / 64) < 3, `${from} to ${to}`);
  await close();
});

test("a cut shows what it spares, and the large board shows the node", async () => {
  const { page, close } = await tree("A,4,ge", ";n=2");
  const { children } = await asked("2");
  const skipped = children.filter(({ state }) => state === "skipped");
  const total = skipped.reduce((sum, { minimax_nodes }) => sum + minimax_nodes, 0);
  await page.locator(".tree-costs li").first().waitFor();
  assert.equal(await page.locator(".tree-cost > p").innerText(), `Minimax examines ${count(total)} nodes for the ${skipped.length} skipped replies and all below them; this search none.`);
  assert.deepEqual(await page.locator(".tree-costs li > :last-child").allInnerTexts(), skipped.map(({ minimax_nodes }) => String(minimax_nodes)));
  await page.locator('#board [role=gridcell][aria-label^="column 2, row 4, red"]').waitFor();
  await page.getByRole("button", { name: "start" }).click();
  await page.locator('#board [role=gridcell][aria-label^="column 2, row 4, empty"]').waitFor();
  await close();
});

test("at 1440 pixels nothing of the table is cut off in Compare, and code and call stack stand beside the events", async () => {
  const { page, close } = await tree("C,4,ge", ";n=2.0;k=21", { viewport: { width: 1440, height: 900 } });
  await page.waitForSelector(".tree-event");
  const cut = await page.locator(".tree-grid").evaluate((grid) => {
    const right = grid.getBoundingClientRect().right;
    return [...grid.querySelectorAll(".tree-cell")]
      .filter((cell) => cell.scrollWidth > cell.clientWidth || cell.getBoundingClientRect().right > right)
      .map((cell) => `${cell.className}: ${cell.textContent}`);
  });
  assert.deepEqual(cut, []);
  const tall = await page.locator(".tree-panes").evaluate((each) => each.getBoundingClientRect().height);
  assert.ok(tall <= 480, `${tall}`);
  await close();
});

longTest("axe finds nothing in tour, exercise and comparison, light, dark and narrow, and nothing scrolls sideways", async () => {
  for (const options of [{}, { colorScheme: "dark" }, { viewport: { width: 320, height: 700 } }, { forcedColors: "active" }]) {
    const { page } = await tree("C,4,ge", ";n=2", { bypassCSP: true, ...options });
    await page.waitForTimeout(300);
    assert.deepEqual(await violations(page), [], `compare ${JSON.stringify(options)}`);
    await page.locator(".tree-exercise summary").click();
    await page.locator(".tree-card").first().waitFor();
    await page.getByRole("button", { name: "Check" }).click();
    assert.deepEqual(await violations(page), [], `exercise ${JSON.stringify(options)}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= (options.viewport?.width ?? 1280));
    await page.getByRole("button", { name: "Tour: what is a window?" }).click();
    await page.locator(".tree-tour h2").filter({ hasText: "1 of 6" }).waitFor();
    assert.deepEqual(await violations(page), [], `tour ${JSON.stringify(options)}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= (options.viewport?.width ?? 1280));
  }
});
