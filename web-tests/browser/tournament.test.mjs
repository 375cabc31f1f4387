// Tournaments: watched while they are played, looked through afterwards, and continued on the board.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { PASTES, cell, gamesOf, go, hold, longTest, losers, lost, open, paste, played, ready, says, serve, test, violations } from "../harness.mjs";

const TRUST = ["--trust-agents", "--allow-root"];
const HOSTILE = "<img src=x onerror=alert(1)>\u202e";

/** Folders that are removed at the end. */
const folders = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** A folder with a tournament of these entrants, each a script or the spec of an agent. */
async function folder(name, entrants, more = "") {
  const at = await mkdtemp(join(tmpdir(), "tournament-"));
  folders.push(at);
  await chmod(at, 0o755);
  let text = `name = "${name}"\ngame = "connect-four"\nseed = 7\n${more}\n`;
  for (const [number, [entrant, plays]] of entrants.entries()) {
    text += `[[entrant]]\nname = "${entrant}"\n`;
    if (!plays.startsWith("#!")) text += `agent = "${plays}"\n`;
    else {
      await mkdir(join(at, `${number}`));
      await writeFile(join(at, `${number}`, "plays"), plays, { mode: 0o755 });
      text += `command = ["./plays"]\ndir = "${number}"\n`;
    }
  }
  await writeFile(join(at, "tournament.toml"), text);
  return at;
}

/** Runs `plyground tournament`; the promise is fulfilled when it has ended. */
function tournament(...words) {
  const child = spawn(process.env.PLYGROUND, ["tournament", ...words], { stdio: ["ignore", "ignore", "pipe"] });
  let err = "";
  child.stderr.on("data", (bytes) => { err += bytes; });
  const ended = new Promise((resolve) => child.once("exit", (code) => resolve({ code, err })));
  return { child, ended };
}

async function run(at) {
  const { code, err } = await tournament("run", at, "--jobs", "1", ...TRUST).ended;
  assert.equal(code, 0, err);
}

const WRONG = "#!/bin/sh\necho '<b>careful</b>' >&2\necho '9<script>'\n";
/** A program may begin late on a busy machine. */
const PATIENCE = "[limits]\ntime_ms = 60000\n";
const FAULTS = "[faults]\nunreadable = { then = \"lost-game\", penalty = 1 }";

let server;
let finished;
before(async () => {
  finished = await folder("Class <i>A</i>", [["Alpha", "alpha-beta:depth=2"], [HOSTILE, "first"], ["Wrong", WRONG]], `openings = 2\nopening_plies = 2\n${PATIENCE}${FAULTS}`);
  await run(finished);
  server = await serve({ more: ["--tournament", finished, ...TRUST] });
});
after(() => server.stop());

const TAB = "v=tournament";
/** The number of a game that both agents played to its end. */
async function longGame() {
  return (await gamesOf(server)).find(({ entrants }) => entrants.join() === "0,1").id;
}
const row = (page, name) => page.locator(".standings tbody tr", { hasText: name });

/** Opens the address of the view, where the board is not shown. */
async function openView(url, hash, options) {
  const opened = await open(`${url}#v1`, options);
  await go(opened.page, `#v1;${hash}`);
  await opened.page.locator(".tournament-view").waitFor();
  return opened;
}

test("a finished tournament: standings, cross table, faults and games, with hostile names as text", async () => {
  const { page, close } = await openView(server.url, TAB, { viewport: { width: 1440, height: 900 } });
  await page.locator(".standings tbody tr").nth(2).waitFor();
  const [standings, cross] = await Promise.all([".standings", ".cross"].map((table) => page.locator(table).boundingBox()));
  assert.ok(cross.x >= standings.x + standings.width && cross.y < standings.y + standings.height, "side by side");
  assert.equal(await page.getByRole("heading", { level: 2 }).filter({ visible: true }).innerText(), "Class <i>A</i>");
  await page.locator(".overview .headline", { hasText: "Finished: 12 games played." }).waitFor();
  assert.equal(await page.locator("img, .tournament-view script, .tournament-view b, .tournament-view i").count(), 0);
  assert.equal(await page.locator(".standings").getByText(HOSTILE).count(), 1);
  const cells = await row(page, "Wrong").locator("td, th").allInnerTexts();
  assert.equal(cells[1], "Wrong");
  assert.equal(cells[3], "8", cells.join("|"));
  assert.equal(await page.locator(".cross tbody tr").count(), 3);
  assert.match(await page.locator(".cross").innerText(), /4\/4/);
  assert.match(await page.locator(".tables").innerText(), /8 unreadable\./);
  // The faults of one entrant, and their part of the address.
  await row(page, "Wrong").getByRole("button", { name: "Games with 8 unreadable of Wrong" }).click();
  await page.locator(".games-list [role=status]", { hasText: "Games 1 to 8 of 8." }).waitFor();
  assert.match(page.url(), /;t=0,,2,unreadable$/);
  assert.equal(await page.locator(".games tbody tr").count(), 8);
  await page.getByLabel("Games of").selectOption({ label: "Alpha" });
  await page.locator(".games-list [role=status]", { hasText: "No game." }).waitFor();
  await page.getByLabel("Faults").selectOption("");
  await page.locator(".games-list [role=status]", { hasText: "Games 1 to 8 of 8." }).waitFor();
  await close();
});

