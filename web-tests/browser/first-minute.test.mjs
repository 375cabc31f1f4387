// Laws of the page that a newcomer meets first: a click is never lost, a view keeps its settings to itself, Back leads back, the
// focus is where something was opened, and a position is read as people have it.

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { PASTES, go, hold, lost, onlyRefusals, open, paste, played, press, ready, says, serve, test } from "../harness.mjs";

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

const LATE = "p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";

const GAMES = ["connect-four", "max-connect-four", "breakthrough", "adjacent-four"];

for (const game of GAMES) {
  test(`no click is lost: ${game}`, async () => {
    const { page, close } = await open(`${server.url}#v1;g=${game}`);
    for (const view of ["play", "analyse", "tree", "edit"]) {
      await go(page, `#v1;g=${game};1=human;2=graded:level=1;v=${view}`);
      await page.locator(`#${view} button:visible`).first().waitFor();
      assert.deepEqual(await lost(page), [], view);
    }
    await close();
  });
}

test("the waiting disc takes the first click, though a cell has the focus", async () => {
  const { page, close } = await open(server.url);
  await page.getByRole("button", { name: "Play against: Beginner" }).click();
  await page.locator("#board [role=gridcell]:focus").waitFor();
  await press(page, page.locator(".slot .piece"));
  await played(page, 2);
  await page.keyboard.press("ArrowLeft");
  await press(page, page.locator(".slot[data-column='5']"));
  await played(page, 4);
  await close();
});

/** What is set in a view, after which its board differs, and no other. The analysis comes last: what it finds changes with time. */
const SETTINGS = {
  async play(page) {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".hint-words", { hasText: /^Hint: / }).waitFor();
  },
  async tree(page) {
    await page.locator("#tree .tree-body [role=row]").nth(1).click();
    await says(page, /^Node /);
  },
  async edit(page) {
    await page.locator("#edit input[name=tool]").last().check();
  },
  async analyse(page, game) {
    await page.getByRole("switch", { name: "Show values" }).check();
    await page.locator("#board .chip").first().waitFor();
    const hasThreats = ["connect-four", "adjacent-four"].includes(game);
    assert.equal(await page.getByRole("switch", { name: "Mark threats" }).count(), hasThreats ? 1 : 0);
    if (hasThreats) {
      await page.getByRole("switch", { name: "Mark threats" }).check();
      await page.locator("#board .threat").first().waitFor({ state: "attached" });
    }
    const term = page.locator(".terms button").first();
    if ((await term.count()) > 0) await term.click();
  },
};

/** Each has something to threaten where lines win. */
const MIDDLES = { "connect-four": "m=3.0.3.0.3", "max-connect-four": "m=3.3.4", breakthrough: "m=A2A3.A5A4", "adjacent-four": "m=3,4.3,3.2,4.2,3.4,4" };

for (const game of GAMES) {
  test(`what is set in a view changes the board of no other view: ${game}`, async () => {
    const { page, close } = await open(`${server.url}#v1;g=${game};${MIDDLES[game]};a=0`);
    const board = async (view) => {
      await page.locator(`#tab-${view}`).click();
      await page.locator(`#${view} :is(button, p, table):visible`).first().waitFor();
      return page.evaluate(() => document.querySelector("#board").innerHTML.replace(/<!--.*?-->/g, "") + document.querySelector("#gauge").hidden);
    };
    const views = [...Object.keys(SETTINGS), "tournament"];
    const boards = {};
    for (const view of views) boards[view] = await board(view);
    for (const [at, set] of Object.entries(SETTINGS)) {
      await page.locator(`#tab-${at}`).click();
      await set(page, game);
      for (const view of views) if (view !== at) assert.equal(await board(view), boards[view], `${at} is set, ${view} is shown`);
      boards[at] = await board(at);
    }
    if (game === "connect-four") {
      // Neither an address nor what the browser keeps shows it elsewhere.
      await page.goto("about:blank");
      await page.goto(`${server.url}#v1;g=${game};${MIDDLES[game]};v=play;a=1`);
      await ready(page);
      assert.equal(await page.locator("#board .chip, #board .threat").count(), 0);
      assert.ok(await page.locator("#gauge").isHidden());
    }
    await close();
  });
}

