// The compiled answers in node, without a browser: as a worker of the static site has them.

import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { start } from "../web/site/worker.js";

const module = await WebAssembly.compile(gunzipSync(await readFile(new URL("../crates/wasm/built/plyground.wasm.gz", import.meta.url))));

/**
 * A separate instance: the function gives all messages of the answer.
 * @param {(message: any) => void} [hear] gets each as it comes
 * @param {() => void} [alive] is called while it computes
 */
export async function answersHere(hear = () => {}, alive = () => {}) {
  const messages = [];
  const ask = await start(module, (message) => { messages.push(message); hear(message); }, alive);
  return (target) => {
    messages.length = 0;
    ask(target);
    return messages.slice();
  };
}
