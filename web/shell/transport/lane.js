// A worker and the questions that wait for it: one at a time. What is under way is stopped by ending the worker.

/**
 * @typedef {object} Question
 * @property {string} target
 * @property {(message: any) => void} hear gets every message of the answer: `waiting` if others come first, and at the end
 *   `done`, `failed` if the worker ended in the middle, `unloaded` if there is none, with the error, or `silent` if it was
 *   ended because it said nothing for too long, with the seconds
 * @property {boolean} isAnswered whether its last message has come, and the worker is only about to say so
 */

/** The last messages of answers. */
const LAST = ["answer", "end", "refusal"];

/** What comes after the last. */
const OVER = ["done", "failed", "unloaded", "silent"];

/** The time limit for a silent worker is counted in so many parts. If the machine slept in between, that counts as one part. */
const PARTS = 10;

export class Lane {
  /**
   * @param {() => Promise<WebAssembly.Module>} load
   * @param {object} [limits] in milliseconds
   * @param {number} [limits.idleMs] a worker without a question ends after so long, and gives its memory back
   * @param {number} [limits.silentMs] a worker that was asked, and says nothing for so long, is ended
   */
  constructor(load, { idleMs = Infinity, silentMs = Infinity } = {}) {
    this.load = load;
    this.idleMs = idleMs;
    this.silentMs = silentMs;
    /** @type {Question[]} */
    this.waiting = [];
    /** @type {Question | null} */
    this.current = null;
    /** @type {Worker | null} */
    this.worker = null;
    /** Whether the worker has said that it can be asked. */
    this.isReady = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.silence = undefined;
  }

  /**
   * Asks when its turn has come.
   * @param {string} target
   * @param {Question["hear"]} hear
   * @returns {() => void} stops it; nothing is heard of it then
   */
  ask(target, hear) {
    const question = { target, hear, isAnswered: false };
    this.waiting.push(question);
    if (this.current !== null) hear({ name: "waiting", data: { words: "other searches come first" } });
    else void this.next();
    return () => {
      question.hear = () => {};
      this.waiting = this.waiting.filter((one) => one !== question);
      // A worker that has answered is as good as a new one.
      if (this.current !== question || question.isAnswered) return;
      this.end();
      void this.next();
    };
  }

  async next() {
    if (this.current !== null) return;
    const question = this.waiting.shift();
    if (question === undefined) {
      this.idle();
      return;
    }
    this.current = question;
    try {
      const worker = this.worker ?? await this.prepare();
      if (this.current === question) {
        worker.postMessage({ target: question.target });
        this.watch();
      } else if (this.current === null) this.idle();
    } catch (error) {
      if (this.current === question) this.hear({ name: "unloaded", data: error });
    }
  }

  /** Ends the worker if nothing is asked for some time. */
  idle() {
    clearTimeout(this.rest);
    if (this.idleMs < Infinity) this.rest = setTimeout(() => this.current === null && this.end(), this.idleMs);
  }

  /** Restarts the count of how long the worker says nothing. */
  watch() {
    clearInterval(this.silence);
    if (this.silentMs === Infinity || this.current === null) return;
    let parts = 0;
    this.silence = setInterval(() => {
      parts += 1;
      if (parts === PARTS) this.hear({ name: "silent", data: this.silentMs / 1000 });
    }, this.silentMs / PARTS);
  }

  /** Starts the worker, if there is none; also before it is needed. */
  async prepare() {
    const module = await this.load();
    return this.worker ??= this.start(module);
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
    this.watch();
    if (message.name === "ready") {
      this.isReady = true;
      return;
    }
    // A worker that was never ready did not end in the middle of a question: it could not be started.
    const isOfLoading = ["failed", "silent"].includes(message.name) && !this.isReady;
    const heard = isOfLoading ? { name: "unloaded", data: new Error((message.name === "failed" && message.data) || "the worker cannot be started") } : message;
    const { current } = this;
    if (LAST.includes(heard.name) && current !== null) current.isAnswered = true;
    const isOver = OVER.includes(heard.name);
    if (isOver && heard.name !== "done") this.end();
    if (isOver) {
      clearInterval(this.silence);
      this.current = null;
    }
    current?.hear(heard);
    if (isOver) void this.next();
  }

  /** Ends the worker, and what it does. */
  end() {
    clearInterval(this.silence);
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
    this.current = null;
  }
}
