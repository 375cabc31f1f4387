// How long a move takes from the click of a mouse to the drawn board: on the page of a server, and on the static site.
//
//   PLYGROUND=PROGRAM CHROMIUM=$(command -v chromium) node web-tests/measure-move.mjs [COUNT]     300 moves each if nothing is said
//
// Three times are told. The first ends when the new board stands in the document and is laid out. The second ends after the
// frame that shows it, for which a browser waits up to 17 ms whatever the page does. The third is processor time of the
// page's thread, from before the click to after that frame, which other work on the machine does not change. The load of the
// machine is told too.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serveFolder, writeSite } from "./site.mjs";

const count = Number(process.argv[2] ?? 300);
const web = process.env.WEB_DIR ? ["--web-dir", process.env.WEB_DIR] : [];

/** A game of Connect Four that nobody wins in its first moves. */
const GAME = [0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 2, 3, 2, 3, 3, 2, 3, 2, 2, 3, 2, 3, 4, 5, 4, 5, 5, 4];

/** A person aims before the click: so long does the mouse rest over the column. */
const AIMING_MS = 100;

/** Begins to wait for the next click and for what it does; both times will be in `window.times`. */
function watch() {
  const board = document.querySelector("#board");
  const pieces = () => document.querySelectorAll("#board .cell .piece").length;
  const wanted = pieces() + 1;
  let begin = 0;
  // What the browser says: handlers can have waited.
  addEventListener("click", ({ timeStamp }) => { begin = timeStamp; }, { capture: true, once: true });
  const laidOut = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (pieces() < wanted) return;
      observer.disconnect();
      board?.getBoundingClientRect();
      resolve(performance.now());
    });
    observer.observe(board, { childList: true, subtree: true });
  });
  window.times = laidOut.then(async (inDocument) => {
    await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve, 0)); });
    return [inDocument - begin, performance.now() - begin];
  });
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });

/** @param {string} name @param {string} url */
async function measure(name, url) {
  const times = [];
  while (times.length < count) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.goto(`${url}#v1;g=connect-four`);
    await page.locator("#board:not([inert]) [role=gridcell]").first().waitFor();
    await page.waitForTimeout(1500);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const busy = async () => 1000 * (await session.send("Performance.getMetrics")).metrics.find(({ name: metric }) => metric === "TaskDuration").value;
    for (const [at, column] of GAME.entries()) {
      const box = await page.locator(`#board .cell[data-row="0"][data-column="${column}"]`).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      await page.waitForTimeout(AIMING_MS);
      await page.evaluate(watch);
      const before = await busy();
      await page.mouse.down();
      await page.mouse.up();
      const found = await page.evaluate(() => window.times);
      // With the first move the page comes to life: what answers is made ready.
      if (at > 0) times.push([...found, await busy() - before]);
    }
    await page.close();
  }
  const at = (part, share) => times.map((one) => one[part]).sort((a, b) => a - b)[Math.floor(share * (times.length - 1))].toFixed(1);
  const words = (part) => `median ${at(part, 0.5)}, 95th percentile ${at(part, 0.95)} ms`;
  console.log(`${name}, ${times.length} moves: laid out after ${words(0)}; shown after ${words(1)}; processor ${words(2)}; load ${loadavg()[0].toFixed(1)}`);
}

const server = spawn(process.env.PLYGROUND, ["serve", "--port", "0", ...web], { stdio: ["ignore", "pipe", "ignore"] });
const url = await new Promise((resolve) => { server.stdout.once("data", (bytes) => resolve(String(bytes).split("\n")[0])); });
await measure("server", url);
server.kill("SIGINT");

const folder = mkdtempSync(join(tmpdir(), "plyground-site-"));
writeSite(folder, web);
const site = await serveFolder(folder);
await measure("site", site.url);
await site.stop();
rmSync(folder, { recursive: true });
await browser.close();
