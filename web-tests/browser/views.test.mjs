// Analysing and editing: values, evaluations, the curve of a game, positions as text.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { answerOf, cell, go, hold, onlyRefusals, open, played, ready, says, serve, test } from "../harness.mjs";

const EXAMPLE = ".ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/** Opens the editor, and waits until it takes clicks on the board. */
async function openEditor(game) {
  const opened = await open(`${server.url}#v1;g=${game};v=edit`);
  await opened.page.locator(".written pre").first().waitFor();
  return opened;
}

/** Waits for a text in an element. */
async function reads(page, selector, expected) {
  await page.locator(selector).filter({ hasText: expected }).first().waitFor().catch(async () => {
    assert.match(await page.locator(selector).first().innerText(), expected);
  });
}

test("the worked example: exact values of all moves, on the board and in words", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=${EXAMPLE};v=analyse`);
  await reads(page, "#gauge .gauge-words", /Red wins with column 4\./);
  await reads(page, "#values .muted", /All values are proved\./);
  const rows = await page.locator(".values tbody tr").evaluateAll((all) => all.map((row) => [...row.children].map((child) => child.textContent)));
  assert.deepEqual(rows.map(([move, value]) => [move, value]), [
    ["4", "▲\u2009114"], ["1", "▲\u2009313"], ["3", "▼\u200928−1"], ["0", "▼\u200924−3"], ["2", "▼\u200924−3"], ["5", "▼\u200924−3"], ["6", "▼\u200924−3"],
  ]);
  assert.deepEqual(rows.slice(0, 3).map(([, , words]) => words), ["wins in 1 move; best", "wins in 2 moves", "loses in 14 moves"]);
  assert.deepEqual(await page.locator(".slot .chip").evaluateAll((all) => all.map((one) => one.dataset.text)), ["▼ 24", "▲ 3", "▼ 24", "▼ 28", "▲ 1", "▼ 24", "▼ 24"].map((text) => text.replace(" ", "\u2009")));
  // They stay after a move, until they are switched off; no other view has them.
  await cell(page, "column 4, row 3").click();
  await says(page, /Red has won/);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("tab", { name: "Play" }).click();
  await page.locator(".slot .chip").first().waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Analyse" }).click();
  await page.locator(".slot .chip").first().waitFor();
  await page.getByRole("switch", { name: "Show values" }).uncheck();
  assert.equal(await page.locator(".slot .chip").count(), 0);
  assert.match(await page.evaluate(() => location.hash), /;a=0/);
  await close();
});

test("the worked example: 157 − 67 = 90, each term with its cells", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=${EXAMPLE};v=analyse;a=0`);
  await reads(page, "#evaluation .sum", /^157 − 67 = 90$/);
  const rows = await page.locator(".terms tbody tr").evaluateAll((all) => all.slice(0, 3).map((row) => [...row.children].map((child) => child.textContent).join(" ")));
  assert.deepEqual(rows, ["red tokens 7 1 7", "red 2-in-a-row 5 10 50", "red 3-in-a-row 1 100 100"]);
  await page.locator(".terms").getByRole("button", { name: "3-in-a-row" }).first().click();
  assert.deepEqual(await page.locator(".cell.spot").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))), ["column 4, row 2, red", "column 4, row 1, red", "column 4, row 0, red"]);
  assert.deepEqual(await page.locator(".groups button").allInnerTexts(), ["column 4, rows 0–2"]);
  await page.locator(".terms").getByRole("button", { name: "2-in-a-row" }).first().click();
  assert.equal(await page.locator(".groups button").count(), 5);
  await page.locator(".groups button").first().click();
  assert.equal(await page.locator(".cell.spot").count(), 2);
  await page.getByLabel("Function").selectOption("cs431");
  assert.equal(await page.locator(".cell.spot").count(), 0);
  await close();
});

test("the boards of the texts: 146 to 135, and 84 for X but 160 for O", async () => {
  const { page, close } = await open(server.url);
  await page.getByRole("button", { name: "COMP3608: the example of the evaluation" }).click();
  await reads(page, "#evaluation .sum", /146 − 135 = 11/);
  await page.getByRole("tab", { name: "Play" }).click();
  await page.locator("summary", { hasText: "Worked examples" }).click();
  await page.getByRole("button", { name: "CS4750: the example of the evaluation" }).click();
  await page.getByLabel("As seen by").selectOption("X");
  await reads(page, "#evaluation .sum", /= 84$/);
  await page.getByLabel("As seen by").selectOption("O");
  await reads(page, "#evaluation .sum", /= 160$/);
  await close();
});

