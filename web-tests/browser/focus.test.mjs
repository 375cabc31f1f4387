// Who uses only keys keeps the focus: a control that goes gives it to what comes after it.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { cell, longTest, losers, onlyRefusals, open, played, ready, says, serve, test } from "../harness.mjs";

const EXAMPLE = "p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

const seen = (selector) => async (page) => {
  await ready(page);
  await page.locator(selector).first().waitFor();
  await page.waitForTimeout(150);
};

for (const [name, hash, settled, within] of [
  ["the page around the views", "#v1;g=connect-four;m=3.2.4.4;i=2;1=human;2=alpha-beta:depth=2", seen(".moves button"), ":is(.top, .table)"],
  ["play", "#v1;g=breakthrough;m=A2A3.A5A4;i=1", seen(".moves button"), "#play"],
  ["the front door", "#v1;g=connect-four", seen(".levels button"), "#front"],
  ["analyse", `#v1;g=connect-four;${EXAMPLE};m=0.1;v=analyse`, seen(".terms tbody button"), "#analyse"],
  ["the search tree", `#v1;g=connect-four;${EXAMPLE};v=tree;s=C,3;n=2;k=5`, seen(".tree-event"), "#tree"],
  ["questions", `#v1;g=connect-four;${EXAMPLE};v=tree;s=A,3;k=5,predict`, seen(".tree-ask"), ".tree-steps"],
  ["edit", `#v1;g=connect-four;${EXAMPLE};v=edit`, seen(".written pre"), "#edit"],
  ...["max-connect-four;m=3.3.4", "breakthrough;p=b-----/------/-w----/-----b/------/w-----/w;m=A1A2", "adjacent-four;m=3,4.3,3.2,4"].flatMap((game) => [
    [`play: ${game}`, `#v1;g=${game};i=2`, seen(".moves button"), "#play"],
    [`analyse: ${game}`, `#v1;g=${game};v=analyse`, seen(".terms tbody tr"), "#analyse"],
    [`the search tree: ${game}`, `#v1;g=${game};v=tree;s=A,2;n=1;k=3`, seen(".tree-event"), "#tree"],
    [`edit: ${game}`, `#v1;g=${game};v=edit`, seen(".written pre"), "#edit"],
  ]),
]) {
  longTest(`no control of ${name} loses the focus`, async () => {
    const { page, close, complaints } = await open(server.url, { permissions: ["clipboard-read", "clipboard-write"] });
    await page.evaluate(() => localStorage.setItem("plyground.last", "#v1;g=connect-four;m=3"));
    assert.deepEqual(await losers(page, server.url + hash, settled, within), []);
    onlyRefusals(complaints);
    await close();
  });
}

const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");

test("Tab leads from one option of a player to the next, though the first has just changed", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;2=alpha-beta`);
  await page.getByLabel("All options of the player of yellow").click();
  await page.getByLabel(/^Yellow: depth/).focus();
  await page.keyboard.type("3");
  await page.keyboard.press("Tab");
  await page.waitForFunction(() => location.hash.includes("depth=3"));
  assert.match(await focused(page), /^Yellow: (?!depth)/);
  await close();
});

test("the side to move is chosen with arrows, and keeps the focus", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;${EXAMPLE};v=edit`);
  await page.locator(".written pre").first().waitFor();
  await page.locator("input[name=turn][value=red]").focus();
  for (const [key, side] of [["ArrowDown", "yellow"], ["ArrowUp", "red"]]) {
    await page.keyboard.press(key);
    await page.waitForFunction((wanted) => location.hash.includes(`.......+${wanted}`), side);
    await page.waitForTimeout(100);
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("value")), side);
  }
  await close();
});

test("what opens a view gives the focus to its tab, and Back to another game to a cell of its board", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3`);
  await page.locator("#play button", { hasText: "New game" }).click();
  await played(page, 0);
  // The first button of its kind leads to another view, which its tab names.
  await page.locator(".examples button").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "tab");
  await page.getByRole("tab", { name: "Play" }).click();
  await page.locator("#game").focus();
  await page.locator("#game").selectOption("adjacent-four");
  await cell(page, "column 3, row 3").focus();
  await page.goBack();
  await ready(page);
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
  await close();
});

test("where the last control of its kind goes, its panel's heading or what is selected gets the focus", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;${EXAMPLE};m=0.1;v=analyse`);
  // When all is known the best move comes first; the game is over with it, and the table goes.
  const best = page.locator(".values tbody tr:first-child.best button[aria-label='Play 4']");
  await best.waitFor();
  await best.focus();
  await page.keyboard.press("Enter");
  await played(page, 3);
  await page.waitForFunction(() => document.activeElement?.textContent === "Values of all moves");
  await page.goto(`${server.url}#v1;g=connect-four;${EXAMPLE};v=tree;s=C,3;n=2`);
  const start = page.locator(".tree-way button", { hasText: "start" });
  await start.waitFor();
  await start.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".tree-way [aria-current]") && document.activeElement.textContent === "start");
  await close();
});

test("a click beside all controls takes the focus away, and nothing gives it back", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;1=first;2=first`);
  await page.getByLabel("Pace").selectOption("fast");
  await page.getByRole("button", { name: "Go on" }).click();
  await page.locator(".rules").click();
  await says(page, /has won/);
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
  await close();
});
