// The search-tree view in a browser: figures of the worked example, steps, predict mode, keys, large trees.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { answerOf, hold, longTest, onlyRefusals, open, serve, test, type, violations } from "../harness.mjs";

const EXAMPLE = "p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/** The tree view of the worked example; `search` is the value of `s`, `more` more of the address. */
async function tree(search = "A,4,ge", more = "", options = {}) {
  const opened = await open(`${server.url}#v1;g=connect-four;v=tree;${EXAMPLE};s=${search}${more}`, options);
  await opened.page.waitForSelector(more.includes("predict") ? ".tree-ask" : ".tree-detail .dg-node");
  return opened;
}

function cell(page, path, column) {
  return page.locator(`.tree-row[data-path="${path}"] .tree-${column}`).innerText();
}

function selected(page) {
  return page.locator('.tree-row[aria-selected="true"]').getAttribute("data-path");
}

/** Until the events of a step are shown: its number alone is there before them. */
function arrived(page, number) {
  return page.waitForFunction((start) =>
    document.querySelector(".tree-place")?.textContent?.startsWith(start) && !document.querySelector(".tree-events[aria-busy]"),
  `${number} `);
}

function counts(page) {
  return page.locator(".tree-plies tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll("td:not(.tree-share)")].map((each) => Number(each.textContent?.replace(",", "")))));
}

test("the worked example: 297, 606 and 2,084 nodes, and the counts by ply", async () => {
  const { page, close } = await tree();
  assert.equal(await page.locator(".tree-headline").innerText(), "297 nodes examined");
  assert.equal(
    await page.locator(".tree-outcome p").nth(1).innerText(),
    "Alpha-beta to depth 4 chooses column 1, worth 10,000. Minimax examines 2,084 nodes and chooses the same move: 86\u00a0% are saved.",
  );
  assert.deepEqual(await counts(page), [[1, 1, 1], [7, 7, 7], [18, 34, 42], [88, 232, 293], [183, 332, 1741]]);
  assert.deepEqual(await page.locator(".tree-plies tfoot td:not(.tree-share)").allInnerTexts(), ["297", "606", "2,084"]);
  assert.deepEqual(await page.locator(".tree-choice small").allInnerTexts(), ["297", "606"]);
  await page.getByRole("radio", { name: /α > β/ }).check({ force: true });
  await page.waitForFunction(() => document.querySelector(".tree-headline strong")?.textContent === "606");
  await page.getByRole("radio", { name: "Minimax" }).check({ force: true });
  await page.waitForFunction(() => document.querySelector(".tree-headline strong")?.textContent === "2,084");
  assert.deepEqual(await counts(page), [[1], [7], [42], [293], [1741]]);
  await close();
});

test("column 2 reads at most 10,000, its true value 170 beside it, and skipped replies are rows", async () => {
  const { page } = await tree("C,4,ge");
  const values = [];
  for (let column = 0; column < 7; column += 1) {
    values.push([await cell(page, `${column}`, "value"), await cell(page, `${column}`, "truth"),
      await cell(page, `${column}`, "nodes"), await cell(page, `${column}`, "minimax")]);
  }
  assert.deepEqual(values, [
    ["190", "190", "184", "357"],
    ["10,000", "10,000", "51", "315"],
    ["at most 10,000", "170", "15", "339"],
    ["at most 10,000", "270", "15", "357"],
    ["10,000", "10,000", "1", "1"],
    ["at most 10,000", "270", "15", "357"],
    ["at most 10,000", "180", "15", "357"],
  ]);
  assert.equal(await cell(page, "2", "window"), "[10,000, +∞]");
  await page.locator('.tree-row[data-path="2"] .tree-twisty').click();
  await page.waitForSelector('.tree-row[data-path="2.6"]');
  assert.equal(await page.locator('.tree-row[data-path^="2."].is-skipped').count(), 6);
  assert.equal(await cell(page, "2.1", "value"), "not examined");
  assert.equal(await cell(page, "2.1", "why"), "α 10,000 ≥ β 10,000 after column 0");
  await page.waitForFunction(() => document.querySelectorAll(".dg-cut").length === 12);
  assert.match(await page.locator(".tree-reason").innerText(), /^Yellow's column 0 already holds red to 10,000 or less here\./);
  assert.match(await page.locator(".tree-diagram svg").getAttribute("aria-label") ?? "", /^Node diagram: column 2, MIN, at most 10,000\. /);
});

test("the search, the node and the step are in the address, and open again in a fresh profile", async () => {
  const { page } = await tree();
  await page.getByRole("radio", { name: "Compare" }).check({ force: true });
  await page.waitForSelector(".tree-row .tree-truth");
  await page.locator('.tree-row[data-path="2"] .tree-twisty').click();
  await page.locator('.tree-row[data-path="2.0"]').click();
  await page.locator(".tree-steps summary").click();
  await page.getByLabel("The table follows the steps").uncheck();
  await page.locator(".tree-steps").getByRole("button", { name: "Next cut" }).first().click();
  await page.waitForFunction(() => location.hash.includes("k="));
  const { hash } = new URL(page.url());
  assert.match(hash, /;s=C,4,ge,comp3608;n=2\.0;k=\d+$/);
  const again = await open(server.url + hash);
  await again.page.waitForSelector('.tree-row[data-path="2.0"][aria-selected="true"]');
  assert.equal(await again.page.getByRole("radio", { name: "Compare" }).isChecked(), true);
  await again.page.waitForSelector(".tree-event");
  assert.equal(await again.page.locator(".tree-place").innerText(), await page.locator(".tree-place").innerText());
  await again.close();
});

test("297 steps, what three of them say, and the first cut", async () => {
  const { page } = await tree();
  await page.locator(".tree-steps summary").click();
  await page.waitForSelector(".tree-event");
  assert.equal(await page.locator(".tree-place").innerText(), "1 of 297");
  assert.deepEqual(await page.locator(".tree-event").allInnerTexts(), [
    "Number 1: the root is examined; red would take the highest value.",
  ]);
  await page.locator(".tree-steps").getByRole("button", { name: "Next cut" }).click();
  await arrived(page, 21);
  assert.deepEqual(await page.locator(".tree-event").allInnerTexts(), [
    "Number 21: node 0.0.2.0 is examined; red would take the highest value.",
    "The depth limit is reached at node 0.0.2.0: its evaluation is 100.",
    "At node 0.0.2: column 0 is the best so far, worth 100.",
    "At node 0.0.2: α 100 ≥ β 100, so 6 replies are skipped.",
    "Node 0.0.2 returns 100.",
    "At node 0.0: that is no better, column 1 stays, worth 100.",
  ]);
  await page.waitForFunction(() => document.querySelector('.tree-row[aria-selected="true"]')?.getAttribute("data-path") === "0.0.2.0");
  const cut = page.locator(".tree-event.is-cut");
  await cut.click();
  assert.match(await page.locator(".tree-code .is-now").innerText(), /if α ≥ β: stop/);
  assert.deepEqual(await page.locator(".tree-stack tbody tr").last().locator("th, td").allInnerTexts(), ["2", "MIN", "100", "100", "100 by 0"]);
  await page.getByRole("button", { name: "Last step" }).click();
  await arrived(page, 297);
  assert.equal((await page.locator(".tree-event").allInnerTexts()).at(-1), "The root returns 10,000.");
  await page.locator(".tree-steps").getByRole("button", { name: "Next cut" }).click();
  await page.waitForFunction(() => document.querySelector("[role=status].unseen, #announcer")?.textContent?.includes("There is no next cut."));
});

test("predict mode asks, answers, and hides the tree meanwhile", async () => {
  const { page } = await tree("A,4,ge", ";k=21,predict");
  await page.waitForSelector(".tree-ask");
  assert.equal(await page.locator(".tree-grid").isVisible(), false);
  assert.equal(await page.locator(".tree-ask").innerText(), "Node 0.0.2.0 returns 100 to node 0.0.2 (MIN). What happens there?");
  await page.locator('.tree-question [data-key="keep"]').click();
  assert.equal(
    await page.locator(".tree-steps .tree-feedback").innerText(),
    "No: Alpha and beta meet: cut, what is left is skipped. At node 0.0.2: column 0 is the best so far, worth 100. At node 0.0.2: α 100 ≥ β 100, so 6 replies are skipped.",
  );
  assert.equal(await page.locator(".tree-score").innerText(), "0 of 1 right");
  await page.getByRole("button", { name: "Next question" }).click();
  assert.equal(await page.locator(".tree-ask").innerText(), "Node 0.0.2 (MIN) returns 100. What does that say about its minimax value?");
  await page.locator('.tree-question [data-key="at-most"]').click();
  assert.match(await page.locator(".tree-steps .tree-feedback").innerText(), /^Right\. /);
  assert.equal(await page.locator(".tree-score").innerText(), "1 of 2 right");
  for (let question = 0; question < 3; question += 1) {
    await page.getByRole("button", { name: "Next question" }).click();
    await page.locator(".tree-ask").waitFor();
    await page.locator(".tree-question [data-key]").first().click();
  }
  assert.match(await page.locator(".tree-score").innerText(), /^\d of 5 right$/);
  await page.getByLabel("Predict: the page asks before it shows").uncheck();
  await page.locator(".tree-grid").waitFor();
});

test("a leaf shows how its evaluation adds up", async () => {
  const { page, close } = await tree("M,1", ";n=0");
  const fact = page.locator(".tree-facts dt", { hasText: "Evaluation" }).locator("+ dd");

  const [, red, yellow, value] = /^(\d+) − (\d+) = (−?\d+)$/.exec(await fact.innerText()) ?? [];
  assert.equal(Number(red) - Number(yellow), Number(value?.replace("−", "-")));
  assert.equal(await cell(page, "0", "value"), value);
  assert.equal(yellow, "67");

  const terms = page.locator(".tree-terms");
  assert.equal(await terms.locator("table").isVisible(), false);
  await page.locator('.tree-row[data-path="0"]').focus();
  await page.keyboard.press("e");
  await terms.locator("table").waitFor();
  const points = await terms.locator("tbody td:last-child").allInnerTexts();
  const sum = points.reduce((total, text) => total + Number(text.replace("\u2212", "-")), 0);
  assert.equal(sum, Number(value?.replace("−", "-")));
  assert.match(await page.locator("#announcer").innerText(), / times .*; \d+ − 67 = −?\d+$/);
  const facts = await page.locator(".tree-facts").textContent();
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction((old) => document.querySelector(".tree-facts")?.textContent?.includes("Evaluation") && document.querySelector(".tree-facts")?.textContent !== old, facts);
  assert.equal(await terms.locator("table").isVisible(), true, "stays open for the next leaf");
  await page.locator('.tree-row[data-path="1"]').focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".tree-terms")?.hasAttribute("hidden"));
  // Until the server has answered nothing is known of the node.
  const says = (text) => page.locator("#announcer", { hasText: text }).waitFor({ state: "attached", timeout: 1000 }).then(() => true, () => false);
  let isTold = false;
  for (let tries = 0; tries < 60 && !isTold; tries += 1) {
    await page.keyboard.press("e");
    isTold = await says("not evaluated");
  }
  assert.ok(isTold, await page.locator("#announcer").innerText());
  await close();
});

