// A server that is stopped and started again, and programs of people as players.

import assert from "node:assert/strict";
import { cell, go, open, played, says, serve, test } from "../harness.mjs";

test("without the server a loaded game can be looked through; when it is back, play continues", async () => {
  const server = await serve();
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four`);
  for (const [index, column] of [3, 3, 4].entries()) {
    await cell(page, `column ${column}, row 5`).click();
    await played(page, index + 1);
  }
  await server.stop();
  await cell(page, "column 0, row 5").click();
  const banner = page.locator("#offline");
  await banner.filter({ hasText: "start it again: plyground serve" }).waitFor();
  assert.equal(await page.locator(".count").innerText(), "3 / 3", "the move did not happen");
  await page.getByRole("button", { name: "First position" }).click();
  await played(page, 0);
  await page.getByRole("button", { name: "Last position" }).click();
  await played(page, 3);
  const again = await serve({ port: server.port });
  assert.equal(again.port, server.port);
  await banner.waitFor({ state: "hidden" });
  await cell(page, "column 0, row 5").click();
  await played(page, 4);
  // The browser itself notes that nobody answered.
  assert.deepEqual(complaints.splice(0).filter((text) => !/ERR_|Failed to load/.test(text)), []);
  await close();
  await again.stop();
});

test("a game that was opened from a link can be looked through without the server", async () => {
  const server = await serve();
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four`);
  const loaded = page.waitForResponse(/\/api\/v1\/position\?.*moves=3$/);
  await go(page, "#v1;g=connect-four;m=3.3.4.2.1");
  await loaded;
  await server.stop();
  for (const index of [4, 3, 2, 1, 0]) {
    await page.getByRole("button", { name: "One move back" }).click();
    await page.waitForFunction((wanted) => document.querySelector(".count")?.textContent === `${wanted} / 5`, index);
  }
  assert.deepEqual(complaints.splice(0).filter((text) => !/ERR_|Failed to load/.test(text)), []);
  await close();
});

test("a game that the server does not give leaves everything as it was", async () => {
  const server = await serve();
  const { page, close, complaints } = await open(`${server.url}#v1;g=breakthrough;c=moves;m=C2C3;1=first;2=human;f=1`);
  await played(page, 1);
  const before = await page.evaluate(() => location.hash);
  await page.route(/\/position\?game=connect-four/, (route) => route.abort());
  await page.locator("#game").selectOption("connect-four");
  await page.locator("#refusal").filter({ hasText: "does not answer" }).waitFor();
  assert.equal(await page.locator("#game").inputValue(), "breakthrough");
  assert.equal(await page.locator("#side-1 [data-key=agent]").inputValue(), "first");
  await page.getByRole("button", { name: "One move back" }).click();
  await played(page, 0);
  const parts = before.split(";").sort();
  const found = (await page.evaluate(() => location.hash)).split(";").filter((part) => part !== "i=0").sort();
  assert.deepEqual(found, parts);
  await page.unroute(/\/position\?game=connect-four/);
  await page.locator("#game").selectOption("connect-four");
  await cell(page, "column 3, row 0").waitFor();
  assert.equal(await page.evaluate(() => location.hash), "#v1;g=connect-four");
  assert.deepEqual(complaints.splice(0).filter((text) => !/ERR_|Failed to load/.test(text)), []);
  await close();
  await server.stop();
});

test("values come back when the server does", async () => {
  const server = await serve();
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four;p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red;v=analyse`);
  await page.locator("#gauge .gauge-words", { hasText: "Red wins with column 4" }).waitFor();
  await server.stop();
  await cell(page, "column 0, row 5").click();
  await page.locator("#offline:not([hidden])").waitFor();
  const again = await serve({ port: server.port });
  await page.locator("#offline").waitFor({ state: "hidden" });
  await cell(page, "column 0, row 5").click();
  await played(page, 1);
  await page.locator("#gauge .gauge-words", { hasText: "Yellow" }).waitFor();
  complaints.splice(0);
  await close();
  await again.stop();
});

test("an analysis that was broken off is taken up again when the server is back", async () => {
  const server = await serve();
  const { page, close, complaints } = await open(`${server.url}#v1;g=breakthrough;v=analyse`);
  await page.locator("#gauge .gauge-words", { hasText: /^Depth/ }).waitFor();
  await server.stop();
  await page.locator("#offline:not([hidden])").waitFor();
  await page.locator("#values .muted", { hasText: "does not answer" }).waitFor();
  const asked = page.waitForRequest(/\/api\/v1\/solve\?/);
  const again = await serve({ port: server.port });
  await asked;
  await page.locator("#offline").waitFor({ state: "hidden" });
  await page.locator("#values .muted", { hasText: /^Depth/ }).waitFor();
  complaints.splice(0);
  await close();
  await again.stop();
});

