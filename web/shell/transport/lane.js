// A worker and the questions that wait for it: one at a time. What is under way is stopped by ending the worker.

/**
 * @typedef {object} Question
 * @property {string} target
 * @property {(message: any) => void} hear gets every message of the answer, and at the end `done` or `failed`
 */

export class Lane {
  /** @param {() => Promise<WebAssembly.Module>} load */
  constructor(load) {
    this.load = load;
    /** @type {Question[]} */
    this.waiting = [];
    /** @type {Question | null} */
    this.current = null;
    /** @type {Worker | null} */
    this.worker = null;
  }

  /**
   * Asks when its turn has come.
   * @param {string} target
   * @param {Question["hear"]} hear
   * @returns {() => void} stops it; nothing is heard of it then
   */
  ask(target, hear) {
    const question = { target, hear };
    this.waiting.push(question);
    void this.next();
    return () => {
      this.waiting = this.waiting.filter((one) => one !== question);
      if (this.current === question) this.end();
    };
  }

  async next() {
    if (this.current !== null) return;
    const question = this.waiting.shift();
    if (question === undefined) return;
    this.current = question;
    try {
      const module = this.worker === null ? await this.load() : null;
      if (this.current !== question) return;
      if (module !== null) this.worker = this.start(module);
      this.worker?.postMessage({ target: question.target });
    } catch (error) {
      if (this.current === question) this.hear({ name: "unloaded", data: error instanceof Error ? error.message : String(error) });
    }
  }

  /** Starts the worker before it is needed. */
  async prepare() {
    const module = await this.load();
    this.worker ??= this.start(module);
  }

  /** @param {WebAssembly.Module} module */
  start(module) {
    const worker = new Worker(new URL("../../site/worker.js", import.meta.url), { type: "module" });
    const isOwn = () => this.worker === worker;
    worker.addEventListener("message", ({ data }) => isOwn() && this.hear(data));
    worker.addEventListener("error", (event) => isOwn() && this.hear({ name: "failed", data: event.message }));
    worker.postMessage({ module });
    return worker;
  }

  /** @param {any} message */
  hear(message) {
    const { current } = this;
    if (message.name === "failed" || message.name === "unloaded") {
      this.worker?.terminate();
      this.worker = null;
    }
    const isLast = ["done", "failed", "unloaded"].includes(message.name);
    if (isLast) this.current = null;
    current?.hear(message);
    if (isLast) void this.next();
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.current = null;
    void this.next();
  }
}
