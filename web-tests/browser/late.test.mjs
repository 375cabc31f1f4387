// What comes late takes nothing away: not what the reader has done meanwhile, nor what another part of the page has said.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { cell, go, hashOf, hold, onlyRefusals, open, played, reads, ready, serve, test } from "../harness.mjs";

const POSITION = ".ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";
const TREE = `#v1;g=connect-four;v=tree;p=${POSITION};s=A,4,ge,comp3608`;

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/** The tree view of the worked example. */
async function tree(more = "") {
  const opened = await open(`${server.url}${TREE}${more}`);
  await opened.page.locator('.tree-strip[aria-valuemax="297"]').waitFor();
  await opened.page.locator(".tree-detail .tree-board svg[role=img]").waitFor({ state: "attached" });
  return opened;
}

/** Waits until the events of a step are shown. */
function arrived(page, number) {
  return page.waitForFunction((start) =>
    document.querySelector(".tree-place")?.textContent?.startsWith(start) && !document.querySelector(".tree-events[aria-busy]"),
  `${number} `);
}

const step = (page, name) => page.locator(".tree-toolbar").getByRole("button", { name, exact: true });

test("the refusal of a move leaves the one that is typed meanwhile", async () => {
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four`);
  const play = await hold(page, /\/api\/v1\/play\?/);
  const box = page.locator("#move-box");
  await box.fill("9");
  await page.keyboard.press("Enter");
  await play.asked;
  await page.keyboard.type("4");
  await play.release();
  await page.locator("#refusal").filter({ hasText: "9" }).waitFor();
  await page.keyboard.type("5");
  assert.equal(await box.inputValue(), "45");
  assert.equal(await box.getAttribute("aria-invalid"), null);
  onlyRefusals(complaints);
  await close();
});

test("whoever goes back to where the board stands stays there, though a step was on its way", async () => {
  const { page, close } = await open(server.url);
  const position = await hold(page, /\/api\/v1\/position\?.*moves=3(&|$)/);
  await go(page, "#v1;g=connect-four;m=3.3.2");
  await played(page, 3);
  const moves = page.locator("#play .moves button");
  await moves.nth(0).click();
  await position.asked;
  await moves.nth(2).click();
  await position.release();
  await page.waitForTimeout(300);
  await reads(page.locator(".count"), "3 / 3");
  await close();
});

test("steps that are asked for while one is on its way add up", async () => {
  const { page, close } = await open(server.url);
  const position = await hold(page, /\/api\/v1\/position\?.*moves=3(\.3)?(\.2)?(&|$)/);
  await go(page, "#v1;g=connect-four;m=3.3.2.4");
  await played(page, 4);
  const back = page.getByRole("button", { name: "One move back" });
  await back.click();
  await position.asked;
  await back.click();
  await back.click();
  await position.release();
  await reads(page.locator(".count"), "1 / 4");
  await page.waitForTimeout(300);
  await reads(page.locator(".count"), "1 / 4");
  await close();
});

test("a new game leaves the focus where the reader has put it meanwhile", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=${POSITION};m=0;1=human;2=perfect`);
  await played(page, 1);
  const position = await hold(page, /\/api\/v1\/position\?/);
  await page.getByRole("button", { name: "New game" }).click();
  await position.asked;
  await page.locator("#move-box").focus();
  await position.release();
  await played(page, 0);
  assert.equal(await page.evaluate(() => document.activeElement?.id), "move-box");
  await close();
});

test("a tab that is picked while an address is opened stays, and is in the address", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four`);
  const position = await hold(page, /\/api\/v1\/position\?game=breakthrough/);
  await go(page, "#v1;g=breakthrough;m=A2A3;v=analyse");
  await position.asked;
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.locator("#edit .tools").first().waitFor({ state: "attached" });
  await position.release();
  await cell(page, "C2, white pawn").waitFor();
  await reads(page.locator("[role=tab][aria-selected=true]"), "Edit");
  assert.equal(await hashOf(page), "#v1;g=breakthrough;m=A2A3;v=edit");
  await close();
});

test("tabs are there for the reader when they lead somewhere", async () => {
  const { page, close } = await open("data:text/html,<p id=board><b role=gridcell>none</b></p>");
  const release = await holdFile(page, "**/analysis/view.js");
  await page.goto(`${server.url}#v1;g=connect-four`);
  await page.locator("[role=tab]").nth(4).waitFor();
  assert.equal(await page.locator("[role=tablist]").evaluate((list) => list.inert), true);
  release();
  // A click waits until the tab takes it.
  await page.locator("#tab-edit").click();
  await page.locator(".written pre").first().waitFor();
  await close();
});

