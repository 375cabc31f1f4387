// A worker of the static site: it gets the compiled module first, says `ready`, and then gets one target after the other. It
// posts every message of an answer, and after the last `{ name: "done" }`. Who wants it to stop ends it.

import { start } from "./wasm.js";

/** @type {Promise<(target: string) => void> | undefined} */
let ready;

self.addEventListener("message", (event) => {
  const { module, target } = event.data;
  if (module !== undefined) {
    ready = start(module, (message) => self.postMessage(message));
    ready.then(() => self.postMessage({ name: "ready" }), fail);
  } else {
    // What could not start has been told.
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
