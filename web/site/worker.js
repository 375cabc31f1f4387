// The compiled answers (crates/wasm) at work, in a worker of the static site: it gets the compiled module first, says `ready`, and
// then gets one target after the other, and books of openings before the first that needs them. It posts every message of an answer, `{ name: "alive" }` now and then while it computes, and then `{ name: "done" }`. To stop it, the page ends
// the worker. Tests import it where there is no worker.

/** `room` makes room for so many bytes, `ask` answers them as a target, `learn` takes them as books. @typedef {{ memory: WebAssembly.Memory, room(length: number): number, ask(): void, learn?(): number }} Exports */

/** While it computes, it says so once in so many milliseconds. */
const ALIVE_MS = 1_000;

/**
 * Starts an instance. Of the result, `ask` answers a target such as `position?game=connect-four`, and `learn` takes books of openings;
 * both fail if the instance does.
 * @param {WebAssembly.Module} module @param {(message: any) => void} send gets every message
 * @param {() => void} [alive] is called once in a while by what takes long and looks at the clock
 */
export async function start(module, send, alive = () => {}) {
  const text = new TextDecoder();
  /** @type {Exports} */
  let own;
  let spoke = 0;
  const instance = await WebAssembly.instantiate(module, {
    plyground: {
      now() {
        const now = performance.now();
        if (now - spoke >= ALIVE_MS) {
          spoke = now;
          alive();
        }
        return now;
      },
      send: (/** @type {number} */ at, /** @type {number} */ length) => send(JSON.parse(text.decode(new Uint8Array(own.memory.buffer, at >>> 0, length >>> 0)))),
    },
  });
  own = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  /** @param {Uint8Array} bytes */
  const give = (bytes) => {
    // This may exchange the memory.
    const at = own.room(bytes.length) >>> 0;
    new Uint8Array(own.memory.buffer, at, bytes.length).set(bytes);
  };
  return {
    /** @param {string} target */
    ask(target) {
      give(new TextEncoder().encode(target));
      spoke = performance.now();
      own.ask();
    },
    /** @param {ArrayBuffer} books */
    learn(books) {
      give(new Uint8Array(books));
      if (own.learn !== undefined && !own.learn()) throw new Error("these are no books of openings");
    },
  };
}

/** @type {ReturnType<typeof start> | undefined} */
let ready;

globalThis.self?.addEventListener("message", (event) => {
  const { module, books, target } = event.data;
  if (module !== undefined) {
    ready = start(module, (message) => self.postMessage(message), () => self.postMessage({ name: "alive" }));
    ready.then(() => self.postMessage({ name: "ready" }), fail);
  } else {
    // A failed start was reported above.
    void ready?.then(({ ask, learn }) => {
      try {
        if (books !== undefined) return learn(books);
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
