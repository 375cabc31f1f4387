import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { COMMON_KEYS, write } from "../../web/shell/url.js";
import { FIRST_VIEW, GAME_KEYS, VIEW_IDS, VIEWS } from "../../web/shell/views.js";

const web = new URL("../../web/", import.meta.url);

test("every folder with a view has a row, and every row has a folder with a view", () => {
  const folders = readdirSync(web).filter((name) => existsSync(new URL(`${name}/view.js`, web)));
  assert.deepEqual(VIEWS.map(({ folder }) => folder).toSorted(), folders.toSorted());
});

test("every view can be mounted, and has a style of its own", async () => {
  for (const { folder } of VIEWS) {
    const { mount } = await import(`../../web/${folder}/view.js`);
    assert.equal(typeof mount, "function", folder);
    assert.ok(existsSync(new URL(`${folder}/style.css`, web)), folder);
  }
});

/** The modules and types that a file of the page imports, by their paths in its folder. */
function imports(/** @type {string} */ file) {
  const found = readFileSync(new URL(file, web), "utf8").matchAll(/"(\.\.?\/[^"\n]+\.(?:js|ts))"/g);
  return [...found].map(([, path]) => new URL(path, new URL(file, web)).href.slice(web.href.length));
}

const files = readdirSync(web, { recursive: true, encoding: "utf8" }).filter((name) => /\.(js|d\.ts)$/.test(name));
/** @param {string} path */
const folderOf = (path) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "");

test("nothing imports from the folder of a view but that view itself", () => {
  for (const file of files) {
    const imported = imports(file).map(folderOf);
    for (const { folder } of VIEWS) assert.ok(folder === folderOf(file) || !imported.includes(folder), `${file} imports from ${folder}`);
  }
});

test("parts import from those below them only", () => {
  const below = ["site", "shell", "board", "share"];
  let number = 0;
  // Files of types are no code: what views are given, which the shell describes, has parts of the board.
  for (const file of files.filter((name) => below.includes(folderOf(name)) && !name.endsWith(".d.ts"))) {
    const allowed = below.slice(0, below.indexOf(folderOf(file)) + 1);
    for (const path of imports(file)) {
      assert.ok(allowed.includes(folderOf(path)), `${file} imports ${path}`);
      number += 1;
    }
  }
  assert.ok(number > 50, String(number));
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