test("what is pasted where no board is shown opens a board", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=tournament`, PASTES);
  await page.locator("#tab-tournament").focus();
  await paste(page, "4453");
  await page.locator("#play:visible").waitFor();
  await played(page, 4);
  await close();
});

test("of an address without the side to move it is said whose turn it was taken to be", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......`);
  await page.locator("#read-as").filter({ hasText: "red to move" }).waitFor();
  await close();
});

test("arrows through the tabs are one step of the way back", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3`);
  await page.getByRole("tab", { name: "Play" }).focus();
  for (const view of ["analyse", "tree", "edit"]) {
    await page.keyboard.press("ArrowRight");
    await page.locator(`#${view}:visible`).waitFor();
  }
  await page.goBack();
  await page.locator("#play:visible").waitFor();
  await played(page, 1);
  await close();
});

test("a position is pasted while any control but a text has the focus, and a second one in the editor replaces the first", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=edit`, PASTES);
  await page.locator("#edit input[name=tool]").first().focus();
  await paste(page, "44");
  await played(page, 2);
  for (const [text, count] of [["445", 3], ["4453", 4]]) {
    await page.getByRole("tab", { name: "Edit" }).click();
    await page.locator("#position-box").click();
    await paste(page, text);
    await page.locator("#analyse:visible").waitFor();
    await played(page, count);
  }
  await close();
});

test("Back leads from a view to the game that was played before it", async () => {
  const { page, close } = await open(server.url);
  await page.getByRole("button", { name: "Play against: Beginner" }).click();
  await press(page, page.locator(".slot .piece"));
  await played(page, 2);
  await page.getByRole("tab", { name: "Analyse" }).click();
  await page.locator("#analyse:visible").waitFor();
  await page.goBack();
  await page.locator("#play:visible").waitFor();
  await played(page, 2);
  assert.equal(await page.getByLabel("Who plays yellow").inputValue(), "beginner");
  await close();
});

for (const game of GAMES) {
  test(`from view to view and back the game stays, and the view's tab has the focus: ${game}`, async () => {
    const { page, close } = await open(`${server.url}#v1;g=${game};${MIDDLES[game]};2=first`);
    const shown = () => page.locator("#board [role=gridcell]").evaluateAll((cells) => cells.map((one) => one.getAttribute("aria-label")));
    await played(page, MIDDLES[game].split(".").length);
    const before = await shown();
    const is = async (/** @type {string} */ view) => {
      await page.locator(`#tab-${view}:focus`).waitFor();
      await page.locator(`#${view}:visible`).waitFor();
      const parts = (await page.evaluate(() => location.hash)).split(";");
      assert.ok([MIDDLES[game], "2=first"].every((part) => parts.includes(part)), parts.join(";"));
      assert.equal(await page.locator("#game").inputValue(), game);
    };
    for (const view of ["analyse", "tree", "edit"]) {
      await press(page, page.locator(`#tab-${view}`));
      await is(view);
    }
    for (const view of ["tree", "analyse", "play"]) {
      await page.goBack();
      await is(view);
    }
    assert.deepEqual(await shown(), before);
    await close();
  });
}

test("what opens a view leaves the focus at it, and never at something of the page's head", async () => {
  const { page, close } = await open(server.url);
  for (const [name, view] of [["See an example", "analyse"], ["Open the search", "tree"]]) {
    await page.goto("about:blank");
    await page.goto(server.url);
    await ready(page);
    await page.getByRole("button", { name }).click();
    await page.locator(`#tab-${view}:focus`).waitFor();
    // Whatever comes later leaves it there.
    await page.locator(view === "tree" ? "#tree [role=row] >> nth=2" : "#values tbody tr >> nth=6").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.id), `tab-${view}`);
  }
  await close();
});

