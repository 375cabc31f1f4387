// A worker of the static site: it gets the compiled module first, says `ready`, and then gets one target after the other. It
// posts every message of an answer, and then `{ name: "done" }`. To stop it, the page ends the worker.

import { start } from "./wasm.js";

/** @type {Promise<(target: string) => void> | undefined} */
let ready;

self.addEventListener("message", (event) => {
  const { module, target } = event.data;
  if (module !== undefined) {
    ready = start(module, (message) => self.postMessage(message));
    ready.then(() => self.postMessage({ name: "ready" }), fail);
  } else {
    // A failed start was reported above.
    void ready?.then((ask) => {
      try {
        ask(target);
        self.postMessage({ name: "done" });
      } catch (error) {
        fail(error);
      }
    }, () => {});
  }
});

/** @param {unknown} error */
function fail(error) {
  self.postMessage({ name: "failed", data: error instanceof Error ? error.message : String(error) });
}