test("a game with a fault is replayed with times, faults and what the program printed", async () => {
  const { page, close } = await openView(server.url, `${TAB};t=0,,2,unreadable`);
  await page.locator(".games tbody button").first().click();
  const replay = page.locator(".replay");
  await replay.locator(".turns li").first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.closest("h3") !== null), true, "the heading of the game is read");
  const turns = await replay.locator(".turns li").count();
  await says(page, /lost by a fault \(unreadable\)/);
  const last = replay.locator(".turns li").last();
  assert.match(await last.innerText(), /lost game.*⚠ unreadable/s);
  await replay.locator(".attempt .fault", { hasText: "Penalty: 1." }).waitFor();
  assert.deepEqual(await replay.locator(".printed pre").allInnerTexts(), ["9<script>", "<b>careful</b>"]);
  assert.equal(await page.locator(".tournament-view script, .tournament-view b").count(), 0);
  assert.match(await replay.locator(".attempt").last().innerText(), / of .*s, CPU .*, exit status 0\./);
  // The board, its buttons and its scrubber are those of play; it is not played on.
  assert.equal(await page.locator(".side .recorded").count(), 2);
  assert.equal(await page.locator(".side select").count(), 0);
  await page.getByRole("button", { name: "First position" }).click();
  await page.waitForFunction(() => document.querySelector(".count").textContent.startsWith("0 /"));
  await replay.getByText("The position at the beginning.").waitFor();
  await replay.locator(".turns button").first().click();
  await page.waitForFunction(() => document.querySelector(".count").textContent.startsWith("1 /"));
  await replay.locator(".turns button").first().focus();
  await page.keyboard.press("End");
  await page.waitForFunction((count) => document.querySelector(".count").textContent.startsWith(`${count} /`), turns - 1);
  await replay.locator(".attempt .fault").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-current")), "step");
  await page.keyboard.press("Home");
  await replay.getByText("The position at the beginning.").waitFor();
  await page.locator("[role=gridcell][aria-label*='column 0, row 5']").click({ force: true });
  await page.locator("#refusal", { hasText: "This game is recorded" }).waitFor();
  // Back leads to the games.
  await page.getByRole("button", { name: "All games" }).click();
  await page.locator(".games tbody tr").first().waitFor();
  await page.goBack();
  await replay.locator(".turns li").first().waitFor();
  await page.goBack();
  await page.locator(".games-list [role=status]", { hasText: "of 8." }).waitFor();
  await close();
});

test("a turn that was lost by time has its figures: allowed, used, CPU, and what else the machine did", async () => {
  const late = await folder("Late", [["Late", "#!/bin/sh\nsleep 1000\n"], ["Alpha", "first"]], "[limits]\ntime_ms = 300\n[faults]\nlate = { then = \"lost-game\", penalty = 1 }");
  await run(late);
  const own = await serve({ more: ["--tournament", late, ...TRUST] });
  const { page, close } = await openView(own.url, TAB);
  await page.locator(".games tbody button").first().click();
  const words = page.locator(".attempt > p").first();
  await words.waitFor();
  assert.match(await words.innerText(), /^allowed 300 ms, used \d+ ms \(CPU \d+ ms\), kept waiting by the machine for \d+ ms more, the \d+ processors? meanwhile \d+ % busy \(\d+ % with other work\), the referee kept from watching for \d+ ms, /);
  await page.locator(".attempt .fault", { hasText: "late" }).waitFor();
  await close();
  await own.stop();
});

