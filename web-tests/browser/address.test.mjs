// Addresses: shared links, wrong ones, hostile ones, and the last game.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { cell, go, hold, onlyRefusals, onSite, open, played, ready, says, serve, test } from "../harness.mjs";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/** What can be seen of the state of the page. */
function seen(page) {
  return page.evaluate(() => ({
    cells: [...document.querySelectorAll("[role=gridcell]")].map((one) => one.getAttribute("aria-label")),
    status: document.querySelector("#status").textContent,
    tab: document.querySelector("[role=tab][aria-selected=true]").textContent,
    players: [...document.querySelectorAll(".side select, .side input")].map((one) => one.value),
    moves: [...document.querySelectorAll(".moves li")].map((one) => one.textContent),
    count: document.querySelector(".count").textContent,
  }));
}

test("a shared link shows the same in a fresh profile", async () => {
  const first = await open(`${server.url}#v1;g=connect-four;c=cs431;1=human;2=alpha-beta:depth=2,eval=cs431`);
  for (const [index, column] of [3, 2, 5].entries()) {
    await cell(first.page, `column ${column}, row 0`).click();
    await played(first.page, 2 * index + 2);
  }
  await first.page.getByRole("button", { name: "One move back" }).click();
  await played(first.page, 5);
  const link = first.page.url();
  const expected = await seen(first.page);
  await first.close();
  const second = await open(link);
  await played(second.page, 5);
  assert.deepEqual(await seen(second.page), expected);
  assert.equal(second.page.url(), link);
  await second.close();
});

test("a link to an analysis of an edited position opens it", async () => {
  const link = `${server.url}#v1;g=max-connect-four;p=0000000/0000000/0000000/0000000/0000000/1122000/1;m=3.4;i=1;v=analyse`;
  const { page, close } = await open(link);
  await says(page, /Green to move/);
  assert.equal(await page.locator("[role=tab][aria-selected=true]").innerText(), "Analyse");
  assert.equal(await page.locator(".count").innerText(), "1 / 2");
  await close();
});

test("Back leads to what was shown before a new position, not through every move", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3.4`);
  await page.getByRole("button", { name: "First position" }).click();
  await played(page, 0);
  await page.locator("#game").selectOption("breakthrough");
  await cell(page, "A1").waitFor();
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes("g=connect-four"));
  await cell(page, "column 3, row 0").waitFor();
  assert.equal(await page.locator("#game").inputValue(), "connect-four");
  await close();
});

const POSITION = /\/api\/v1\/position\?/;
const hash = (page) => page.evaluate(() => location.hash);
const tab = (page) => page.locator("[role=tab][aria-selected=true]");

test("a new game that is asked for twice leaves the old one behind Back", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3.3`);
  await played(page, 3);
  const position = await hold(page, POSITION);
  await page.getByRole("button", { name: "New game" }).dblclick();
  await position.release();
  await page.waitForFunction(() => !location.hash.includes("m="));
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes("m=3.3.3"));
  await played(page, 3);
  await close();
});

test("two pieces set in quick succession leave the board before them behind Back", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=edit`);
  await page.getByRole("radio", { name: "yellow disc" }).waitFor();
  const position = await hold(page, POSITION);
  await cell(page, "column 2, row 5").click();
  await cell(page, "column 4, row 5").click();
  await position.release();
  await page.waitForFunction(() => location.hash.includes("p=..r.r..,"));
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes("v=edit") && !location.hash.includes("p="));
  await cell(page, "column 2, row 0, empty").waitFor();
  await close();
});

test("a worked example that another game has overtaken leaves nothing in the address", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four`);
  const position = await hold(page, POSITION);
  // A site has the position of the third without asking, and folds the examples up.
  for (const example of (await page.locator(".examples button").all()).slice(0, onSite ? 2 : undefined)) await example.click();
  await page.locator("#game").selectOption("adjacent-four");
  await position.release();
  await page.waitForFunction(() => location.hash.includes("g=adjacent-four"));
  await page.waitForTimeout(300);
  assert.equal(await hash(page), "#v1;g=adjacent-four");
  assert.equal(await tab(page).innerText(), "Play");
  await close();
});

