// How long a first visit of the static site waits for the first board, on a slow network (Fast 3G: 1.6 Mbit/s, 150 ms there and
// back), with an empty store, from a server that sends texts compressed.
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
const times = [];
for (let visit = 0; visit < Number(process.argv[2] ?? 9); visit += 1) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", FAST_3G);
  // Time since the visit began, when the first frame with a board is drawn.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector("#board [role=gridcell]") === null) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => { globalThis.drawnAt = performance.now(); }));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(site.url, { waitUntil: "commit" });
  times.push(await (await page.waitForFunction(() => globalThis.drawnAt)).jsonValue());
  await context.close();
}
await browser.close();
await site.stop();
rmSync(folder, { recursive: true });
times.sort((a, b) => a - b);
console.log(`first board after ${times.map((time) => time.toFixed(0)).join(", ")} ms; median ${times[Math.floor(times.length / 2)].toFixed(0)} ms`);