test("the address of a game reopens it in a fresh profile, at the same turn", async () => {
  const first = await openView(server.url, `${TAB};t=0,${await longGame()}`);
  await first.page.locator(".turns li").nth(2).waitFor();
  await first.page.locator(".turns button").nth(1).click();
  await first.page.locator(".turn h4", { hasText: "Turn 2:" }).waitFor();
  const address = first.page.url();
  const text = await first.page.locator(".replay").innerText();
  await first.close();
  const second = await open(address);
  await second.page.locator(".turn h4", { hasText: "Turn 2:" }).waitFor();
  assert.equal(await second.page.locator(".replay").innerText(), text);
  assert.equal(second.page.url(), address);
  await second.close();
});

test("a game that is opened right after another is the one that is shown", async () => {
  const { page, close } = await openView(server.url, `${TAB};t=0`);
  const games = page.locator(".games tbody button");
  await games.nth(1).waitFor();
  const position = await hold(page, /\/api\/v1\/position/);
  await games.nth(0).click();
  await position.asked;
  const next = await hold(page, /\/api\/v1\/position/);
  await games.nth(1).click();
  await next.asked;
  const id = new URL(page.url()).hash.split(",").at(-1);
  await position.release();
  await next.release();
  await page.locator(".replay h3", { hasText: `Game ${id}:` }).waitFor();
  await page.locator(".replay .turns li").first().waitFor();
  await close();
});

test("from a game to its analysis, its tree, and play against an entrant", async () => {
  const { page, close } = await openView(server.url, `${TAB};t=0,${await longGame()}`);
  await page.locator(".turns button").nth(1).click();
  await page.locator(".turn h4", { hasText: "Turn 2:" }).waitFor();
  await page.getByRole("button", { name: "Analyse this position" }).click();
  await page.locator("#values tbody tr").nth(6).waitFor();
  assert.equal(await page.locator(".side .who > select").count(), 2);
  await page.getByRole("tab", { name: "Tournaments" }).click();
  await page.locator(".turns li").first().waitFor();
  await page.locator(".turns button").nth(1).click();
  const versus = page.getByRole("button", { name: /^Play against Alpha/ });
  await versus.click();
  await page.locator("#tab-play[aria-selected=true]").waitFor();
  assert.match(page.url(), /[12]=program:Alpha/);
  await close();
});

test("what is pasted beside a recorded game opens a board", async () => {
  const { page, close } = await openView(server.url, `${TAB};t=0,${await longGame()}`, PASTES);
  await page.locator(".turns button").first().waitFor();
  await page.locator("#tab-tournament").focus();
  await paste(page, "4453");
  await page.locator("#play:visible").waitFor();
  await played(page, 4);
  await close();
});

test("a recorded game says what can be done, and the reader can play on from it", async () => {
  const { page, close } = await openView(server.url, `${TAB};t=0,${await longGame()}`);
  await page.locator(".turns button").nth(1).click();
  await page.locator(".turn h4", { hasText: "Turn 2:" }).waitFor();
  await page.locator("#board .cell").first().focus();
  await page.keyboard.press("Enter");
  await page.locator("#refusal").filter({ hasText: "“Play on from here”, beside its turns, begins a game of your own." }).waitFor();
  await page.getByRole("button", { name: "Play on from here", exact: true }).click();
  await page.locator("#tab-play[aria-selected=true]").waitFor();
  await played(page, 2);
  assert.doesNotMatch(page.url(), /;[12]=/);
  await close();
});

test("play against an entrant from the table", async () => {
  const { page, close } = await openView(server.url, TAB);
  await page.getByRole("button", { name: "Play against Alpha" }).click();
  await page.locator("#tab-play[aria-selected=true]").waitFor();
  assert.equal(await page.getByLabel("Who plays yellow").inputValue(), "program:Alpha");
  await cell(page, "column 3, row 5").click();
  await played(page, 2);
  await says(page, /^Your turn: you are red\.$/);
  await page.getByLabel("Who plays yellow").selectOption("program:Wrong");
  await cell(page, "column 3, row 5").click();
  await says(page, /Yellow has lost: unreadable/);
  await close();
});