/** Holds a file of the page back until it is released. */
async function holdFile(page, address) {
  let release = () => {};
  const isReleased = new Promise((resolve) => { release = () => resolve(undefined); });
  await page.route(address, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

test("the board of the editor is not played on before the editor is there", async () => {
  const { page, close } = await open("data:text/html,<p id=board><b role=gridcell>none</b></p>");
  const release = await holdFile(page, "**/editor/view.js");
  await page.goto(`${server.url}#v1;g=connect-four;v=edit`);
  await ready(page);
  await cell(page, "column 2, row 0").click({ force: true });
  await page.locator("#refusal").filter({ hasText: "The editor is being loaded." }).waitFor();
  release();
  await cell(page, "column 2, row 0").click();
  await page.waitForFunction(() => location.hash.includes("p=..r....,"));
  await close();
});

test("a random position leaves the text that somebody writes meanwhile", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=edit`);
  await page.locator(".written pre").first().waitFor();
  const choice = await hold(page, /\/api\/v1\/choose\?/);
  await page.getByRole("button", { name: "Random position" }).click();
  await choice.asked;
  await page.locator("#position-box").fill("4453");
  await page.locator("#edit form select").focus();
  await choice.release();
  await page.waitForFunction(() => location.hash.includes(";p="));
  assert.equal(await page.locator("#position-box").inputValue(), "4453");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForFunction(() => /;m=3\.3\.4\.2(;|$)/.test(location.hash));
  assert.match(await page.locator("#position-box").inputValue(), /^\.\.yrr\.\./);
  await close();
});

test("the group of a term that is pressed stays pressed when the page is shown anew", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=${POSITION};v=analyse;a=0`);
  await reads(page.locator("#evaluation .sum").first(), /^157 − 67 = 90$/);
  await page.locator(".terms").getByRole("button", { name: "2-in-a-row" }).first().click();
  await page.locator(".groups button").first().click();
  await page.locator("#side-2 select").first().selectOption("club");
  await page.waitForFunction(() => location.hash.includes(";2=graded"));
  assert.equal(await page.locator(".groups button[aria-pressed=true]").count(), 1);
  assert.equal(await page.locator(".cell.spot").count(), 2);
  await close();
});

test("what can be copied stays where it is when the page is shown anew", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3`);
  await page.locator(".share > summary").click();
  await page.locator(".commands summary").click();
  const button = page.getByRole("button", { name: "Copy show", exact: true });
  await button.evaluate((one) => { one.dataset.mine = "1"; });
  await page.getByRole("button", { name: "Mirror the board" }).click();
  await page.waitForFunction(() => location.hash.includes(";f=1"));
  assert.equal(await button.getAttribute("data-mine"), "1");
  await close();
});

test("a jump whose place comes after another step leads nowhere", async () => {
  const { page, close } = await tree(";k=5");
  await arrived(page, 5);
  const place = await hold(page, /\/api\/v1\/tree\/steps\?.*from=5&to=5(&|$)/);
  await step(page, "Next cut").click();
  await place.asked;
  await step(page, "Next step").click();
  await arrived(page, 6);
  await place.release();
  await page.waitForTimeout(300);
  await reads(page.locator(".tree-place"), /^6 of /);
  await close();
});

test("a step that is taken at the moment the steps are opened is one, and is in the address", async () => {
  const { page, close } = await tree();
  // One task: the event that tells of the opening comes after it.
  await page.evaluate(() => {
    const steps = document.querySelector(".tree-steps");
    steps.querySelector("summary").click();
    steps.querySelector("[aria-label='Next step']").click();
  });
  await arrived(page, 2);
  await page.waitForFunction(() => location.hash.endsWith(";k=2"));
  await close();
});

test("a step that is taken while the node of an address is on its way is not taken back", async () => {
  const { page, close } = await tree();
  const node = await hold(page, /\/api\/v1\/tree\?.*path=2(&|$)/);
  await go(page, `${TREE};n=2.0`);
  await node.asked;
  await page.locator(".tree-steps summary").click();
  await arrived(page, 1);
  await page.getByLabel("The table follows the steps").uncheck();
  await step(page, "Next step").click();
  await arrived(page, 2);
  await node.release();
  await page.locator('.tree-row[data-path="2.0"][aria-selected="true"]').waitFor();
  await page.waitForTimeout(300);
  await reads(page.locator(".tree-place"), /^2 of /);
  await close();
});

test("a step that comes after the reader has gone back is not written into that address", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3`);
  await go(page, `${TREE};k=5`);
  await arrived(page, 5);
  const place = await hold(page, /\/api\/v1\/tree\/steps\?.*from=5&to=5(&|$)/);
  await step(page, "Next cut").click();
  await place.asked;
  await page.goBack();
  await played(page, 1);
  await place.release();
  await page.waitForTimeout(300);
  assert.equal(await hashOf(page), "#v1;g=connect-four;m=3");
  await close();
});

