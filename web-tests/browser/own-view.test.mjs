// A view is added as CONTRIBUTING.md says: by a folder and a row, and nothing else.

import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cell, open, played, serve, test, violations } from "../harness.mjs";

const VIEW = `
import { html, render } from "../vendor/lit-html.js";

/** @type {import("../shell/types.d.ts").Mount} */
export const mount = (place, { game, url }) => ({
  render: () => render(html\`<p class="ply-count">\${game.index} plies, z is \${url.get("z")}</p>\`, place),
});
`;
const ROW = `  { id: "plies", folder: "plies", label: "Plies", name: "The counter", address: ["z"], keys: [["# 9", "in the counter: nothing"]] },\n];`;

test("a folder and a row make a view", async () => {
  const web = await mkdtemp(join(tmpdir(), "own-view-"));
  try {
    await cp(fileURLToPath(new URL("../../web", import.meta.url)), web, { recursive: true });
    await mkdir(join(web, "plies"));
    await writeFile(join(web, "plies/view.js"), VIEW);
    await writeFile(join(web, "plies/style.css"), ".ply-count { font-weight: 600; }");
    const table = join(web, "shell/views.js");
    await writeFile(table, (await readFile(table, "utf8")).replace("\n];", `\n${ROW}`));

    const server = await serve({ web });
    const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3;z=five`, { bypassCSP: true });
    const asked = [];
    page.on("request", (request) => asked.push(request.url().replace(server.url, "/")));
    await page.getByRole("tab", { name: "Plies" }).click();
    const text = page.getByRole("tabpanel", { name: "Plies" }).locator("p");
    await text.filter({ hasText: "2 plies, z is five" }).waitFor();
    assert.deepEqual(asked.filter((path) => path.startsWith("/plies/")).toSorted(), ["/plies/style.css", "/plies/view.js"]);
    assert.equal(await text.evaluate((one) => getComputedStyle(one).fontWeight), "600");
    assert.match(await page.evaluate(() => location.hash), /;v=plies;z=five$/);

    await cell(page, "column 4").first().click();
    await played(page, 3);
    await text.filter({ hasText: "3 plies" }).waitFor();
    await page.locator("#show-settings").click();
    assert.match(await page.locator("#settings dl").innerText(), /# 9\s+in the counter: nothing\s+\?\s+settings and keys$/);
    assert.deepEqual(await violations(page), []);
    await close();
    await server.stop();
  } finally {
    await rm(web, { recursive: true });
  }
});