test("the best move comes first in every finished analysis, also when one goes back to it", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3;v=analyse`);
  const first = (move) => reads(page, ".values tbody tr:first-child th", new RegExp(`^${move}$`));
  await first("3");
  await cell(page, "column 0, row 0").click();
  await played(page, 3);
  await reads(page, "#values .muted", /All values are proved\./);
  const best = await page.locator(".values tbody tr.best th").first().innerText();
  assert.notEqual(best, "3", "another move is best here");
  await first(best);
  await page.getByRole("button", { name: "One move back" }).click();
  await first("3");
  await page.getByRole("button", { name: "One move on" }).click();
  await first(best);
  await close();
});

test("Adjacent Four says who wins after each move, and how soon", async () => {
  const { page, close } = await open(`${server.url}#v1;g=adjacent-four;m=3,4.3,3;v=analyse`);
  await reads(page, "#gauge .gauge-words", /X wins in 4 moves \(7 plies\)/);
  const first = page.locator(".values tbody tr", { has: page.getByRole("button", { name: "Play [2,3]", exact: true }) });
  assert.match(await first.innerText(), /▲/);
  await reads(page, ".values tbody", /loses in 4 moves/);
  await page.getByRole("button", { name: "Play [2,3]", exact: true }).click();
  await played(page, 3);
  await close();
});

test("Breakthrough says who wins after each move", async () => {
  const { page, close } = await open(`${server.url}#v1;g=breakthrough;p=------/w-----/------/------/-----b/------/w;v=analyse`);
  await reads(page, "#gauge .gauge-words", /White wins/);
  await reads(page, ".values tbody", /▲/);
  assert.match(await cell(page, "A5").locator(".chip").getAttribute("data-text"), /▲/);
  assert.match(await cell(page, "A5").getAttribute("aria-label"), /^A5, white pawn, can move; white wins/);
  await close();
});

test("the value over the game, as a curve", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=${EXAMPLE};m=0.1.4;v=analyse;a=0`);
  await page.locator("#history").getByRole("button", { name: "Review the game" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".chart circle").length === 4);
  const words = await page.locator(".chart li").allTextContents();
  assert.equal(words.length, 4);
  assert.match(words[0], /^0: red wins/);
  assert.match(words[1], /yellow wins/);
  assert.match(words[3], /red has won/);
  await page.locator(".chart circle").first().click();
  await page.waitForFunction(() => document.querySelector(".count")?.textContent === "0 / 3");
  await close();
});

test("a value keeps its side when another game is begun before it is known", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=${EXAMPLE};m=0.1.4;i=2;v=analyse;a=0`);
  await page.waitForFunction(() => document.querySelector(".count")?.textContent === "2 / 3");
  const value = await hold(page, /\/api\/v1\/solve\?/);
  const known = page.waitForEvent("requestfinished", (request) => request.url().includes("/api/v1/solve?"));
  await page.locator("#history").getByRole("button", { name: "Review the game" }).click();
  await value.asked;
  await page.locator("#game").selectOption("breakthrough");
  await cell(page, "C2, white pawn").waitFor();
  await value.release();
  // The page closes the stream itself when it knows enough.
  await Promise.race([known, page.waitForEvent("requestfailed", (request) => request.url().includes("/api/v1/solve?"))]);
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll(".chart circle").length === 2);
  const [red, won] = await page.locator(".chart circle").evaluateAll((all) => all.map((one) => Number(one.getAttribute("cy"))));
  assert.ok(red < 60 && won < 60, `red wins in both, which is above the middle: ${red}, ${won}`);
  await close();
});

test("a game that is over has no table of values, and nothing to analyse longer", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=0.1.0.1.0.1.0;v=analyse`);
  await says(page, /^Red has won\.$/);
  assert.equal(await page.locator("#values").locator("table:visible, button:visible, .legend:visible").count(), 0);
  await page.getByRole("button", { name: "One move back" }).click();
  await page.locator("#values tbody tr").nth(6).waitFor();
  assert.equal(await page.locator("#values").locator("table:visible, .legend:visible").count(), 2);
  await close();
});

test("the bar of the value has one colour if a side has won", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=0.1.0.1.0.1.0;v=analyse`, { reducedMotion: "reduce" });
  const [first, bar] = await page.locator(".gauge-first, .gauge-bar").evaluateAll((all) => all.toReversed().map((one) => one.clientWidth));
  assert.ok(bar > 0);
  assert.equal(first, bar);
  await close();
});

