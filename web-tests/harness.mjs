// What the tests in the browser share: a server, a browser, and words for what people do.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { after, test as anyTest } from "node:test";
import { chromium, firefox } from "playwright-core";
import { needsNetwork, whyNotOnSite } from "./machine-only.mjs";
import { serveSite, visit } from "./site.mjs";
import { target } from "../web/shell/transport/answers.js";

const program = process.env.PLYGROUND;
if (!program) throw new Error("PLYGROUND is not set; start the tests with run.sh PROGRAM");

/** Whether the static site is opened without a network, after a first visit with one. */
const isOffline = process.env.OFFLINE === "1";

/** Whether the test that runs needs a network even then. */
let isOnline = false;

/** Milliseconds by which every answer of a server is delayed, so that a test that does not wait for answers fails. */
const lateness = Number(process.env.LATE ?? 0);

/** Whether the page under test is the static site instead of a server's. */
export const onSite = process.env.SITE === "1" || isOffline;

/** What the driver of Firefox cannot do, by the tests that need it. @type {Record<string, string>} */
const LACKING = { "taps on a touch screen play": "touch screen", "under reduced motion nothing plays": "wish for less motion" };

/** Why a test cannot run in Firefox. @param {string} name */
const notInFirefox = (name) => process.env.FIREFOX !== undefined && name in LACKING && `the driver of Firefox has no ${LACKING[name]}`;

/**
 * A test of the page. On the static site, tests that need the machine are left out. Offline, the tests that need a network
 * have one.
 * @param {string} name
 * @param {(context: import("node:test").TestContext) => Promise<void>} act
 */