test("a question that is answered before the board of its step has come leads to no other by itself", async () => {
  const { page, close } = await open(`${server.url}${TREE};k=21,predict`);
  const question = page.locator(".tree-ask");
  const node = page.locator("#status", { hasText: /^Node / });
  const answer = () => page.locator(".tree-question [data-key]").first().click();
  /** Goes to the first question of a later step. */
  const goOn = async () => {
    do {
      await answer();
      await page.getByRole("button", { name: "Next question" }).click();
      await question.waitFor();
    } while ((await page.locator(".tree-place").innerText()).startsWith("21 "));
  };
  await node.filter({ hasText: "Node 0.0.2.0 " }).waitFor();
  await goOn();
  // The question is there before its board, and steps on the way to it have boards too.
  const [, path = ""] = /^Node (\S+) returns /.exec(await question.innerText()) ?? [];
  await node.filter({ hasText: `Node ${path} ` }).waitFor();
  // The same again, and the board of that step is held.
  await page.goto("about:blank");
  await page.goto(`${server.url}${TREE};k=21,predict`);
  await node.filter({ hasText: "Node 0.0.2.0 " }).waitFor();
  await question.waitFor();
  const position = await hold(page, new RegExp(`/api/v1/position\\?.*moves=${path.replaceAll(".", "\\.")}(&|$)`));
  await goOn();
  await position.asked;
  await answer();
  await position.release();
  await node.filter({ hasText: `Node ${path} ` }).waitFor();
  await page.waitForTimeout(300);
  assert.equal(await question.count(), 0);
  await page.getByRole("button", { name: "Next question" }).waitFor();
  await close();
});

test("the mark of a step stays, though the node of the one before it comes later", async () => {
  const { page, close } = await tree(";k=2");
  await arrived(page, 2);
  const node = await hold(page, /\/api\/v1\/tree\?.*path=0(&|$)/);
  await step(page, "Next step").click();
  await node.asked;
  await step(page, "First step").click();
  await page.locator('.tree-row.is-step[data-path=""]').waitFor();
  await node.release();
  await page.locator('.tree-row[data-path="0.0"]').waitFor();
  await page.waitForTimeout(300);
  assert.equal(await page.locator('.tree-row.is-step[data-path=""]').count(), 1);
  await close();
});

test("what is filled in of an exercise stays, though a step of the address is on its way", async () => {
  const { page, close } = await tree();
  const steps = await hold(page, /\/api\/v1\/tree\/steps\?/);
  await go(page, TREE.replace("A,4", "A,3") + ";k=5");
  await steps.asked;
  await page.locator(".tree-exercise summary").click();
  const value = page.locator('.tree-card[data-task="0"]').getByLabel("returns", { exact: true });
  await value.fill("100");
  await steps.release();
  await page.locator('.tree-strip:not([aria-busy])').first().waitFor({ state: "attached" });
  await page.waitForTimeout(300);
  assert.equal(await value.inputValue(), "100");
  await close();
});

test("the way to a node stays where it is when more of the node comes", async () => {
  const { page, close } = await tree();
  const node = await hold(page, /\/api\/v1\/tree\?.*path=2(&|$)/);
  await page.locator('.tree-row[data-path="2"]').click();
  const start = page.locator(".tree-way button", { hasText: "start" });
  await start.evaluate((button) => { button.dataset.mine = "1"; });
  await node.asked;
  await node.release();
  await page.waitForFunction(() => document.querySelectorAll(".dg-cut").length === 12);
  assert.equal(await start.getAttribute("data-mine"), "1");
  await close();
});

test("what failed in the tree is told until something newer goes well", async () => {
  const { page, close, complaints } = await tree();
  const node = await hold(page, /\/api\/v1\/tree\?.*path=2(&|$)/);
  await page.locator('.tree-row[data-path="2"]').click();
  await node.asked;
  await page.route("**/api/v1/tree/steps?**", (route) => route.abort());
  await page.locator(".tree-tools").getByRole("button", { name: "Next cut" }).click();
  const problem = page.locator(".tree-problem", { hasText: "does not answer" });
  await problem.waitFor();
  await node.release();
  await page.waitForFunction(() => document.querySelectorAll(".dg-cut").length === 12);
  await page.waitForTimeout(300);
  assert.equal(await problem.count(), 1);
  await page.unroute("**/api/v1/tree/steps?**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.waitForFunction(() => document.querySelector(".tree-problem")?.textContent === "");
  assert.ok(complaints.splice(0).every((text) => /ERR_FAILED/.test(text)));
  await close();
});