test("a tournament is watched from its plan to its end", async () => {
  // It waits to be let go, in its own folder.
  const slow = "#!/bin/sh\nuntil [ -e go ]; do sleep 0.02; done\necho 3\n";
  const at = await folder("Live", [["Slow", slow], ["Dice", "random"], ["First", "first"]], `openings = 4\nopening_plies = 2\n${PATIENCE}`);
  const own = await serve({ more: ["--tournament", at, "--tournament", finished, ...TRUST] });
  const { page, close } = await openView(own.url, `${TAB};t=0`);
  await page.locator(".overview .headline", { hasText: "No games are planned yet." }).waitFor();
  assert.match(await page.locator(".resume code").innerText(), new RegExp(`^plyground tournament run ${at} --allow-root --trust-agents$`));
  const { ended } = tournament("run", at, "--jobs", "1", ...TRUST);
  await page.locator(".overview .headline", { hasText: /of 24 games played/ }).waitFor();
  await writeFile(join(at, "0", "go"), "");
  await page.locator(".overview .headline", { hasText: "Finished: 24 games played." }).waitFor();
  assert.deepEqual((await ended).code, 0);
  await page.locator("#announcer", { hasText: "Finished: 24 games played." }).waitFor({ state: "attached" });
  assert.equal(await page.locator(".standings tbody tr").count(), 3);
  await page.locator(".games-list [role=status]", { hasText: "of 24." }).waitFor();
  assert.equal(await page.locator(".games .muted").count(), 0, "no game is called unplayed");
  // The other one, and back.
  await page.getByLabel("Tournament", { exact: true }).selectOption("1");
  await page.getByRole("heading", { name: "Class <i>A</i>" }).waitFor();
  await page.getByLabel("Tournament", { exact: true }).selectOption("0");
  await page.getByRole("heading", { name: "Live" }).waitFor();
  // Records that are damaged are named, and shown again when they are mended.
  await writeFile(join(at, "records", "other.jsonl"), "nonsense\n");
  await page.locator(".resume .problems", { hasText: "other.jsonl: line 1: expected" }).waitFor();
  assert.equal(await page.locator(".standings").isVisible(), false);
  await truncate(join(at, "records", "other.jsonl"));
  await page.locator(".standings tbody tr").first().waitFor();
  await rm(at, { recursive: true });
  await page.locator(".resume .problems", { hasText: "expected the folder of a tournament" }).waitFor();
  await close();
  await own.stop();
});

test("news of a tournament that does not exist are not asked for", async () => {
  const own = await serve();
  const { page, complaints, close } = await open(own.url);
  const asked = [];
  page.on("request", (request) => { if (request.url().includes("/news")) asked.push(request.url()); });
  await go(page, `#v1;${TAB};t=5`);
  await page.locator(".tournament-view [role=alert]", { hasText: "no such tournament" }).waitFor();
  await page.waitForTimeout(500);
  assert.deepEqual(asked, []);
  assert.deepEqual(complaints.splice(0).filter((text) => !/404/.test(text)), []);
  await close();
  await own.stop();
});

test("without a tournament the view says what to type", async () => {
  const own = await serve();
  const { page, close } = await openView(own.url, TAB);
  const commands = await page.locator(".starters code").allInnerTexts();
  const [heading, text] = await Promise.all([page.getByRole("heading", { name: "Tournaments" }), page.locator(".starters p").filter({ visible: true })].map((one) => one.boundingBox()));
  assert.ok(heading.y < text.y, "the heading stands over its text");
  assert.deepEqual(commands.map((command) => command.split(" ").slice(0, 3).join(" ")), ["plyground tournament init", "plyground tournament run", "plyground serve --tournament"]);
  for (const hash of ["t=0", "t=7,3", "t=x"]) {
    await go(page, `#v1;${TAB};${hash}`);
    await page.locator(".tournament-view [role=alert]", { hasText: hash === "t=x" ? "t=x: expected the numbers" : "no such tournament" }).waitFor();
  }
  await page.getByRole("tab", { name: "Play" }).click();
  await ready(page);
  await page.locator("nothing").waitFor({ state: "detached" });
  await close().catch((error) => assert.match(String(error.actual ?? error), /404/));
  await own.stop();
});

for (const scheme of ["light", "dark"]) {
  test(`no violation, ${scheme}`, async () => {
    const { page, close } = await openView(server.url, `${TAB};t=0`, { colorScheme: scheme, bypassCSP: true });
    await page.locator(".games tbody tr").first().waitFor();
    assert.deepEqual(await violations(page), []);
    await go(page, `#v1;${TAB};t=0,,2,unreadable`);
    await page.locator(".games tbody button").first().click();
    await page.locator(".printed pre").first().waitFor();
    assert.deepEqual(await violations(page), []);
    await close();
  });
}