test("the next mistake: what was lost, in words, once values are known", async () => {
  // Red could win at once in column 4, and plays 0; yellow does not close it; red plays 1, a win in 3 plies before.
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=${EXAMPLE};m=0.1.4;v=analyse;a=0`);
  const next = page.getByRole("button", { name: "Next mistake" });
  assert.equal(await next.getAttribute("aria-disabled"), "true");
  await page.locator("#history").getByRole("button", { name: "Review the game" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".chart circle").length === 4 && document.querySelector("#mistakes").textContent.endsWith("mistakes."));
  assert.equal(await next.getAttribute("aria-disabled"), "false");
  assert.equal(await page.locator("#mistakes").innerText(), "2 mistakes.");
  await next.focus();
  await page.keyboard.press("Enter");
  await reads(page, "#mistakes", /^Mistake in move 1, red column 0: a win became a loss\. Better was column 4, which the board marks\.$/);
  assert.equal(await page.locator(".count").innerText(), "1 / 3");
  // Column 4 has three discs; values of the position after the mistake are off.
  assert.deepEqual(await page.locator(".best-star").evaluateAll((all) => all.map((one) => one.getBBox()).map(({ x, y, width, height }) => [(x + width / 2) / 100 | 0, (y + height / 2) / 100 | 0])), [[4, 2]]);
  await reads(page, "#announcer", /Mistake in move 1/);
  await next.click();
  await reads(page, "#mistakes", /^Mistake in move 1, yellow column 1: a win became a loss\. Better was column \d/);
  await next.click();
  await reads(page, "#mistakes", /^Mistake in move 1/);
  await close();
});

test("a review that is stopped and begun again goes through the game once, and says how far it is", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=${EXAMPLE};m=0.1.4;v=analyse;a=0`);
  const asked = [];
  let stop = () => {};
  const isStopped = new Promise((resolve) => { stop = () => resolve(undefined); });
  await page.route(/\/api\/v1\/solve\?/, async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get("moves"));
    await isStopped;
    const data = { result: "win", score: 1, plies: 3, words: "it wins", best: [], line: [] };
    await route.fulfill({ contentType: "text/event-stream", body: `event: position\ndata: ${JSON.stringify(data)}\n\nevent: end\ndata: {"reason":"done","words":"done"}\n\n` }).catch(() => {});
  });
  const button = page.locator("#history").getByRole("button", { name: "Review the game" });
  await button.click();
  await page.locator("#history").getByRole("button", { name: "Stop" }).click();
  await button.click();
  await reads(page, "#mistakes", /^Position \d of 4: its value is being found\.$/);
  stop();
  await page.locator(".review p").first().waitFor();
  // The stopped review had asked for the first of them.
  assert.deepEqual(asked.filter((moves) => moves === "0").length, 1);
  assert.ok(asked.length <= 4, asked.join());
  await close();
});

test("what a review has proved stays when a shorter search finds less afterwards", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=${EXAMPLE};m=0.1.4;v=analyse;a=0`);
  await page.locator("#history").getByRole("button", { name: "Review the game" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".chart circle").length === 4 && document.querySelector("#mistakes").textContent === "2 mistakes.");
  const curve = () => page.locator(".chart li").allTextContents();
  const before = await curve();
  // From now on every search ends with a guess.
  await page.route(/\/api\/v1\/solve\?/, (route) => {
    const depth = { depth: 1, move: "5", value: 14, for: "red", line: ["5"], nodes: 7, proof: null, words: "depth 1: column 5; 14 for red" };
    return route.fulfill({ contentType: "text/event-stream", body: `event: depth\ndata: ${JSON.stringify(depth)}\n\nevent: end\ndata: {"reason":"time","words":"stopped"}\n\n` });
  });
  await page.getByRole("switch", { name: "Show values" }).check();
  for (const index of [2, 1, 0]) {
    await page.getByRole("button", { name: "One move back" }).click();
    await page.locator(".count", { hasText: `${index} / 3` }).waitFor();
    await reads(page, "#gauge .gauge-words", /^Depth 1: column 5/);
  }
  assert.deepEqual(await curve(), before);
  assert.equal(await page.locator("#mistakes").innerText(), "2 mistakes.");
  await close();
});

test("rows of moves stay while their values come in, so that what has the focus keeps it", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3.3;v=analyse`);
  const first = page.locator(".values tbody tr").first();
  await first.evaluate((row) => { row.dataset.mine = "1"; });
  await first.locator("button").focus();
  await page.locator(".values tbody .chip").nth(3).waitFor();
  assert.equal(await page.locator('.values tbody tr[data-mine="1"]').count(), 1);
  assert.match(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), /^Play /);
  await close();
});

