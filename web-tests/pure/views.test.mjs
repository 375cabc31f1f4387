import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { COMMON_KEYS, write } from "../../web/shell/address.js";
import { FIRST_VIEW, GAME_KEYS, VIEW_IDS, VIEWS } from "../../web/shell/views.js";

const web = new URL("../../web/", import.meta.url);

test("every folder with a view has a row, and every row has a folder with a view", () => {
  const folders = readdirSync(web).filter((name) => existsSync(new URL(`${name}/view.js`, web)));
  assert.deepEqual(VIEWS.map(({ folder }) => folder).toSorted(), folders.toSorted());
});

test("every view can be mounted, and has its own style", async () => {
  for (const { folder } of VIEWS) {
    const { mount } = await import(`../../web/${folder}/view.js`);
    assert.equal(typeof mount, "function", folder);
    assert.ok(existsSync(new URL(`${folder}/style.css`, web)), folder);
  }
});

test("nothing imports from the folder of a view but that view itself", () => {
  for (const file of readdirSync(web, { recursive: true, encoding: "utf8" }).filter((name) => /\.(js|d\.ts)$/.test(name))) {
    const [own] = file.split("/");
    const imported = [...readFileSync(new URL(file, web), "utf8").matchAll(/"\.\.\/([^/"]+)\//g)].map(([, folder]) => folder);
    for (const { folder } of VIEWS) assert.ok(folder === own || !imported.includes(folder), `${file} imports from ${folder}`);
  }
});

test("no two views share a name or a key of the address", () => {
  const keys = [...COMMON_KEYS, ...VIEWS.flatMap(({ address }) => address ?? [])];
  for (const all of [VIEW_IDS, keys]) assert.equal(new Set(all).size, all.length, String(all));
  assert.ok(VIEW_IDS.includes(FIRST_VIEW));
  assert.deepEqual(GAME_KEYS, ["s", "n", "k"]);
});

test("the keys of views are written after the common ones, in the order of the rows", () => {
  const keys = ["t", "k", "n", "s", "a", "f", "v", "2", "1", "i", "m", "p", "c", "g"];
  assert.equal(write(keys.map((key) => [key, "x"])), "#v1;g=x;c=x;p=x;m=x;i=x;1=x;2=x;v=x;f=x;a=x;s=x;n=x;k=x;t=x");
});