test("the table by keys only", async () => {
  const { page } = await tree();
  await page.locator('.tree-row[data-path=""]').focus();
  const press = async (key, path) => {
    await page.keyboard.press(key);
    await page.waitForFunction((wanted) => {
      const row = document.activeElement?.closest("[data-path]");
      return row?.getAttribute("data-path") === wanted && row.getAttribute("aria-selected") === "true";
    }, path).catch(async () => assert.fail(`${key}: at ${await selected(page)}, expected ${path}`));
  };
  await press("ArrowDown", "0");
  await press("End", "6");
  await press("Home", "");
  await press("2", "2");
  await press("ArrowRight", "2");
  await page.waitForSelector('.tree-row[data-path="2.0"]');
  await press("ArrowDown", "2.0");
  await press("ArrowLeft", "2");
  await press("ArrowLeft", "2");
  assert.equal(await page.locator('.tree-row[data-path="2"]').getAttribute("aria-expanded"), "false");
  await press("Enter", "2");
  await page.waitForSelector('.tree-row[data-path="2.0"]');
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.evaluate(() => document.activeElement?.className ?? ""), /tree-value/);
  await press("ArrowDown", "2.0");
  assert.match(await page.evaluate(() => document.activeElement?.className ?? ""), /tree-value/);
  await press("Control+Home", "");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowLeft");
  await press(".", "0.0.2");
  await press(".", "0.0.5");
  await press(",", "0.0.2");
  await press("p", await bestLine());
  await page.keyboard.press("m");
  await page.waitForFunction(() => document.querySelector(".tree-headline strong")?.textContent === "2,084");
});