test("threats stand in the names of cells, and are marked though the browser keeps nothing", async () => {
  const { page, close } = await open(server.url);
  await page.addInitScript(() => { Object.defineProperty(globalThis, "localStorage", { get: () => { throw new Error("refused"); } }); });
  await page.goto("about:blank");
  await page.goto(`${server.url}#v1;g=connect-four;m=3.0.3.0.3;v=analyse`);
  await ready(page);
  await page.getByRole("switch", { name: "Mark threats" }).check();
  assert.equal(await page.locator(".threat").count(), 1);
  assert.match(await cell(page, "column 3, row 3").getAttribute("aria-label") ?? "", /; here red would complete a line$/);
  await close();
});

test("the best moves are called so, and the sentence below the board names them", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=${EXAMPLE};v=analyse;c=moves`);
  await reads(page, "#gauge .gauge-words", /^Red wins with column 5\.$/);
  assert.deepEqual(await page.locator(".values tbody .tag").count(), 1);
  assert.equal(await page.locator(".values tbody tr.best th").innerText(), "5");
  await close();
});

test("the key v says the value of the position", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=${EXAMPLE};v=analyse`);
  await reads(page, "#values .muted", /All values are proved/);
  await cell(page, "column 4, row 3").focus();
  await page.keyboard.press("v");
  await reads(page, "#announcer", /red wins with column 4/);
  await close();
});

test("pieces are set by mouse and by keys; they fall where pieces fall", async () => {
  const { page, close } = await openEditor("connect-four");
  await cell(page, "column 2, row 5").click();
  await page.waitForFunction(() => location.hash.includes("p=..r....,"));
  await page.getByRole("radio", { name: "yellow disc" }).check();
  await cell(page, "column 2, row 5").focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("p=..r....,..y....,"));
  await page.getByRole("radio", { name: "nothing" }).check();
  await cell(page, "column 2, row 0").click();
  await page.waitForFunction(() => location.hash.includes("p=..y....,.......,"));
  await page.locator("input[name=turn][value=yellow]").check();
  await page.waitForFunction(() => location.hash.includes(".......+yellow"));
  await page.getByRole("button", { name: "Start position" }).click();
  await page.waitForFunction(() => !location.hash.includes("p="));
  await page.goBack();
  await page.waitForFunction(() => location.hash.includes(".......+yellow"));
  // The address changes before the page hears of it.
  await cell(page, "column 2, row 0, yellow").waitFor();
  await close();
});

test("a board that is no position stays on the board, with the reason", async () => {
  const { page, close, complaints } = await openEditor("breakthrough");
  await page.getByRole("radio", { name: "white pawn" }).check();
  await cell(page, "C4").click();
  await page.locator("#position-problems").filter({ hasText: /pawns/ }).waitFor();
  assert.equal(await cell(page, "C4, white pawn").count(), 1);
  await page.getByRole("radio", { name: "nothing" }).check();
  await cell(page, "C1").click();
  await page.waitForFunction(() => location.hash.includes("p="));
  assert.equal(await page.locator("#position-problems").innerText(), "");
  onlyRefusals(complaints);
  await close();
});

test("remarks on a board stand where it is edited", async () => {
  const { page, close } = await openEditor("connect-four");
  await cell(page, "column 2, row 5").click();
  await cell(page, "column 2, row 0, red").waitFor();
  await cell(page, "column 2, row 5").click();
  await page.locator("#edit .notes").filter({ hasText: "red has 2 pieces, yellow has 0" }).waitFor();
  await close();
});

test("a text that is too long is refused once, with what is expected", async () => {
  const { page, close, complaints } = await openEditor("connect-four");
  await page.locator("#position-box").fill("4".repeat(9000));
  await page.getByRole("button", { name: "Set up" }).click();
  const problems = page.locator("#position-problems");
  await problems.filter({ hasText: "expected at most 8000" }).waitFor();
  assert.match(await problems.innerText(), /^The text has 9000 characters; expected at most 8000\.?$/i);
  onlyRefusals(complaints);
  await close();
});

