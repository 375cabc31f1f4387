// What the tests in the browser share: a server, a browser, and words for what people do.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, test as anyTest } from "node:test";
import { chromium } from "playwright-core";
import { needsNetwork, whyNotOnSite } from "./machine-only.mjs";
import { serveSite, visit } from "./site.mjs";
import { target } from "../web/shell/transport/query.js";

const program = process.env.PLYGROUND;
if (!program) throw new Error("PLYGROUND is not set; start the tests with run.sh PROGRAM");

/** Whether the static site is opened without a network, after a first visit with one. */
const isOffline = process.env.OFFLINE === "1";

/** Whether the test that runs needs a network even then. */
let isOnline = false;

/** Milliseconds by which every answer of a server comes later: a test that does not wait for it fails then. */
const lateness = Number(process.env.LATE ?? 0);

/** Whether the page under test is the static site instead of a server's. */
export const onSite = process.env.SITE === "1" || isOffline;

/**
 * A test of the page. On the static site those are left out that need the machine; without a network those have one all the
 * same that need it.
 * @param {string} name
 * @param {(context: import("node:test").TestContext) => Promise<void>} act
 */
export function test(name, act) {
  return anyTest(name, { skip: onSite && whyNotOnSite(name) }, async (context) => {
    isOnline = isOffline && needsNetwork(name);
    if (isOnline) for (const site of sites) await site.start();
    try {
      await act(context);
      for (const { close } of [...opened]) await close();
    } finally {
      for (const { context: left } of opened) await left.close();
      opened.clear();
      if (isOnline) for (const site of sites) await site.stop();
    }
  });
}

/** Pages that are open. What a test leaves open is closed after it, so that its complaints fail the test too. */
const opened = new Set();

/** Servers that a failed test may have left. */
const children = new Set();
const sites = new Set();
after(async () => {
  for (const child of children) child.kill("SIGKILL");
  for (const site of sites) await end(site);
});

/** Ends the server of a site. */
async function end(site) {
  if (!sites.delete(site)) return;
  if (!isOffline) await site.stop();
  site.remove();
}

/**
 * Starts a server, or writes a static site and serves its files, and waits for its address.
 * @param {{ port?: number, web?: string, more?: string[] }} [options] `web` is a folder to serve instead of the page
 */