export function test(name, act) {
  return anyTest(name, { skip: notInFirefox(name) || (onSite && whyNotOnSite(name)), timeout: 300_000 }, async (context) => {
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

/**
 * A test of the long run (PLYGROUND_LONG=1): what it looks at takes minutes.
 * @param {string} name
 * @param {(context: import("node:test").TestContext) => Promise<void>} act
 */
export const longTest = process.env.PLYGROUND_LONG ? test : (name) => anyTest(name, { skip: "long" }, () => {});

/** Milliseconds after which a test stops waiting: longer than everything that does come. */
export const HANG = 60_000;

/** Waits until something here is so. @param {() => unknown} isSo */
export async function until(what, isSo) {
  for (const hang = Date.now() + HANG; !(await isSo());) {
    assert.ok(Date.now() < hang, `waited in vain: ${what}`);
    await new Promise((resolve) => { setTimeout(resolve, 20); });
  }
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

const browser = process.env.FIREFOX
  ? await firefox.launch({ channel: "moz-firefox", executablePath: process.env.FIREFOX })
  : await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
after(() => browser.close());
const axe = await readFile(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/**
 * Opens a page in a fresh profile. If the page has complained of anything, the test fails when the page is closed.
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
  page.setDefaultTimeout(HANG);
  const complaints = [];
  const unused = [];
  page.on("pageerror", (error) => complaints.push(String(error.stack)));
  page.on("console", (message) => {
    // A page that waits for an answer, or a slow machine, uses preloaded files late. Only one test looks at that warning.
    const isOfTime = /was preloaded using link preload but not used within a few seconds/.test(message.text());
    if (["error", "warning"].includes(message.type())) (isOfTime ? unused : complaints).push(message.text());
  });
  await page.goto(url);
  await ready(page);
  const one = {
    context,
    page,
    complaints,
    /** Warnings about files that were preloaded and not used. */
    unused,
    async close() {
      opened.delete(one);
      await context.close();
      assert.deepEqual(complaints, []);
    },
    /** Closes a page that was made to complain: it may still do so while it is being closed. */
    async leave() {
      opened.delete(one);
      await context.close();
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

/** Waits until a page has complained of this, and fails if it complains of anything else before it is closed. */
export async function complains(page, complaints, expected) {
  await until(`a complaint: ${expected}`, () => complaints.length > 0);
  await page.close();
  for (const complaint of complaints.splice(0)) assert.match(complaint, expected);
}

/** Fails if a page has complained of anything but questions that were refused; those are taken off its list. */
export function onlyRefusals(complaints) {
  assert.deepEqual(complaints.splice(0).filter((text) => !/status of 4\d\d/.test(text)), []);
}

/** Waits until the board is there; on a phone it can be folded. */
export async function ready(page) {
  await page.locator("#board:not([inert]) [role=gridcell]").first().waitFor({ state: "attached" });
}

/** Changes the part of the address after `#`, as a link on the page would. */
export async function go(page, hash) {
  await page.evaluate((to) => { location.hash = to; }, hash);
  await page.waitForFunction((to) => to.split(";").every((part) => location.hash.includes(part)), hash);
}

/** Holds questions of the page back: `asked` is fulfilled by the first, and `release` lets them all go. */
export async function hold(page, address) {
  if (onSite) return holdWorkers(page, address);
  let release = () => {};
  let isBegun = false;
  const isReleased = new Promise((resolve) => { release = () => resolve(undefined); });
  await page.route(address, async (route) => {
    isBegun = true;
    await isReleased;
    await route.continue();
  });
  return { asked: whenAwaited(() => until(`a question to ${address}`, () => isBegun)), release };
}

/** A promise whose work, and with it its time, begins when it is awaited. */
function whenAwaited(work) {
  return { then: (resolve, reject) => work().then(resolve, reject) };
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

/** Presses and releases the mouse in the middle of an element, as a person does, without waiting for it to be still. */
export async function press(page, locator) {
  const { x, y, width, height } = await locator.boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.up();
}

/** Options of a page into which can be pasted. */
export const PASTES = { permissions: ["clipboard-read", "clipboard-write"] };

/** Pastes a text where the focus is. */
export async function paste(page, text) {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press("Control+v");
}

export const status = (page) => page.locator("#status");

/** Waits until the status says this. */
export async function says(page, expected) {
  const found = status(page).filter({ hasText: expected });
  await found.waitFor().catch(async () => assert.match(await status(page).innerText(), expected));
}

/** Gives a side to an agent, behind the button for all options. */
export async function agent(page, side, name) {
  const summary = page.locator(`summary[aria-label="All options of the player of ${side}"]`);
  if (await summary.evaluate((one) => !one.parentElement.open)) await summary.click();
  await page.getByLabel(`Agent for ${side}`).selectOption(name);
}

/** Types into a field as a person does: a browser need not say that a field has changed when a script has filled it. */
export async function type(page, label, text) {
  await page.getByLabel(label).press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Waits until so many moves are played. */
export async function played(page, count) {
  await page.waitForFunction((wanted) => document.querySelector(".count")?.textContent?.startsWith(`${wanted} /`), count).catch(async () => {
    assert.equal(await page.locator(".count").innerText(), `${count} / ${count}`);
  });
}

/** The lowest contrast of each kind of text that the checker cannot judge and that is no violation, and in how many places it was measured; listed at the end of a file. @type {Map<string, { least: number, places: number }>} */
const judged = new Map();
after(() => {
  for (const [kind, { least, places }] of [...judged].sort(([, one], [, other]) => one.least - other.least)) {
    console.log(`contrast ${least.toFixed(2)} at least: ${kind}, measured in ${places} place(s)`);
  }
});

/**
 * Violations of WCAG 2.2 AA and of good practice, in a few words each. Text whose contrast the checker cannot judge (in pictures, on
 * hatching, a single sign) is measured: its colour against what is painted behind the middle of it.
 */
export async function violations(page) {
  // The policy of the page forbids what the checker does, so the checker comes in from outside it.
  await page.evaluate(axe);
  const result = await page.evaluate(() => globalThis.axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
  }));
  const unclear = result.incomplete.filter(({ id }) => id === "color-contrast").flatMap(({ nodes }) => nodes.map(({ target }) => target[0]));
  const measured = await page.evaluate(contrasts, unclear);
  const pale = measured.filter(({ ratio, isLarge }) => ratio < (isLarge ? 3 : 4.5));
  for (const one of measured.filter((each) => !pale.includes(each))) {
    const { least, places } = judged.get(one.kind) ?? { least: Infinity, places: 0 };
    judged.set(one.kind, { least: Math.min(least, one.ratio), places: places + 1 });
  }
  return [
    ...result.violations.map((violation) => `${violation.id}: ${violation.nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`),
    ...pale.map(({ selector, ratio, colours }) => `contrast ${ratio.toFixed(2)}: ${selector} ${colours}`),
  ];
}

/** In the page: the lowest contrast of each element's text with the colours behind its middle. */
function contrasts(selectors) {
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const painted = (colours) => {
    context.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colour) => painted(colour).slice(0, 3).map((part) => (part <= 10 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const isOpaque = (colour) => painted([colour])[3] === 255;
  const everything = new CSSStyleSheet();
  everything.replaceSync("* { pointer-events: auto !important; }");
  document.adoptedStyleSheets.push(everything);
  const found = selectors.flatMap((selector) => {
    const element = document.querySelector(selector);
    // It may have gone meanwhile; a picture of text has none.
    if (element === null || (element.value || element.placeholder || element.textContent).trim() === "") return [];
    element.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const all = document.elementsFromPoint(left + width / 2, top + height / 2);
    // What covers it, as a dialog, is not behind it.
    const ancestors = [element];
    while (ancestors[0].parentElement) ancestors.unshift(ancestors[0].parentElement);
    const stack = all.includes(element) ? all.slice(all.indexOf(element)) : ancestors.reverse();
    const style = getComputedStyle(element);
    // From the front to the back, until something is opaque; each colour of a pattern is a ground of its own.
    const behind = [];
    let patterns = [];
    for (const one of stack) {
      const { backgroundColor, backgroundImage, fill } = getComputedStyle(one);
      patterns = [...patterns, ...(backgroundImage.match(/(?:rgba?|color|oklab|oklch)\([^()]*\)/g) ?? [])];
      const ground = one instanceof SVGGeometryElement ? fill : backgroundColor;
      // Lines have no inside, and nobody knows the colours of a gradient here.
      if (one instanceof SVGLineElement || !CSS.supports("color", ground)) continue;
      behind.unshift(ground);
      if (isOpaque(ground)) break;
    }
    const colour = element instanceof SVGElement ? style.fill : style.color;
    const ratios = [[], ...patterns.map((one) => [one])].map((pattern) => {
      const [light, dark] = [luminance([...behind, ...pattern]), luminance([...behind, ...pattern, colour])].sort((a, b) => b - a);
      return (light + 0.05) / (dark + 0.05);
    });
    const size = parseFloat(style.fontSize);
    const kind = [element.localName, ...element.classList].join(".");
    return [{ selector, kind, ratio: Math.min(...ratios), isLarge: size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700), colours: `${colour} on ${[...behind, ...patterns].join(", ")}` }];
  });
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== everything);
  scrollTo(0, 0);
  return found;
}

/** The key that uses a control of each kind. */
const KEYS = { SELECT: "ArrowDown", SUMMARY: "Enter", checkbox: "Space", radio: "ArrowDown", range: "ArrowRight", number: "ArrowUp", text: "Enter" };

/**
 * Opens an address once for every control that can be seen there, uses it by keys, and returns those that lost the focus.
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} settled waits until the page has shown all
 * @param {string} [within] where the controls are
 */
export async function losers(page, url, settled, within = "body") {
  const CONTROLS = ["button:enabled", "select:enabled", "input:enabled", "summary"].map((one) => `${within} ${one}:visible`).join(", ");
  const without = [];
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
    // A number or text field also sends an event when it loses the focus.
    if (kind === "number" || kind === "text") await page.keyboard.press("Tab");
    await page.waitForTimeout(50);
    if (await page.evaluate(() => globalThis.isLost === true)) without.push(name);
  }
  return without;
}

/** What can be pressed in a view, without the selectors, whose list the browser draws. */
const PRESSED = ".slot, [role=gridcell].cell, button:not(:disabled), summary, input[type=checkbox], input[type=radio], .tree-row:not(.tree-head), .dg-target";

/** Every so manyth place is pressed while the page is drawn anew. */
const EVERY = 8;

/**
 * Presses and releases the mouse on everything that can be pressed in sight, one after the other, and returns what no click
 * came from. Nothing hears the clicks, so that the page stays as it is; what a press itself does, such as moving the focus, happens.
 * Meanwhile the address turns the board now and then, so that all of it is made anew.
 */
export async function lost(page, least = 20) {
  await page.evaluate((pressed) => {
    addEventListener("click", (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      globalThis.clicked = event.target.closest?.(pressed);
    }, true);
  }, PRESSED);
  const places = await page.evaluate((pressed) => [...document.querySelectorAll(pressed)].flatMap((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const place = [x + width / 2, y + height / 2];
    const hit = document.elementFromPoint(...place);
    return hit?.closest(pressed) === element ? [place] : [];
  }), PRESSED);
  const without = [];
  let pressed = 0;
  for (const [index, [x, y]] of places.entries()) {
    await page.mouse.move(x, y);
    const name = await page.evaluate(([left, top, pressed]) => {
      globalThis.clicked = null;
      globalThis.aimed = document.elementFromPoint(left, top)?.closest(pressed);
      return globalThis.aimed?.outerHTML.slice(0, 120);
    }, [x, y, PRESSED]);
    await page.mouse.down();
    if (index % EVERY === 0) {
      const turned = await page.evaluate(() => {
        const isTurned = location.hash.includes(";f=1");
        location.hash = isTurned ? location.hash.replace(";f=1", "") : `${location.hash};f=1`;
        return String(!isTurned);
      });
      await page.locator(`main[data-turned="${turned}"]`).waitFor();
    }
    await page.mouse.up();
    if (name === undefined) continue;
    pressed += 1;
    if (!(await page.evaluate(() => globalThis.clicked === globalThis.aimed))) without.push(name);
  }
  assert.ok(pressed >= least, `${pressed} places`);
  return without;
}
