// A browser for the tests of the page: Debian's chromium, one for each file, one fresh profile for each page.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before } from "node:test";

import { chromium } from "playwright-core";

/** Where the server under test is. */
export const ADDRESS = process.env.PLYGROUND_URL ?? "http://127.0.0.1:7777/";

/** The worked example of COMP3608. */
export const EXAMPLE = "p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red";

/** @type {import("playwright-core").Browser | undefined} */
let browser;

/** Starts and stops the browser around the tests of a file. */
export function withBrowser() {
  before(async () => {
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    // Without a sandbox of its own it runs as root in a container too; it only ever opens this page.
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  after(async () => {
    await browser?.close();
  });
}

/**
 * A page in a fresh profile. Whatever goes wrong in it is collected in `problems`.
 * @param {string} hash
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function open(hash, options = {}) {
  if (!browser) throw new Error("call withBrowser() first");
  // The policy of the page would forbid the tests to insert their own script.
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, bypassCSP: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("status of 4")) problems.push(message.text());
  });
  await page.goto(ADDRESS + hash);
  return { page, context, problems };
}

/**
 * What axe finds against WCAG 2.2 AA and its best practice, in words.
 * @param {import("playwright-core").Page} page
 * @param {string} [within] a selector
 */
export async function violations(page, within) {
  const path = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  await page.evaluate(await readFile(path, "utf8"));
  return page.evaluate(async (selector) => {
    const axe = /** @type {any} */ (window).axe;
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const found = await axe.run(selector ?? document, { runOnly: tags });
    return found.violations.map((/** @type {any} */ each) =>
      `${each.id}: ${each.nodes.map((/** @type {any} */ node) => node.target.join(" ")).join(", ")}`);
  }, within);
}