test("an analysis for which there was no place is asked for again", async () => {
  const server = await serve();
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four;p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red`);
  let isFull = true;
  await page.route(/\/api\/v1\/solve\?/, (route) => (
    isFull ? route.fulfill({ status: 503, json: { error: { place: "server", message: "busy" } } }) : route.continue()
  ));
  await page.getByRole("tab", { name: "Analyse" }).click();
  await page.locator("#gauge .gauge-words", { hasText: "no place for another search now" }).waitFor();
  isFull = false;
  await page.locator("#values .muted", { hasText: "All values are proved" }).waitFor();
  complaints.splice(0);
  await close();
  await server.stop();
});

test("a program can be asked without loading the page again after the server was restarted", async () => {
  const more = ["--program", "mine=/bin/sh -c \"echo 3\"", "--trust-agents", "--allow-root"];
  const server = await serve({ more });
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four;2=program:mine`);
  await cell(page, "column 3, row 5").click();
  await played(page, 2);
  assert.match(await page.locator(".output").innerText(), /^Yellow: [\d.]{1,4} m?s of 1\.00 s\n/);
  await server.stop();
  const again = await serve({ port: server.port, more });
  await cell(page, "column 2, row 5").click();
  await played(page, 4);
  assert.deepEqual(complaints.splice(0).filter((text) => !/ERR_|Failed to load/.test(text)), []);
  await close();
  await again.stop();
});

test("a program of one's own plays, and what it prints is shown as text", async () => {
  const script = "echo '<img src=x onerror=alert(1)>' >&2; echo 3; echo 1";
  const server = await serve({ more: ["--program", `mine=/bin/sh -c "${script}"`, "--trust-agents", "--allow-root"] });
  const { page, close } = await open(`${server.url}#v1;g=connect-four`);
  await page.getByLabel("Who plays yellow").selectOption("program:mine");
  await cell(page, "column 3, row 5").click();
  await played(page, 2);
  await says(page, /^Your turn: you are red\.$/);
  assert.match(await page.evaluate(() => location.hash), /2=program:mine/);
  await page.locator(".output summary", { hasText: "Standard error" }).click();
  assert.match(await page.locator(".output").innerText(), /<img src=x onerror=alert\(1\)>/);
  assert.equal(await page.locator("img").count(), 0);
  await close();
  await server.stop();
});

test("a program that loses by a fault is announced", async () => {
  const server = await serve({ more: ["--program", "wrong=/bin/echo nonsense", "--trust-agents", "--allow-root"] });
  const { page, close } = await open(`${server.url}#v1;g=connect-four;2=program:wrong`);
  await page.route(/\/programs\/wrong\/move/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), action: "lost-game", line: "3" } });
  });
  await cell(page, "column 3, row 0").click();
  await says(page, /^Yellow has lost: .*the game is lost\. You win\.$/);
  assert.match(await page.locator("#announcer").textContent(), /^Yellow has lost: .*the game is lost\. You win\.\s?$/);
  await close();
  await server.stop();
});

test("the fault of a program is shown, with what follows from it", async () => {
  const server = await serve({ more: ["--program", "wrong=/bin/echo nonsense", "--trust-agents", "--allow-root"] });
  const { page, close } = await open(`${server.url}#v1;g=breakthrough`);
  await page.getByLabel("Who plays black").selectOption("program:wrong");
  await cell(page, "C2").click();
  await cell(page, "C3").click();
  await played(page, 2);
  await page.locator(".output .fault").filter({ hasText: "a random move is made instead" }).waitFor();
  assert.equal(await page.locator(".moves .fault").count(), 1);
  await close();
  await server.stop();
});