test("a random position is legal and never the same for long", async () => {
  const { page, close } = await openEditor("adjacent-four");
  const seen = new Set();
  for (let round = 0; round < 3; round += 1) {
    const before = await page.evaluate(() => location.hash);
    await page.getByRole("button", { name: "Random position" }).click();
    await page.waitForFunction((old) => location.hash !== old, before);
    const hash = await page.evaluate(() => location.hash);
    seen.add(hash);
    // It is one if the rules take it.
    const position = decodeURIComponent(/;p=([^;]*)/.exec(hash)?.[1] ?? "").replaceAll("+", " ");
    const answer = await answerOf(server, "position", { game: "adjacent-four", position });
    assert.equal(answer.outcome, null, JSON.stringify(answer));
    const { X, O } = answer.pieces;
    assert.ok(X + O >= 4 && X + O <= 16 && (X === O || X === O + 1), `${X} and ${O} stones`);
  }
  assert.ok(seen.size > 1);
  await close();
});

test("a random position that something newer has overtaken is not set up", async () => {
  const { page, close } = await openEditor("connect-four");
  const answers = await hold(page, /\/api\/v1\/choose\?/);
  await page.getByRole("button", { name: "Random position" }).click();
  await answers.asked;
  await cell(page, "column 2, row 5").click();
  await page.waitForFunction(() => location.hash.includes("p=..r....,"));
  await answers.release();
  await page.waitForTimeout(1000);
  assert.match(await page.evaluate(() => location.hash), /p=\.\.r\.\.\.\.,\.\.\.\.\.\.\.,/);
  await close();
});

test("ten broken texts get ten different messages that name the place", async () => {
  const { page, close, complaints } = await openEditor("connect-four");
  const row = ".......";
  const rows = (...given) => [...given, ...Array(6 - given.length).fill(row)].join(",");
  const broken = [
    ["", /no text/],
    [`${rows(".ryyrr")} red`, /row0/i],
    [`${rows("........")} red`, /row0/i],
    [`${rows("..x....")} red`, /x/],
    [`${rows()},${row} red`, /row|7/i],
    [`${Array(5).fill(row).join(",")} red`, /row|5/i],
    [`${rows(row, "..r....")} red`, /below|float|empty/i],
    [`${rows()} green`, /green/],
    [`${rows()}`, /side|red|yellow|word/i],
    [`${Array(6).fill("rrrrrrr").join(",")} red`, /./],
    ["12345678", /8/],
    ["1111111", /column|full|1/i],
  ];
  const messages = new Set();
  for (const [text, expected] of broken) {
    await page.locator("#position-box").fill(text);
    await page.locator("#edit form select").selectOption(/^\d+$/.test(text) ? "moves" : "comp3608");
    const before = await page.evaluate(() => [document.querySelector("#position-problems").textContent, location.hash]);
    await page.getByRole("button", { name: "Set up" }).click();
    await page.waitForFunction(([said, hash]) => !["", said].includes(document.querySelector("#position-problems").textContent) || location.hash !== hash, before);
    const message = await page.locator("#position-problems").innerText();
    if (message === "") continue;
    assert.match(message, expected, JSON.stringify(text));
    assert.equal(await page.locator("#position-box").inputValue(), text, "what was typed stays");
    messages.add(message);
  }
  assert.ok(messages.size >= 10, [...messages].join("\n---\n"));
  assert.ok((await page.locator("#position-problems").innerHTML()).length > 0);
  onlyRefusals(complaints);
  await close();
});

test("positions are read in every notation, and written in every notation", async () => {
  const { page, close } = await openEditor("connect-four");
  await page.locator("#position-box").fill("4453");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForFunction(() => /;m=3\.3\.4\.2(;|$)/.test(location.hash), undefined);
  const written = await page.locator(".written pre").allInnerTexts();
  assert.equal(written.length, 3);
  assert.match(written[0], /^\.\.yrr\.\.,\.\.\.y/);
  await page.locator("#position-box").fill(written[2]);
  await page.locator("#edit form select").selectOption("cs431");
  await page.getByRole("button", { name: "Set up" }).click();
  await page.waitForFunction(() => /p=\.\.yrr\.\.,\.\.\.y/.test(location.hash));
  await close();
});