test("of a link with a wrong move the moves before it are shown, and it is said where they end", async () => {
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four;m=3.3.3.3.2.3.4.3.1.5`);
  await page.locator("#wrong-address").filter({ hasText: /^Part of this address cannot be read\. Moves, move 10, '5': .*over.*; the board shows the game up to there\.$/ }).waitFor();
  await played(page, 9);
  onlyRefusals(complaints);
  await close();
});

/** The same board in the forms that people have. */
const BOARD = ["......." , ".......", "..y....", "..y.r..", ".rryry.", ".ryyrry"];
const SET = /;p=\.ryyrry,\.rryry\.,\.\.y\.r\.\.,\.\.y/;
const PAWNS = "bbbbbb -bbbbb b----- ------ wwwwww wwwwww".split(" ");

/** What is pasted in each game: the text, what it is said to be read as, and what the address then has. @type {Record<string, [string, string, RegExp][]>} */
const FORMS = {
  "connect-four": [
    [`${[...BOARD].reverse().join(",")} red`, "the notation comp3608", SET],
    [[...BOARD].reverse().join(", "), "the bottom row first; red to move", SET],
    [BOARD.join("\n"), "the top row first; red to move", SET],
    [BOARD.map((row) => [...row].map((cell) => (cell === "." ? "" : cell)).join("\t")).join("\n"), "the top row first; red to move", SET],
    [`array([${BOARD.map((row) => `[${[...row].map((cell) => `${".ry".indexOf(cell)}.`).join(", ")}]`).join(",\n       ")}])`, "the top row first; red to move", SET],
    [BOARD.map((row) => row.replaceAll(".", "⚪").replaceAll("r", "🔴").replaceAll("y", "🟡")).join("\n"), "⚪ is an empty cell", SET],
    [`  1 2 3 4 5 6 7\n${BOARD.map((row, at) => `${6 - at} ${[...row].join(" ")}`).join("\n")}`, "the labels are left out", SET],
    ["4-4-4-5", "moves from the start of the game, columns 1 to 7", /;m=3\.3\.3\.4(;|$)/],
    ["1. 4 4 2. 5 3", "numbered moves from the start of the game, columns 1 to 7", /;m=3\.3\.4\.2(;|$)/],
  ],
  "max-connect-four": [["1. 4 4 2. 5 3", "numbered moves", /;m=4\.4\.5\.3(;|$)/], [BOARD.join("\n").replaceAll("y", "g"), "the top row first; red to move", /;p=0000000\/0000000\/0020000\//],
    [`${BOARD.map((row) => [...row].map((cell) => ".ry".indexOf(cell)).join("")).join("\n")}\n1\n`, "the notation state-file", /;p=0000000\/0000000\/0020000\//]],
  breakthrough: [
    ["A2A3 B5B4", "moves from the start of the game", /;m=A2A3\.B5B4(;|$)/],
    ["1. A2A3 B5B4 2. A3B4", "numbered moves", /;m=A2A3\.B5B4\.A3B4(;|$)/],
    [`${PAWNS.map((row, at) => `${6 - at} ${row}`).join("\n")}\n  ABCDEF\nwhite`, "the labels are left out", /;p=bbbbbb\/-bbbbb\/b-----\//],
  ],
  "adjacent-four": [
    ["3,4.3,3", "moves from the start of the game", /;m=3,4\.3,3(;|$)/],
    ["(3,4) (3,3)", "moves from the start of the game", /;m=3,4\.3,3(;|$)/],
    ["x.....\n.o....\n......\n......\n......", "the top row first; X to move", /;p=x\.\.\.\.\.\/\.o/],
  ],
};

for (const game of GAMES) {
  test(`moves and boards are pasted as people have them, in every view: ${game}`, async () => {
    const { page, close } = await open(`${server.url}#v1;g=${game}`, PASTES);
    for (const view of ["play", "analyse", "tree", "edit"]) {
      for (const [text, words, address] of FORMS[game] ?? []) {
        await go(page, `#v1;g=${game};1=human;2=graded:level=1;v=${view}`);
        await page.locator(`#${view}:visible`).waitFor();
        await page.locator(`#tab-${view}`).focus();
        await paste(page, text);
        await page.locator("#read-as").filter({ hasText: words }).waitFor();
        await page.waitForFunction((source) => new RegExp(source).test(location.hash), address.source);
        assert.ok(await page.locator(`#${view}`).isVisible(), "it is pasted where one is");
      }
    }
    await close();
  });
}

