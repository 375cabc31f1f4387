// How long a move takes from the click to the drawn board: on the page of a server, and on the static site.
//
//   PLYGROUND=PROGRAM CHROMIUM=$(command -v chromium) node web-tests/measure-move.mjs [COUNT]     300 moves each if nothing is said
//
// It prints three times. The first ends when the new board is in the document and laid out. The second ends after the frame
// that shows it; the browser alone waits up to 17 ms for a frame. The third is processor time of the page's thread, from
// before the click to after that frame; other work on the machine does not change it. The load of the machine is printed
// too.

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

/** Plays a move, and gives the first two times. */
async function play(column) {
  const cell = document.querySelector(`#board .cell[data-row="0"][data-column="${column}"]`);
  const board = document.querySelector("#board");
  const pieces = () => document.querySelectorAll("#board .cell .piece").length;
  const wanted = pieces() + 1;
  const begin = performance.now();
  const laidOut = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (pieces() < wanted) return;
      observer.disconnect();
      board?.getBoundingClientRect();
      resolve(performance.now());
    });
    observer.observe(board, { childList: true, subtree: true });
  });
  cell?.click();
  const inDocument = await laidOut;
  await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve, 0)); });
  return [inDocument - begin, performance.now() - begin];
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
      await page.waitForTimeout(60);
      const before = await busy();
      const found = await page.evaluate(play, column);
      // The first move is not counted: with it the page prepares what answers.
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