/** The principal variation according to the answers. */
async function bestLine() {
  const position = ".ryyrry,.rryry.,..y.r..,..y....,.......,....... red";
  let path = "";
  for (;;) {
    const { node } = await answerOf(server, "tree", { game: "connect-four", position, depth: 4, path });
    if (node.best === null) return path;
    path = path === "" ? node.best : `${path}.${node.best}`;
  }
}

test("the form and the steps by keys only, with the rule of the search in the pseudocode", async () => {
  const { page, close } = await tree();
  await page.getByRole("radio", { name: "Alpha-beta" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => document.querySelector(".tree-headline strong")?.textContent === "606");
  assert.match(page.url(), /;s=A,4,gt,comp3608$/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => location.hash.includes("s=A,3,gt,"));
  await page.locator(".tree-steps summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  for (let right = 0; right < 3; right += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector(".tree-place")?.textContent?.startsWith("2 of "));
  assert.match(await page.locator(".tree-code li").nth(8).innerText(), /if α > β: stop/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("End");
  await page.waitForFunction(() => /^(\d+) of \1$/.test(document.querySelector(".tree-place")?.textContent ?? ""));
  await close();
});

test("rows tell their place to screen readers", async () => {
  const { page } = await tree();
  const row = page.locator('.tree-row[data-path="3"]');
  const names = ["role", "aria-level", "aria-posinset", "aria-setsize", "aria-rowindex", "aria-expanded"];
  assert.deepEqual(
    await row.evaluate((each, wanted) => wanted.map((name) => each.getAttribute(name)), names),
    ["row", "2", "4", "7", "6", "false"],
  );
  assert.equal(await page.locator('.tree-row[data-path="4"]').getAttribute("aria-expanded"), null);
  assert.equal(await page.locator(".tree-grid").getAttribute("aria-rowcount"), "9");
});

test("a tree of more than 100,000 nodes is unfolded", async () => {
  const { page, close } = await open(server.url + "#v1;g=connect-four;v=tree;s=M,6");
  await page.waitForFunction(() => document.querySelector(".tree-headline strong")?.textContent === "137,257");
  await page.waitForFunction(() => document.querySelector(".tree-strip")?.getAttribute("aria-valuemax") === "137257");
  for (const path of ["0", "0.0", "0.0.0", "0.0.1", "0.0.2"]) {
    await page.locator(`.tree-row[data-path="${path}"] .tree-twisty`).click();
    await page.locator(`.tree-row[data-path="${path}.0"]`).waitFor();
  }
  await page.locator(".tree-strip").first().click({ position: { x: 700, y: 100 } });
  await page.waitForFunction(() => (document.querySelector('.tree-row[aria-selected="true"]')?.getAttribute("aria-level") ?? "1") === "6");
  assert.match((await selected(page)) ?? "", /^\d(\.\d){4}$/);
  assert.ok((await page.locator(".tree-row").count()) < 80);
  await close();
});

test("where minimax is too large to be counted nothing is compared with it", async () => {
  const { page, complaints } = await open(`${server.url}#v1;g=connect-four;v=tree;s=C,8`);
  await page.waitForFunction(() => /too large to be shown/.test(document.querySelector(".tree-overview .tree-note")?.textContent ?? ""));
  assert.match(await page.locator(".tree-outcome").innerText(), /Minimax examines more than 5 million nodes here\./);
  assert.equal(await page.locator(".tree-headline strong").innerText(), "81,719");
  assert.deepEqual(await page.locator(".tree-plies thead th").allInnerTexts(), ["ply", "α ≥ β", "α > β"]);
  onlyRefusals(complaints);
});

test("too large a search says what helps, and the old figures go", async () => {
  const { page, complaints } = await open(server.url + "#v1;g=connect-four;v=tree;s=M,9");
  await page.locator(".tree-problem p").first().waitFor();
  assert.match(await page.locator(".tree-problem").innerText(), /Depth: minimax to depth 9 examines more than 500000 nodes here; expected fewer/);
  assert.match(await page.locator(".tree-problem").innerText(), /What helps: choose a smaller depth, alpha-beta instead of minimax/);
  assert.equal(await page.locator(".tree-grid").isVisible(), false);
  // The largest depth that fits, at once.
  await page.getByRole("button", { name: "Depth 6 instead" }).click();
  await page.waitForFunction(() => location.hash.includes("s=M,6,"));
  await page.locator(".tree-grid").waitFor();
  onlyRefusals(complaints);
});

test("what the last search counted does not stand beside one that is too large", async () => {
  const { page, complaints } = await tree("A,4,ge");
  const counts = page.locator(".tree-controls small");
  await page.waitForFunction(() => [...document.querySelectorAll(".tree-controls small")].some((one) => one.textContent !== ""));
  await type(page, "Depth", "20");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Depth \d+ instead$/ }).waitFor();
  assert.deepEqual((await counts.allTextContents()).filter(Boolean), []);
  onlyRefusals(complaints);
});

test("the row of a node stays when another search comes, so that a mouse that is down on it clicks it", async () => {
  const { page, close } = await tree("A,3,ge");
  await page.evaluate(() => { globalThis.rows = [...document.querySelectorAll("#tree [data-path]")]; });
  const headline = await page.locator(".tree-headline").innerText();
  await page.evaluate(() => { location.hash = location.hash.replace(";s=A,3,ge", ";s=C,2,gt"); });
  await page.waitForFunction((old) => ![undefined, old].includes(document.querySelector(".tree-headline")?.innerText), headline);
  assert.deepEqual(await page.evaluate(() => globalThis.rows.filter((row) => row.isConnected).map((row) => row.dataset.path)), ["", "0", "1", "2", "3", "4", "5", "6"]);
  const heads = await page.locator("#tree .tree-head > span").count();
  assert.equal(await page.locator("#tree [data-path='2'] > span").count(), heads, "as many cells as columns");
  await close();
});

test("the focus stays in the table while another algorithm is chosen by its key", async () => {
  const { page } = await tree("A,4,ge", ";n=2");
  await page.locator('.tree-row[data-path="2"]').focus();
  for (const mode of ["M", "A"]) {
    await page.keyboard.press("m");
    await page.waitForFunction((wanted) => location.hash.includes(`s=${wanted},`) && !document.querySelector(".tree-view[aria-busy]"), mode);
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-selected") === "true");
  }
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-path")), "0");
});

test("when the server does not answer the page says so, and tries again on request", async () => {
  const { page, complaints } = await tree("A,4,ge", ";n=2");
  // Nothing may be on its way whose answer would show that the server is there again.
  await page.waitForSelector(".tree-detail .tree-board svg", { state: "attached" });
  await page.waitForSelector('.tree-strip[aria-valuemax="297"]');
  await page.route("**/api/v1/tree/steps?**", (route) => route.abort());
  await page.getByRole("button", { name: "Next cut" }).first().click();
  await page.waitForFunction(() => /does not answer/.test(document.querySelector(".tree-problem")?.textContent ?? ""));
  assert.equal(await page.locator(".tree-headline").innerText(), "297 nodes examined");
  await page.unroute("**/api/v1/tree/steps?**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForFunction(() => document.querySelector(".tree-problem")?.textContent === "");
  await page.waitForSelector('.tree-row[data-path="2"][aria-selected="true"]');
  assert.ok(complaints.splice(0).every((text) => /ERR_FAILED/.test(text)));
});

test("a finished game is a tree of one node", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=0.1.0.1.0.1.0;v=tree;s=C,4`);
  await page.waitForSelector(".tree-detail .tree-board svg", { state: "attached" });
  assert.equal(await page.locator(".tree-headline").innerText(), "1 node examined");
  assert.equal(await cell(page, "", "value"), "10,000");
  assert.equal(await page.locator(".tree-row").count(), 2);
  await page.locator(".tree-steps summary").click();
  await page.waitForSelector(".tree-event.is-terminal");
  await close();
});

test("the wrong parts of an address are named one by one, and the page still works", async () => {
  const { page, close } = await tree("A,4,zz", ";n=9.9");
  await page.waitForFunction(() => document.querySelector(".tree-problem")?.textContent?.includes("n=9.9: no such node here"));
  assert.equal(await page.locator(".tree-headline strong").innerText(), "297");
  assert.equal(await selected(page), "");
  await close();
});

test("the strip by mouse and by keys", async () => {
  const { page, close } = await tree("C,4,ge");
  const strip = page.getByRole("slider", { name: "Overview of the whole tree, in the order of examination" });
  await page.waitForFunction(() => document.querySelector(".tree-strip")?.getAttribute("aria-valuemax") === "2084");
  assert.equal(
    await page.locator(".tree-overview .tree-note").first().innerText(),
    "2,084 nodes in 5 rows, one for each ply. Alpha-beta examines 297 of them and skips 86\u00a0%.",
  );
  await strip.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('.tree-row[data-path="0"][aria-selected="true"]');
  assert.equal(await strip.getAttribute("aria-valuetext"), "2 of 2,084, ply 1, all replies examined, 357 nodes from here");
  await page.keyboard.press("End");
  await page.waitForSelector('.tree-row[data-path="6.6.6.6"][aria-selected="true"]');
  assert.match(await strip.getAttribute("aria-valuetext") ?? "", /^2,084 of 2,084, ply 4, not examined, 1 node from here$/);
  const { width } = await strip.boundingBox() ?? { width: 0 };
  await strip.click({ position: { x: width * (900 / 2084), y: 27 } });
  await page.waitForSelector('.tree-row[data-path="2"][aria-selected="true"]');
  await close();
});

test("where the selected node is not in a strip, that is said, and keys go on from the node above it", async () => {
  const { page, close } = await tree("A,4,ge", ";n=2.0");
  const strip = page.getByRole("slider", { name: "Overview of the whole tree, in the order of examination" });
  const says = (text) => page.waitForFunction((wanted) => new RegExp(wanted).test(document.querySelector(".tree-strip")?.getAttribute("aria-valuetext") ?? ""), text);
  await says("^[\\d,]+ of 297, ply 2, ");
  const number = Number(await strip.getAttribute("aria-valuenow"));
  await page.locator('.tree-row[data-path="2.1"]').click();
  await says("^the selected node is not in this strip; it lies below [\\d,]+ of 297, ply 1, cut: replies skipped, ");
  assert.equal(Number(await strip.getAttribute("aria-valuenow")), number - 1);
  await strip.focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('.tree-row[data-path="2.0"][aria-selected="true"]');
  assert.equal(Number(await strip.getAttribute("aria-valuenow")), number);
  await close();
});

test("the strip of the last search goes at once when another begins", async () => {
  const { page, close } = await tree();
  const strip = page.locator(".tree-strip").first();
  const below = () => page.locator(".tree-steps").evaluate((steps) => steps.getBoundingClientRect().top + scrollY);
  await page.waitForFunction(() => document.querySelector(".tree-strip")?.getAttribute("aria-valuemax") === "297");
  const before = await below();
  const { asked, release } = await hold(page, /\/api\/v1\/tree\?/);
  await page.getByRole("radio", { name: "Minimax" }).check({ force: true });
  await asked;
  assert.equal(await strip.getAttribute("aria-valuetext"), "the tree is on its way");
  assert.equal(await strip.evaluate((canvas) => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.some((part) => part !== 0)), false, "nothing is drawn");
  assert.equal(await below(), before, "what stands below it stays where it is");
  assert.equal(await page.locator(".tree-overview .tree-legend:visible, .tree-overview .tree-note:visible").count(), 0, "nor is anything said of it");
  await release();
  await page.waitForFunction(() => document.querySelector(".tree-strip")?.getAttribute("aria-valuemax") === "2084" && !document.querySelector(".tree-strip").hasAttribute("aria-busy"));
  await close();
});

test("a strip that does not come goes away, and comes when asked for again", async () => {
  const { page, close, complaints } = await tree();
  await page.waitForFunction(() => document.querySelector(".tree-strip")?.getAttribute("aria-valuemax") === "297");
  await page.route(/\/api\/v1\/tree\/overview\?/, (route) => route.abort());
  await page.getByRole("radio", { name: "Minimax" }).check({ force: true });
  await page.getByRole("button", { name: "Try again" }).waitFor();
  assert.equal(await page.locator(".tree-overview:visible").count(), 0);
  assert.equal(await page.locator(".tree-headline strong").innerText(), "2,084");
  await page.unroute(/\/api\/v1\/tree\/overview\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForFunction(() => document.querySelector(".tree-strip")?.getAttribute("aria-valuemax") === "2084");
  await page.locator(".tree-overview:visible .tree-legend:visible").first().waitFor();
  assert.ok(complaints.splice(0).every((text) => /ERR_FAILED/.test(text)));
  await close();
});

test("a link to a node shows it on the board after predicting, too", async () => {
  const { page, close } = await tree("A,2", ";k=5,predict");
  await page.locator("#status", { hasText: /^Node / }).waitFor();
  await page.evaluate(() => { location.hash = location.hash.replace(/;k=[^;]*/, ";n=2"); });
  await page.locator("#status", { hasText: /^Node 2 of the search/ }).waitFor();
  assert.equal(await selected(page), "2");
  await close();
});

test("a move on the board and another game begin another tree", async () => {
  const { page, close } = await tree("M,3,ge,cs431", ";n=2.0");
  // The board shows the node, which is not the game: that is said, and the game stays as it is.
  await page.locator("#status", { hasText: /^Node 2\.0 of the search/ }).waitFor();
  await page.locator('#board [role=gridcell][aria-label^="column 3"]').first().click({ force: true });
  await page.waitForFunction(() => /^The board shows node 2\.0 of the search/.test(document.querySelector("#refusal")?.textContent ?? ""));
  await page.getByLabel("The board shows the node").uncheck();
  await page.locator('#board [role=gridcell][aria-label^="column 3"]').first().click();
  await page.waitForFunction(() => /;m=3;/.test(location.hash) && !location.hash.includes(";n="));
  await page.waitForFunction(() => document.querySelector(".tree-body .tree-player")?.textContent?.endsWith("yellow"));
  await page.locator("#game").selectOption("breakthrough");
  await page.waitForSelector('.tree-row[data-path="A2A3"]');
  assert.equal(await page.locator(".tree-problem").innerText(), "");
  assert.equal(await page.getByRole("radio", { name: "Alpha-beta" }).isChecked(), true);
  assert.doesNotMatch(page.url(), /;[snk]=/);
  await close();
});

for (const [game, search, noun] of [
  ["breakthrough", "A,3", "Move"],
  ["adjacent-four", "C,2", "Move"],
  ["max-connect-four", "C,3", "Column"],
]) {
  test(`${game}: the tree opens, and its best line is walked`, async () => {
    const { page, close } = await open(`${server.url}#v1;g=${game};v=tree;s=${search}`);
    await page.waitForSelector(".tree-detail .dg-node");
    assert.equal(await page.locator(".tree-head .tree-move").innerText(), noun);
    await page.getByRole("button", { name: "Best line" }).click();
    const depth = Number(search.split(",")[1]);
    await page.waitForSelector(`.tree-row[aria-selected="true"][aria-level="${depth + 1}"]`);
    await close();
  });
}

