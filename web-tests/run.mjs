// Runs files of tests: node run.mjs FILE...
//
// WEB_TEST_JOBS files run at a time. A file of browser tests that fails is run once more: what passes then is named FLAKY, with
// the tests that failed before. Nothing else is tried twice. The last lines count the tests of the runs that decide.

import { run } from "node:test";
import { tap } from "node:test/reporters";

/** Runs files, and gives for each that failed the names of the tests that did, and how many tests passed in the others. */
async function tested(files) {
  const failed = new Map();
  const passed = new Map();
  const stream = run({ files, concurrency: Number(process.env.WEB_TEST_JOBS ?? 1), timeout: 1_200_000 });
  stream.on("test:pass", ({ file, skip, details }) => {
    if (skip === undefined && details.type !== "suite") passed.set(file, (passed.get(file) ?? 0) + 1);
  });
  stream.on("test:fail", ({ file, name, details }) => {
    if (details.type !== "suite") failed.set(file, [...failed.get(file) ?? [], name]);
  });
  for await (const line of stream.compose(tap)) process.stdout.write(line);
  return { failed, passed };
}

const { failed, passed } = await tested(process.argv.slice(2));
const again = [...failed.keys()].filter((file) => file.includes("/browser/"));
if (again.length > 0) {
  const second = await tested(again);
  for (const file of again) {
    const names = failed.get(file).join("; ");
    if (second.failed.has(file)) {
      failed.set(file, second.failed.get(file));
    } else {
      failed.delete(file);
      console.log(`FLAKY ${file}: ${names}`);
    }
    passed.set(file, second.passed.get(file) ?? 0);
  }
}
for (const [file, names] of failed) console.log(`FAILED ${file}: ${names.join("; ")}`);
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
const count = sum([...failed.values()].map((names) => names.length));
console.log(`${sum([...passed.values()])} passed, ${count} failed`);
process.exitCode = count === 0 ? 0 : 1;