test("320 pixels are wide enough, for a game too", async () => {
  const { page, close } = await openView(server.url, `${TAB};t=0`, { viewport: { width: 320, height: 640 } });
  const fits = async (what) => {
    const { width, small } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      small: [...document.querySelectorAll("button, select, input, [role=gridcell], summary")]
        .filter((one) => one.checkVisibility())
        .map((one) => [one.outerHTML.slice(0, 80), (one.closest("label") ?? one).getBoundingClientRect()])
        .filter(([, box]) => box.width < 24 || box.height < 24)
        .map(([name, box]) => `${name} ${box.width}x${box.height}`),
    }));
    assert.ok(width <= 320, `${what}: ${width}`);
    assert.deepEqual(small, [], what);
  };
  await page.locator(".games tbody tr").first().waitFor();
  await fits("overview");
  await go(page, `#v1;${TAB};t=0,,2,unreadable`);
  await page.locator(".games tbody button").first().click();
  await page.locator(".printed pre").first().waitFor();
  await fits("game");
  await close();
});

test("a cross table of many scrolls within itself only", async () => {
  const many = await folder("Many", Array.from({ length: 12 }, (_, number) => [`Somebody with a long name ${number}`, "first"]));
  await run(many);
  const own = await serve({ more: ["--tournament", many, ...TRUST] });
  for (const width of [320, 390]) {
    const { page, close } = await openView(own.url, TAB, { viewport: { width, height: 640 } });
    await page.locator(".cross tbody tr").nth(11).waitFor();
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width}`);
    assert.ok(await page.locator(".cross").evaluate((table) => table.parentElement.scrollWidth > table.parentElement.clientWidth));
    await close();
  }
  await own.stop();
});

longTest("no control of the tables and of a recorded game loses the focus", async () => {
  const { page, close, complaints } = await open(server.url, { permissions: ["clipboard-read", "clipboard-write"] });
  const id = await longGame();
  for (const [hash, shown] of [["t=0", ".games tbody button"], [`t=0,${id}`, ".turns button"]]) {
    const settled = async () => {
      await page.locator(shown).first().waitFor();
      await page.waitForTimeout(150);
    };
    assert.deepEqual(await losers(page, `${server.url}#v1;${TAB};${hash}`, settled, "#tournament"), [], hash);
  }
  complaints.splice(0);
  await close();
});

longTest("no click is lost in the tables and in a recorded game", async () => {
  const { page, close } = await open(server.url);
  for (const [hash, shown] of [["t=0", ".games tbody button"], [`t=0,${await longGame()}`, ".turns button"]]) {
    await page.goto("about:blank");
    await page.goto(`${server.url}#v1;${TAB};${hash}`);
    await page.locator(shown).first().waitFor();
    assert.deepEqual(await lost(page, 10), [], hash);
  }
  await close();
});

test("by keys alone: to the tab, to a game, through it, and out again", async () => {
  const { page, close } = await open(`${server.url}#v1`);
  const press = (key) => page.keyboard.press(key);
  const tabTo = async (test) => {
    for (let pressed = 0; pressed < 80; pressed += 1) {
      if (await page.evaluate(test)) return;
      await press("Tab");
    }
    assert.fail(`Tab does not lead to ${test}`);
  };
  await tabTo(() => document.activeElement?.id === "tab-play");
  await press("End");
  await page.locator(".games tbody tr").first().waitFor();
  await tabTo(() => document.activeElement?.matches(".games button") && !document.activeElement.closest("tr").textContent.includes("⚠"));
  await press("Enter");
  await page.locator(".turns li").first().waitFor();
  await tabTo(() => document.activeElement?.matches(".turns button"));
  await press("Home");
  await page.waitForFunction(() => document.querySelector(".count").textContent.startsWith("0 /"));
  await press("ArrowDown");
  await press("ArrowDown");
  await page.waitForFunction(() => document.querySelector(".count").textContent.startsWith("2 /"));
  await page.keyboard.down("Shift");
  for (let pressed = 0; pressed < 10 && !(await page.evaluate(() => document.activeElement?.textContent === "All games")); pressed += 1) await press("Tab");
  await page.keyboard.up("Shift");
  await press("Enter");
  await page.locator(".games-list").waitFor();
  await page.waitForFunction(() => document.activeElement?.textContent === "Games");
  await close();
});
