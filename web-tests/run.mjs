// Runs files of tests: node run.mjs FILE...
//
// WEB_TEST_JOBS files run at a time. A file of browser tests that fails is run once more: what passes then is named FLAKY, with
// the tests that failed before. Nothing else is tried twice. The last line counts the tests of the runs that decide.

import { run } from "node:test";
import { tap } from "node:test/reporters";

// For the files of tests, each of which is a process of its own.
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ""} --import=${new URL("document.mjs", import.meta.url)}`;

/** Runs a file: how many of its tests passed, and the names of those that failed. */
async function tested(file) {
  const result = { file, passed: 0, failed: [] };
  const stream = run({ files: [file], timeout: 1_200_000 });
  stream.on("test:pass", ({ skip, details }) => {
    if (skip === undefined && details.type !== "suite") result.passed += 1;
  });
  stream.on("test:fail", ({ name, details }) => {
    // A suite fails with its tests, which are counted, or by what it does around them.
    if (details.error.failureType !== "subtestsFailed") result.failed.push(name);
  });
  console.log(`# ${file}`);
  let text = "";
  for await (const line of stream.compose(tap)) text += line;
  process.stdout.write(text);
  return result;
}

/** The same, and once more if it is a file of browser tests that failed. */
async function decided(file) {
  const first = await tested(file);
  if (first.failed.length === 0 || !file.includes("/browser/")) return first;
  const second = await tested(file);
  if (second.failed.length === 0) console.log(`FLAKY ${file}: ${first.failed.join("; ")}`);
  return second;
}

const waiting = process.argv.slice(2);
const results = [];
const work = async () => {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) results.push(await decided(file));
};
await Promise.all(Array.from({ length: Math.max(1, Number(process.env.WEB_TEST_JOBS) || 1) }, work));
const failed = results.filter((result) => result.failed.length > 0);
for (const result of failed) console.log(`FAILED ${result.file}: ${result.failed.join("; ")}`);
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const count = sum(failed.map((result) => result.failed.length));
console.log(`${sum(results.map(({ passed }) => passed))} passed, ${count} failed`);
process.exitCode = count === 0 ? 0 : 1;
