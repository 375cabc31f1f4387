// How long a first visit of the static site waits for the first board, and for one that answers, on a slow network (Fast 3G:
// 1.6 Mbit/s, 150 ms there and back), with an empty store, from a server that sends texts compressed.
//
//   PLYGROUND=PROGRAM CHROMIUM=$(command -v chromium) node web-tests/measure-load.mjs [COUNT]     9 visits if nothing is said

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serveFolder, writeSite } from "./site.mjs";

const FAST_3G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

const folder = mkdtempSync(join(tmpdir(), "plyground-site-"));
writeSite(folder, process.env.WEB_DIR ? ["--web-dir", process.env.WEB_DIR] : []);
const site = await serveFolder(folder, { packs: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const [drawn, answering] = [[], []];
for (let visit = 0; visit < Number(process.argv[2] ?? 9); visit += 1) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", FAST_3G);
  // Time since the visit began, when the first frame with a board is drawn, and the first with one that can be played on.
  await page.addInitScript(() => {
    globalThis.times = {};
    // Frames are drawn once the styles are there; what is asked before one is drawn is in it.
    const look = () => {
      for (const [what, board] of [["drawn", "#board"], ["answering", "#board:not([inert])"]]) {
        const isThere = document.querySelector(`${board} .body .cell:last-child`)?.checkVisibility() === true;
        if (isThere) setTimeout(() => { globalThis.times[what] ??= performance.now(); });
      }
      if (globalThis.times.answering === undefined) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(site.url, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.times.answering);
  const times = await page.evaluate(() => globalThis.times);
  drawn.push(times.drawn);
  answering.push(times.answering);
  await context.close();
}
await browser.close();
await site.stop();
rmSync(folder, { recursive: true });
for (const [what, times] of [["first board drawn", drawn], ["first board that answers", answering]]) {
  times.sort((a, b) => a - b);
  console.log(`${what} after ${times.map((time) => time.toFixed(0)).join(", ")} ms; median ${times[Math.floor(times.length / 2)].toFixed(0)} ms`);
}
