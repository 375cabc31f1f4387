// The compiled answers (crates/wasm) at work: a question goes in, messages come out. For a worker of the browser and for tests.

/**
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} room makes room for a target of so many bytes
 * @property {() => void} ask answers it
 */

/**
 * Starts an instance.
 * @param {WebAssembly.Module} module
 * @param {(message: any) => void} send gets every message
 * @returns {Promise<(target: string) => void>} answers a target such as `position?game=connect-four`; it fails if the instance does
 */
export async function start(module, send) {
  const text = new TextDecoder();
  /** @type {Exports} */
  let own;
  const instance = await WebAssembly.instantiate(module, {
    plyground: {
      now: () => performance.now(),
      send: (/** @type {number} */ at, /** @type {number} */ length) => send(JSON.parse(text.decode(new Uint8Array(own.memory.buffer, at >>> 0, length >>> 0)))),
    },
  });
  own = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  return (target) => {
    const bytes = new TextEncoder().encode(target);
    const at = own.room(bytes.length) >>> 0;
    new Uint8Array(own.memory.buffer, at, bytes.length).set(bytes);
    own.ask();
  };
}