test("every worked example opens with one click", async () => {
  const { page, close } = await open(server.url);
  const count = await page.locator(".examples button").count();
  assert.ok(count >= 7);
  const titles = await page.locator(".examples button").allInnerTexts();
  for (const assignment of ["COMP3608", "CS431", "Max-Connect-Four", "CS3243", "CS4750"]) assert.ok(titles.some((title) => title.startsWith(assignment)), assignment);
  for (const [index, title] of titles.entries()) {
    if (index > 0) await page.getByRole("tab", { name: "Play" }).click();
    const before = await page.evaluate(() => location.hash);
    if (!(await page.locator(".examples").isVisible())) await page.locator("summary", { hasText: "Worked examples" }).click();
    await page.locator(".examples button").nth(index).click();
    await page.waitForFunction((old) => location.hash !== old, before);
    await ready(page);
    assert.equal(await page.locator("#refusal").innerText(), "", title);
  }
  await close();
});

/** What the clipboard has after this button is pressed. */
async function copied(page, name) {
  await page.getByRole("button", { name, exact: true }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

test("the link can be copied", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3`, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.locator(".share > summary").click();
  assert.equal(await copied(page, "Copy link"), page.url());
  await close();
});

test("the end of an analysis that ran out of time keeps what is known; it can go on for longer", async () => {
  const { page, close } = await open(`${server.url}#v1;g=breakthrough;1=human;2=first`);
  // With a computer in the address no picture of the front door asks for values.
  const unproved = { result: null, score: null, plies: null, is_final: true, words: "not proved" };
  const asked = [];
  await page.route(/\/api\/v1\/solve\?/, (route) => {
    const seconds = Number(new URL(route.request().url()).searchParams.get("time"));
    asked.push(seconds);
    const events = [
      ["start", { words: "who wins" }],
      ["depth", { depth: 8, move: "F2F3", value: 14, for: "white", line: ["F2F3", "A5A4"], nodes: 1234, proof: null, words: "depth 8: move F2F3; 14 for white" }],
      ["estimates", { depth: 6, for: "white", moves: ["F2F3", "C2D3", "B2B3", "A2A3"].map((move) => ({ move, value: 9, line: [move, "D5E4"], words: "9 for white" })) }],
      ["move", { move: "F2F3", ...unproved }],
      ["move", { move: "A2A3", ...unproved }],
      ["position", { ...unproved, best: [], line: [] }],
      ["end", { reason: "time", nodes: 1234, seconds, words: `stopped after ${seconds} s` }],
    ];
    const body = events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("");
    return route.fulfill({ contentType: "text/event-stream", body });
  });
  await page.getByRole("tab", { name: "Analyse" }).click();
  await reads(page, "#values .muted", /Stopped after 20 s\./);
  const isKept = async () => {
    await reads(page, "#gauge .gauge-words", /^Depth 8: move F2F3; 14 for white\.$/);
    await reads(page, "#values .line", /^Best line: F2F3 A5A4\.$/);
    const best = page.locator(".values tbody tr", { has: page.getByRole("button", { name: "Play F2F3", exact: true }) });
    await best.filter({ hasText: "★" }).waitFor();
    // The best of the deeper search, and the two that are next best at one depth.
    assert.deepEqual((await page.locator(".values tbody tr:visible").allInnerTexts()).map((row) => row.split(/\s+/).slice(0, 2).join(" ")), ["F2F3 ★", "C2D3 ☆", "B2B3 ☆"]);
    await reads(page, ".values tbody", /C2D3\s+☆\s+9 for white at depth 6: C2D3 D5E4/);
    assert.match(await page.locator("#values .legend").innerText(), /^13 other moves look no better than ☆\. /);
    assert.equal(await cell(page, "C2").locator(".chip").count(), 0);
    await cell(page, "F2").locator('.chip[data-text="★"]').waitFor({ state: "attached" });
  };
  await isKept();
  const longer = page.getByRole("button", { name: "Analyse longer" });
  await longer.focus();
  await page.keyboard.press("Enter");
  await reads(page, "#values .muted", /Stopped after 60 s\./);
  assert.deepEqual(asked, [20, 60]);
  assert.equal(await longer.getAttribute("aria-disabled"), "true", "there is no more time");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Analyse longer");
  await isKept();
  await close();
});