longTest("axe finds nothing, in any mode, light, dark and narrow", async () => {
  for (const [search, more, options] of [
    ["C,4,ge", ";n=2.0;k=21", {}],
    ["C,4,ge", ";n=2.0;k=21", { colorScheme: "dark" }],
    ["A,4,ge", ";k=21,predict", { viewport: { width: 320, height: 700 } }],
    ["M,4", ";n=4", { forcedColors: "active" }],
  ]) {
    const { page } = await open(`${server.url}#v1;g=connect-four;v=tree;${EXAMPLE};s=${search}${more}`, { bypassCSP: true, ...options });
    await page.waitForSelector(more.includes("predict") ? ".tree-ask" : ".tree-facts dt");
    await page.waitForTimeout(200);
    assert.deepEqual(await violations(page), [], `${search}${more}`);
  }
});

test("no sideways scroll at 320 pixels, and targets of 24 pixels or more", async () => {
  const { page } = await tree("C,4,ge", ";n=2;k=21", { viewport: { width: 320, height: 700 } });
  await page.waitForSelector(".tree-event");
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 320);
  const small = await page.evaluate(() =>
    [...document.querySelectorAll(".tree-view :is(button, select, input, summary, [aria-expanded] .tree-twisty)")]
      .filter((each) => each.getClientRects().length > 0)
      .map((each) => {
        const target = each.matches("[type=radio], [type=checkbox]") ? each.closest("label") ?? each : each;
        const { width, height } = target.getBoundingClientRect();
        return { name: each.textContent, width, height };
      })
      .filter(({ width, height }) => width < 24 || height < 24));
  assert.deepEqual(small, []);
});

test("under reduced motion nothing plays", async () => {
  const { page } = await tree("A,4,ge", ";k=1", { reducedMotion: "reduce" });
  await page.waitForSelector(".tree-event");
  assert.equal(await page.locator(".tree-toolbar").getByRole("button", { name: "Play", exact: true }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Next step" }).isVisible(), true);
});

test("steps play, and stop when asked to", async () => {
  const { page } = await tree("A,4,ge", ";k=1");
  await page.waitForSelector(".tree-event");
  await page.getByLabel("Speed").selectOption("10");
  await page.locator(".tree-toolbar").getByRole("button", { name: "Play", exact: true }).click();
  await page.waitForFunction(() => parseInt(document.querySelector(".tree-place")?.textContent ?? "0", 10) >= 4);
  await page.getByRole("button", { name: "Pause" }).click();
  const place = await page.locator(".tree-place").innerText();
  await page.waitForTimeout(400);
  assert.equal(await page.locator(".tree-place").innerText(), place);
});