test("what can be columns 0 to 6 and 1 to 7 is read as lists of moves are, and a button reads it as the other", async () => {
  const { page, close, complaints } = await open(server.url, PASTES);
  await page.getByRole("tab", { name: "Play" }).focus();
  await paste(page, "4444");
  await page.locator("#read-as", { hasText: "Read as moves from the start of the game, columns 1 to 7." }).waitFor();
  await page.waitForFunction(() => location.hash.includes(";m=3.3.3.3"));
  await press(page, page.getByRole("button", { name: "Read as columns 0 to 6" }));
  await page.locator("#read-as", { hasText: "Read as moves from the start of the game, columns 0 to 6." }).waitFor();
  await page.waitForFunction(() => location.hash.includes(";m=4.4.4.4"));
  await page.locator("#read-as button:focus", { hasText: "columns 1 to 7" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes(";m=3.3.3.3"));
  // Where only one meaning is legal there is no choice.
  await page.getByRole("tab", { name: "Play" }).focus();
  await paste(page, "7654");
  await page.waitForFunction(() => location.hash.includes(";m=6.5.4.3"));
  assert.equal(await page.locator("#read-as button").count(), 0);
  // Either side can be to move on a board that names none and on which pieces are captured.
  await go(page, "#v1;g=breakthrough");
  await page.getByRole("tab", { name: "Play" }).focus();
  await paste(page, PAWNS.join("/"));
  await page.locator("#read-as", { hasText: "Read as rows of the board, the top row first; no side is named, white to move." }).waitFor();
  await press(page, page.getByRole("button", { name: "Read as black to move" }));
  await says(page, /^Black to move\.$/);
  // A board of another game is called one.
  await page.getByRole("tab", { name: "Play" }).focus();
  await paste(page, BOARD.join("\n"));
  await page.locator("#refusal").filter({ hasText: "6 rows of 7 cells, a board of connect-four; expected 6 rows of 6 cells, a board of breakthrough" }).waitFor();
  onlyRefusals(complaints);
  await close();
});

test("the page's own list of moves is read as it is shown, addresses and saved games are pasted too, and what is none of these is refused", async () => {
  const { page, close, complaints } = await open(`${server.url}#v1;g=connect-four;m=3.3.2.4.4`, PASTES);
  await played(page, 5);
  const shown = await page.locator("#play .moves").innerText();
  await page.evaluate(() => getSelection()?.selectAllChildren(document.querySelector("#play .moves")));
  await page.keyboard.press("Control+c");
  await page.getByRole("button", { name: "New game" }).click();
  await played(page, 0);
  // Firefox selects no text of buttons.
  if (process.env.FIREFOX) await paste(page, shown);
  else await page.keyboard.press("Control+v");
  await page.locator("#read-as").filter({ hasText: "Read as numbered moves from the start of the game, columns 0 to 6." }).waitFor();
  await page.waitForFunction(() => /;m=3\.3\.2\.4\.4(;|$)/.test(location.hash));
  await page.getByRole("tab", { name: "Play" }).focus();
  await paste(page, "(look: https://plyground.example/#v1;g=breakthrough;m=A2A3)");
  await says(page, /^Black to move\.$/);
  assert.equal(await page.locator("#read-as").innerText(), "Read as an address of this page.");
  await page.getByRole("tab", { name: "Play" }).focus();
  await paste(page, "Plyground game 1\ngame: max-connect-four\nmoves: 3.3\n");
  await page.locator("#read-as").filter({ hasText: "Read as a saved game." }).waitFor();
  await played(page, 2);
  for (const text of ["hello", "1. 2. 3."]) {
    await page.getByRole("tab", { name: "Play" }).focus();
    await paste(page, text);
    await page.locator("#refusal").filter({ hasText: /^Position, / }).waitFor();
    await played(page, 2);
  }
  onlyRefusals(complaints);
  await close();
});

test("Enter in the editor sets the position up and analyses it; with Shift it begins a line", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=edit`);
  await page.locator("#position-box").fill("0000000/0000000");
  await page.keyboard.press("Shift+Enter");
  assert.match(await page.locator("#position-box").inputValue(), /\n/);
  await page.locator("#position-box").fill("4453");
  await page.keyboard.press("Enter");
  await page.locator("#analyse:visible").waitFor();
  await played(page, 4);
  await close();
});

/** What was moved on the page, and how far. */
async function shifts(page) {
  // The frame with the last of it is drawn.
  await page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));
  return page.evaluate(() => new Promise((resolve) => {
    const all = [];
    if (PerformanceObserver.supportedEntryTypes.includes("layout-shift")) {
      new PerformanceObserver((list) => { all.push(...list.getEntries()); }).observe({ type: "layout-shift", buffered: true });
    }
    // Observers are told in the order in which they were made, and there is always an entry of this type.
    const told = () => resolve(all.map(({ value, sources }) => ({ value, of: sources.map(({ node, previousRect: from, currentRect: to }) => `${node?.id || node?.className}: ${from.top}+${from.height} -> ${to.top}+${to.height}`) })));
    new PerformanceObserver(told).observe({ type: "navigation", buffered: true });
  }));
}

const total = (moved) => moved.reduce((sum, { value }) => sum + value, 0);

/** What each address shows at last, by what is to be seen then. */
const SHOWN = [
  ["", ".front:not([inert]) .door.is-search"],
  ["#v1;g=connect-four;m=3.3.2.3", "#controls .count:has-text('4 / 4')"],
  ["#v1;g=breakthrough;1=human;2=graded:level=1", "#play .rules"],
  [`#v1;g=connect-four;${LATE};v=analyse`, "#values .muted:has-text('All values are proved.')"],
  [`#v1;g=connect-four;${LATE};v=tree`, ".tree-detail .tree-board, .tree-strip:not([aria-busy])"],
  ["#v1;g=connect-four;v=analyse", "#values .muted:has-text('All values are proved.')"],
  ["#v1;g=breakthrough;v=analyse", "#values tbody button"],
  ["#v1;g=connect-four;m=3.3.2.3;v=edit", "#position-box"],
  ["#v1;g=connect-four;m=3.3.2.3;v=tournament", "#tournament h2"],
];

for (const viewport of [{ width: 390, height: 844 }, { width: 844, height: 390 }, { width: 1024, height: 768 }, { width: 1440, height: 900 }]) {
  test(`what is there when the page is opened stays in its place: ${viewport.width}x${viewport.height}`, async () => {
    for (const [hash, last] of SHOWN) {
      const { page, close } = await open(`${server.url}${hash}`, { viewport });
      await page.locator(last).first().waitFor();
      const moved = await shifts(page);
      assert.ok(total(moved) < 0.02, `${hash}: ${JSON.stringify(moved)}`);
      await close();
    }
  });
}

test("a review has its room from the beginning, on a phone too", async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 1440, height: 900 }]) {
    const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3.3.3.2.3.4.3.1;2=human;1=graded:level=1,seed=1;v=analyse;a=0`, { viewport });
    const solving = await hold(page, /\/api\/v1\/solve\?/);
    await page.locator("#history button", { hasText: "Review the game" }).click();
    await solving.asked;
    const height = () => page.locator("#history").evaluate((one) => one.offsetHeight);
    const before = await height();
    await solving.release();
    await page.locator(".review p").first().waitFor();
    assert.equal(await height(), before, JSON.stringify(viewport));
    await close();
  }
});

test("the second tree of a comparison has its room before it has come", async () => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 1440, height: 900 }]) {
    const { page, close } = await open(`${server.url}#v1;g=connect-four;${LATE};v=tree`, { viewport });
    await page.locator(".tree-strip:not([aria-busy])").first().waitFor();
    const searched = await hold(page, /\/api\/v1\/tree/);
    await page.getByText("Compare", { exact: true }).click();
    await searched.asked;
    const place = () => page.locator("#tree [role=treegrid]").evaluate((one) => one.getBoundingClientRect().top + scrollY);
    const before = await place();
    await searched.release();
    await page.locator(".tree-strip:not([aria-busy])").nth(1).waitFor();
    assert.equal(await place(), before, JSON.stringify(viewport));
    await close();
  }
});

for (const viewport of [{ width: 390, height: 844 }, { width: 844, height: 390 }, { width: 1440, height: 900 }]) {
  test(`the first disc moves neither the board nor what is above it: ${viewport.width}x${viewport.height}`, async () => {
    const { page, close } = await open(server.url, { viewport });
    const place = () => page.locator("#board [role=rowgroup]").boundingBox();
    const before = await place();
    assert.ok(before.y + before.height < viewport.height, "the board is in sight");
    await press(page, page.locator(".slot[data-column='3']"));
    await played(page, 1);
    assert.ok(await page.locator("#front").isHidden());
    assert.deepEqual(await place(), before);
    await close();
  });
}
