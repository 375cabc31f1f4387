// How long a first visit of the static site waits for the first board, and for the disc that a click on it drops, on a slow network
// (Fast 3G: 1.6 Mbit/s, 150 ms there and back), with an empty store, from a server that sends texts compressed. The mouse is pressed
// and released above the middle column as soon as the board takes it. It also says what had come by then.
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
const columns = { "first board drawn": [], "first disc landed": [], "requests until then": [], "kilobytes until then": [] };
for (let visit = 0; visit < Number(process.argv[2] ?? 9); visit += 1) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", FAST_3G);
  let [requests, bytes] = [0, 0];
  session.on("Network.requestWillBeSent", () => { requests += 1; });
  session.on("Network.dataReceived", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  // Milliseconds since the visit began when the first frame with this is drawn. Frames are drawn once the styles are there; what
  // is asked before one is drawn is in it.
  await page.addInitScript(() => {
    globalThis.times = {};
    const parts = { drawn: "#board .body .cell:last-child", landed: "#board .cell[data-column='3'][data-row='5'] .piece" };
    const look = () => {
      for (const [what, part] of Object.entries(parts)) {
        if (document.querySelector(part)?.checkVisibility() === true) setTimeout(() => { globalThis.times[what] ??= performance.now(); });
      }
      if (globalThis.times.landed === undefined) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(site.url, { waitUntil: "commit" });
  await page.locator("#board:not([inert])").waitFor();
  const { x, y, width } = await page.locator("#board .cell[data-column='3'][data-row='0']").boundingBox();
  await page.mouse.click(x + width / 2, y + width / 2);
  await page.waitForFunction(() => globalThis.times.landed);
  const times = await page.evaluate(() => globalThis.times);
  for (const [name, value] of Object.entries({ "first board drawn": times.drawn, "first disc landed": times.landed, "requests until then": requests, "kilobytes until then": bytes / 1000 })) columns[name].push(value);
  await context.close();
}
await browser.close();
await site.stop();
rmSync(folder, { recursive: true });
for (const [what, values] of Object.entries(columns)) {
  values.sort((a, b) => a - b);
  console.log(`${what}: ${values.map((value) => value.toFixed(0)).join(", ")}; median ${values[Math.floor(values.length / 2)].toFixed(0)}`);
}