test("Back several times in quick succession shows the last of them", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3`);
  await played(page, 1);
  await go(page, "#v1;g=breakthrough;x=1;v=edit");
  await cell(page, "C2, white pawn").waitFor();
  await go(page, "#v1;g=connect-four;m=0.1");
  await played(page, 2);
  const overtaken = await hold(page, /\/api\/v1\/position\?game=breakthrough/);
  await page.evaluate(() => history.back());
  await overtaken.asked;
  await page.evaluate(() => history.back());
  await played(page, 1);
  await overtaken.release();
  await page.waitForTimeout(300);
  assert.equal(await hash(page), "#v1;g=connect-four;m=3");
  assert.equal(await tab(page).innerText(), "Play");
  assert.equal(await page.locator("#wrong-address").isVisible(), false);
  await close();
});

test("the last game is offered again", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four`);
  await cell(page, "column 3, row 0").click();
  await played(page, 1);
  await page.goto(`${server.url}about-nothing.txt`).catch(() => {});
  await page.goto(server.url);
  await ready(page);
  await page.getByRole("button", { name: "Continue the last game" }).click();
  await played(page, 1);
  assert.match(await page.evaluate(() => location.hash), /;m=3(;|$)/);
  await page.close();
  await close().catch((error) => assert.match(String(error.actual ?? error), /404/));
});

test("what is wrong in an address is named, and the rest is shown", async () => {
  const cases = [
    ["#v2;g=connect-four", /begins with “v2”; expected “v1”/],
    ["#v1;g=chess", /g=chess: expected connect-four, max-connect-four, breakthrough, adjacent-four/],
    ["#v1;g=connect-four;m=9", /expected an open column from 0 to 6/],
    ["#v1;g=connect-four;p=rr", /.*connect-four|.*expected/],
    ["#v1;g=connect-four;m=3;i=x", /i=x: expected a number of moves/],
    ["#v1;g=connect-four;c=octal", /c=octal: expected comp3608, moves, cs431/],
    ["#v1;g=connect-four;1=human;2=wizard", /2=wizard: no player “wizard”/],
    ["#v1;g=connect-four;1=human;2=program:mine", /register it when starting/],
    ["#v1;g=connect-four;v=fly", /v=fly: expected play, analyse, tree, edit/],
    ["#v1;g=connect-four;m=%", /two hexadecimal digits/],
  ];
  const texts = new Set();
  for (const [hash, expected] of cases) {
    const { page, complaints, close } = await open(`${server.url}${hash}`);
    const text = await page.locator("#wrong-address").innerText();
    assert.match(text, expected, hash);
    assert.equal(await page.locator("[role=gridcell]").count(), 42);
    texts.add(text);
    onlyRefusals(complaints);
    await close();
  }
  assert.equal(texts.size, cases.length);
});

for (const [game, moves] of [["connect-four", "3.2"], ["max-connect-four", "1.2"], ["breakthrough", "A2A3.F5F4"], ["adjacent-four", "3,4.3,3"]]) {
  test(`whatever part of an address is wrong, the rest is shown: ${game}`, async () => {
    const { page, close, complaints } = await open(server.url);
    for (const part of ["i=99", "c=octal", "1=wizard", "v=fly", "a=x", "f=2", "v=tree;s=A,2;k=abc", "v=tree;s=Q,two", "v=tree;s=A,2;n=99"]) {
      await page.goto("about:blank");
      await page.goto(`${server.url}#v1;g=${game};m=${moves};2=first;${part}`);
      await page.locator("#wrong-address:not([hidden]), .tree-problem p").first().waitFor();
      await played(page, 2);
      assert.equal(await page.locator("#game").inputValue(), game, part);
      assert.equal(await page.evaluate(() => location.hash.includes("2=first")), true, part);
    }
    onlyRefusals(complaints);
    await close();
  });
}

test("hostile text in the address stays text", async () => {
  const hostile = encodeURIComponent("<img src=x onerror=document.title='taken'><script>document.title='taken'</script>\u202e");
  for (const key of ["g", "c", "p", "m", "i", "1", "2", "v", "f", "a", "s", "n", "k", "t", "zz"]) {
    const { page, complaints, close } = await open(`${server.url}#v1;g=connect-four;${key}=${hostile}`.replace(`g=connect-four;g=`, "g="));
    assert.equal(await page.title(), "Plyground", key);
    assert.equal(await page.locator("img, script:not([src])").count(), 0, key);
    onlyRefusals(complaints);
    await close();
  }
  const { page, complaints, close } = await open(server.url);
  await page.getByRole("tab", { name: "Edit" }).click();
  await page.locator("#position-box").fill("<img src=x onerror=alert(1)>");
  await page.keyboard.press("Enter");
  await page.locator("#position-problems p").first().waitFor();
  assert.equal(await page.locator("img").count(), 0);
  onlyRefusals(complaints);
  await close();
});

test("an address starts no computer by itself", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;1=alpha-beta:depth=2;2=human`);
  await page.waitForTimeout(500);
  assert.equal(await page.locator(".count").innerText(), "0 / 0");
  await says(page, /press Go on/);
  await page.getByRole("button", { name: "Go on" }).click();
  await played(page, 1);
  await close();
});
