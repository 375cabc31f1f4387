// The compiled answers in node, without a browser: as a worker of the static site has them.

import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { start } from "../web/site/worker.js";

const built = async (name) => gunzipSync(await readFile(new URL(`../crates/wasm/built/${name}.gz`, import.meta.url)));
const module = await WebAssembly.compile(await built("plyground.wasm"));
const books = await built("openings.book");

/**
 * A separate instance: the function gives all messages of the answer.
 * @param {(message: any) => void} [hear] gets each as it comes
 * @param {() => void} [alive] is called while it computes
 */
export async function answersHere(hear = () => {}, alive = () => {}) {
  const messages = [];
  const { ask, learn } = await start(module, (message) => { messages.push(message); hear(message); }, alive);
  learn(books);
  return (target) => {
    messages.length = 0;
    ask(target);
    return messages.slice();
  };
}
