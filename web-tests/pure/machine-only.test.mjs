// The list of tests that are left out on the static site against the tests there are.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";
import { MACHINE_ONLY, ONLINE_ONLY } from "../machine-only.mjs";

test("every test that is left out on the static site exists", () => {
  const folder = new URL("../browser/", import.meta.url);
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8")).join("\n");
  // Some names are made of parts.
  const names = [...texts.matchAll(/\btest\((["`])(.*?)\1/g)].map(([, , name]) => new RegExp(`^${name.replace(/[.*+?^()|[\]\\]/g, "\\$&").replace(/\$\{.*?\}/g, ".+")}$`));
  assert.ok(names.length > 50, String(names.length));
  for (const name of [MACHINE_ONLY, ONLINE_ONLY].flatMap((table) => Object.values(table).flat())) assert.ok(names.some((one) => one.test(name)), name);
});
