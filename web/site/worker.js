// A worker of the static site: it gets the compiled module first, then one target after the other, and posts every message of
// its answers; after the last of each `{ name: "done" }`. Who wants it to stop ends it.

import { machine } from "./machine.js";

/** @type {Promise<(target: string) => void> | undefined} */
let ready;

self.addEventListener("message", (event) => {
  const { module, target } = event.data;
  if (module !== undefined) ready = machine(module, (message) => self.postMessage(message));
  else void ready?.then((ask) => ask(target)).then(() => self.postMessage({ name: "done" }), fail);
  ready?.catch(fail);
});

/** @param {unknown} error */
function fail(error) {
  self.postMessage({ name: "failed", data: error instanceof Error ? error.message : String(error) });
}