export async function serve({ port = 0, web = process.env.WEB_DIR, more = [] } = {}) {
  if (onSite) {
    const site = await serveSite({ port, web, more });
    sites.add(site);
    if (isOffline && !isOnline) await site.stop();
    return { ...site, stop: () => end(site) };
  }
  const files = web ? ["--web-dir", web] : [];
  const child = spawn(program, ["serve", "--port", String(port), ...files, ...more], { stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  const printed = { out: "", err: "" };
  child.stderr.on("data", (bytes) => { printed.err += bytes; });
  const url = await new Promise((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${printed.err}`)));
    child.stdout.on("data", (bytes) => {
      printed.out += bytes;
      const line = printed.out.split("\n")[0] ?? "";
      if (printed.out.includes("\n")) resolve(line);
    });
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return { url, port: Number(new URL(url).port), stop: async () => { child.kill("SIGINT"); await ended; } };
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
after(() => browser.close());
const axe = await readFile(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/**
 * Opens a page in a fresh profile. Whatever it complains of fails the test when it is closed.
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function open(url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const site = isOffline && !isOnline && [...sites].find((one) => url.startsWith(one.url));
  if (site) {
    await site.start();
    await visit(context, site.url);
    await site.stop();
  }
  if (lateness > 0) await context.route(/\/api\//, answerLate);
  const page = await context.newPage();
  page.setDefaultTimeout(8000);
  const complaints = [];
  const unused = [];
  page.on("pageerror", (error) => complaints.push(String(error.stack)));
  page.on("console", (message) => {
    // A page that waits for an answer, or a slow machine, uses later what it was told to fetch early: one test looks at that.
    const isOfTime = /was preloaded using link preload but not used within a few seconds/.test(message.text());
    if (["error", "warning"].includes(message.type())) (isOfTime ? unused : complaints).push(message.text());
  });
  await page.goto(url);
  await ready(page);
  const one = {
    context,
    page,
    complaints,
    /** What it was told to fetch early, and did not use. */
    unused,
    async close() {
      opened.delete(one);
      await context.close();
      assert.deepEqual(complaints, []);
    },
  };
  opened.add(one);
  return one;
}

/** Lets a question go only after a while. The page may be gone by then. */
async function answerLate(route) {
  await new Promise((resolve) => { setTimeout(resolve, lateness); });
  await route.continue().catch(() => {});
}

/** Fails if a page has complained of anything but questions that were refused; those are taken off its list. */
export function onlyRefusals(complaints) {
  assert.deepEqual(complaints.splice(0).filter((text) => !/status of 4\d\d/.test(text)), []);
}

/** Waits until the board is there; on a phone it can be folded. */
export async function ready(page) {
  await page.locator("#board:not([inert]) [role=gridcell]").first().waitFor({ state: "attached" });
}

/** Changes what stands after `#`, as a link on the page would. */
export async function go(page, hash) {
  await page.evaluate((to) => { location.hash = to; }, hash);
  await page.waitForFunction((to) => to.split(";").every((part) => location.hash.includes(part)), hash);
}

/** Holds questions of the page back: `asked` is fulfilled by the first, and `release` lets them all go. */
export async function hold(page, address) {
  if (onSite) return holdWorkers(page, address);
  let release = () => {};
  let begin = () => {};
  const isReleased = new Promise((resolve) => { release = () => resolve(undefined); });
  const isBegun = new Promise((resolve) => { begin = () => resolve(undefined); });
  await page.route(address, async (route) => {
    begin();
    await isReleased;
    await route.continue();
  });
  return { asked: whenAwaited(() => Promise.race([isBegun, overdue(`no question to ${address}`)])), release };
}

/** A promise whose work, and with it its time, begins when it is awaited. */
function whenAwaited(work) {
  return { then: (resolve, reject) => work().then(resolve, reject) };
}

/** Fails after the time that a page has for a step. */
function overdue(words) {
  return new Promise((_, reject) => { setTimeout(() => reject(new Error(words)), 8000).unref(); });
}

/** The same for questions to workers, by the address that a server would have for them. */
async function holdWorkers(page, address) {
  const number = await page.evaluate((source) => {
    const all = globalThis.holds ??= [];
    const own = Worker.prototype.postMessage;
    const held = { waiting: [], isOver: false };
    Worker.prototype.postMessage = function (message) {
      const send = () => own.call(this, message);
      if (!held.isOver && message.target !== undefined && new RegExp(source).test(`/api/v1/${message.target}`)) held.waiting.push(send);
      else send();
    };
    return all.push(held) - 1;
  }, address.source);
  const asked = whenAwaited(() => page.waitForFunction((at) => globalThis.holds[at].waiting.length > 0, number));
  const release = () => page.evaluate((at) => {
    const held = globalThis.holds[at];
    held.isOver = true;
    for (const send of held.waiting) send();
  }, number);
  return { asked, release };
}

/** What the page under test has of the first tournament, for tests that look for something in it. */
export async function gamesOf(server) {
  if (onSite) return JSON.parse(await readFile(`${server.folder}/tournament-0.json`, "utf8")).games;
  return (await (await fetch(`${server.url}api/v1/tournaments/0/games?count=200`)).json()).games;
}

/** The answer of a route, as the page under test gets it. */
export async function answerOf(server, route, params) {
  const asked = target(route, params);
  if (!onSite) return (await fetch(`${server.url}api/v1/${asked}`)).json();
  const { answersHere } = await import("./answers.mjs");
  const [{ data }] = (await answersHere())(asked);
  return data;
}

/** The cell with this beginning of its name. */
export function cell(page, name) {
  return page.locator(`[role=gridcell][aria-label^="${name}"]`);
}

export const status = (page) => page.locator("#status");

/**
 * Waits until the text of an element is this, or holds this; fails with what it is after twenty seconds.
 * @param {import("playwright-core").Locator} locator
 * @param {string | RegExp} expected
 * @param {string} [why]
 */
export async function reads(locator, expected, why) {
  const until = Date.now() + 20000;
  let text = await locator.innerText({ timeout: 20000 });
  const holds = () => (typeof expected === "string" ? text === expected : expected.test(text));
  while (!holds() && Date.now() < until) {
    await new Promise((done) => { setTimeout(done, 20); });
    text = await locator.innerText();
  }
  if (typeof expected === "string") assert.equal(text, expected, why);
  else assert.match(text, expected, why);
}

/** Waits until the status says this. */
export async function says(page, expected) {
  const found = status(page).filter({ hasText: expected });
  await found.waitFor({ timeout: 20000 }).catch(async () => assert.match(await status(page).innerText(), expected));
}

/** Gives a side to an agent, behind the button for all options. */
export async function agent(page, side, name) {
  const summary = page.locator(`summary[aria-label="All options of the player of ${side}"]`);
  if (await summary.evaluate((one) => !one.parentElement.open)) await summary.click();
  await page.getByLabel(`Agent for ${side}`).selectOption(name);
}

/** The address that the page shows, once it is brought up to date. */
export function addressOf(page) {
  return page.evaluate(() => new Promise((done) => { setTimeout(() => done(location.href)); }));
}

/** Its part after `#`. */
export async function hashOf(page) {
  return new URL(await addressOf(page)).hash;
}

/** Waits until so many moves are played. */
export async function played(page, count) {
  await page.waitForFunction((wanted) => document.querySelector(".count")?.textContent?.startsWith(`${wanted} /`), count, { timeout: 10000 }).catch(async () => {
    assert.equal(await page.locator(".count").innerText(), `${count} / ${count}`);
  });
}

/** Violations of WCAG 2.2 AA and of good practice, in a few words each. */
export async function violations(page) {
  // The policy of the page forbids what the checker does, so the checker comes in from outside it.
  await page.evaluate(axe);
  const result = await page.evaluate(() => globalThis.axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  }));
  return result.violations.map((violation) => `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`);
}

/** What somebody does with a control who has only keys. */
const KEYS = { SELECT: "ArrowDown", SUMMARY: "Enter", checkbox: "Space", radio: "ArrowDown", range: "ArrowRight", number: "ArrowUp", text: "Enter" };

/**
 * Opens an address once for every control that can be seen there, works it by keys, and tells which of them lost the focus.
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} settled waits until the page has shown all
 * @param {string} [within] where the controls are
 */
export async function losers(page, url, settled, within = "body") {
  const CONTROLS = ["button:enabled", "select:enabled", "input:enabled", "summary"].map((one) => `${within} ${one}:visible`).join(", ");
  const lost = [];
  for (let at = 0, count = 1; at < count; at += 1) {
    await page.goto("about:blank");
    await page.goto(url);
    await settled(page);
    const all = page.locator(CONTROLS);
    count = await all.count();
    const control = all.nth(at);
    const { name, kind } = await control.evaluate((one) => ({ name: one.outerHTML.slice(0, 160), kind: one.getAttribute("type") ?? "" }));
    await control.focus();
    await page.evaluate(() => {
      const look = () => {
        if (document.activeElement === null || document.activeElement === document.body) globalThis.isLost = true;
      };
      setInterval(look, 5);
    });
    await page.keyboard.press(KEYS[kind] ?? KEYS[name.slice(1).split(" ")[0].toUpperCase()] ?? "Enter");
    await page.waitForTimeout(250);
    // A control that is worked by an arrow tells of it when it is left, too.
    if (kind === "number" || kind === "text") await page.keyboard.press("Tab");
    await page.waitForTimeout(50);
    if (await page.evaluate(() => globalThis.isLost === true)) lost.push(name);
  }
  return lost;
}
