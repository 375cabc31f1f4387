// Answers without a server: the same code, compiled for browsers, in a worker.

import { ApiError, connection, once, target, Unreachable } from "./answers.js";

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
   * @param {number} [limits.startMs] the same until it is ready: it may be on its way over a slow network
   * @param {() => Promise<ArrayBuffer | null>} [books] loads the openings that a worker must know for some questions
   */
  constructor(load, { idleMs = Infinity, silentMs = Infinity, startMs = silentMs } = {}, books = async () => null) {
    this.load = load;
    this.books = books;
    this.idleMs = idleMs;
    this.silentMs = silentMs;
    this.startMs = startMs;
    /** @type {Question[]} */
    this.waiting = [];
    /** @type {Question | null} */
    this.current = null;
    /** @type {Worker | null} */
    this.worker = null;
    /** Whether the worker has said that it can be asked, whether it has been asked, and whether it knows openings. */
    this.isReady = this.isAsked = this.hasBooks = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.silence = undefined;
  }

  /** Asks when its turn has come. @param {string} target @param {Question["hear"]} hear @returns {() => void} stops it; nothing is heard of it then */
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
    if (question === undefined) return this.idle();
    this.current = question;
    try {
      const lacksBooks = !this.hasBooks && looksIntoBooks(question.target);
      const [worker, books] = await Promise.all([this.worker ?? this.prepare(), lacksBooks ? this.books() : null]);
      if (this.current === question) {
        if (books !== null) worker.postMessage({ books });
        this.hasBooks ||= books !== null;
        worker.postMessage({ target: question.target });
        this.isAsked = true;
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
    const most = this.isReady ? this.silentMs : this.startMs;
    if (most === Infinity || !this.isAsked) return;
    let parts = 0;
    this.silence = setInterval(() => {
      parts += 1;
      if (parts === PARTS) this.hear({ name: "silent", data: most / 1000 });
    }, most / PARTS);
  }

  /** Starts the worker, if there is none; also before it is needed. */
  async prepare() {
    const module = await this.load();
    if (this.worker !== null) return this.worker;
    const worker = new Worker(new URL("../../site/worker.js", import.meta.url), { type: "module" });
    const isOwn = () => this.worker === worker;
    worker.addEventListener("message", ({ data }) => isOwn() && this.hear(data));
    worker.addEventListener("error", (event) => isOwn() && this.hear({ name: "failed", data: event.message }));
    worker.postMessage({ module });
    return this.worker = worker;
  }

  /** @param {any} message */
  hear(message) {
    if (message.name === "ready") this.isReady = true;
    this.watch();
    // Neither is of any question.
    if (["ready", "alive"].includes(message.name)) return;
    // A worker that was never ready did not end in the middle of a question: it could not be started.
    const isOfLoading = ["failed", "silent"].includes(message.name) && !this.isReady;
    const heard = isOfLoading ? { name: "unloaded", data: new Error((message.name === "failed" && message.data) || "the worker cannot be started") } : message;
    const { current } = this;
    if (LAST.includes(heard.name) && current !== null) current.isAnswered = true;
    const isOver = OVER.includes(heard.name);
    if (isOver && heard.name !== "done") this.end();
    if (isOver) {
      clearInterval(this.silence);
      this.isAsked = false;
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
    this.isReady = this.isAsked = this.hasBooks = false;
    this.current = null;
  }
}

/** Whether an answer can come from the books of openings: that of the solver of Connect Four. @param {string} target */
const looksIntoBooks = (target) => /^(?:solve|choose)\?.*\bgame=connect-four\b/.test(target) && /^solve|\bagent=perfect\b/.test(target);

// Questions that the browser itself answers, on a static site: in workers with the compiled answers, and for the first
// board from a file, since a board is there sooner than the answers are.

const ROOT = new URL("../../", import.meta.url);

/** What the page says while nothing answers. */
export const away = "What computes here could not be loaded. Positions that are loaded can still be looked at. To go on, see to the connection and make a move, or load the page again.";

/** The text of the tournament view if no tournament was given. */
export const noTournament = "Tournaments are played on a machine, by plyground tournament run, and so are programs marked: a page without a server can start no programs. The games of one that is finished can be opened here, from a file that plyground site --tournament writes.";

/** The files of compiled answers: the rules alone, and all but the openings of Connect Four that are known by heart, and these. */
const FILES = { rules: "rules.wasm.gz", whole: "plyground.wasm.gz", books: "openings.book.gz" };

/** A worker that searches is ended after so many milliseconds without a question, which frees the memory of its tables. */
const IDLE_MS = 10_000;

/**
 * A worker that was asked and says nothing for so many milliseconds hangs, and is ended: one that computes says every second that
 * it does. The rules answer in milliseconds. A worker that is still to be ready may be on its way.
 */
const SILENT_MS = { rules: 5_000, others: 15_000, start: 20_000 };

/** The files that are there, those on their way, and those that could not be loaded when they were last asked for. @type {Record<"there" | "coming" | "missing", Set<string>>} */
const files = { there: new Set(), coming: new Set(), missing: new Set() };

/** Whether agents, solvers and searches, and not only the rules, or openings that somebody needs are still to be loaded. */
export const isLoading = () => !files.there.has(FILES.whole) || files.coming.has(FILES.books);

/** What loads a file, once, and makes something of it. It fails with a sentence. @template T @param {string} file @param {(file: string) => Promise<T>} make */
function loader(file, make) {
  return once(() => {
    files.coming.add(file);
    return make(file).then((made) => {
      files.there.add(file);
      files.missing.delete(file);
      connection(files.missing.size === 0);
      return made;
    }, (error) => {
      if (error instanceof Unreachable) {
        files.missing.add(file);
        connection(false);
      }
      throw error;
    }).finally(() => files.coming.delete(file));
  });
}

/** What comes of some work. If it fails, the console has the cause, and the page says so. @template T @param {Promise<T>} work @param {Error} failure */
const tried = (work, failure) => work.catch((error) => {
  console.error(error);
  throw failure;
});

/** @param {string} file */
async function compile(file) {
  if (typeof WebAssembly !== "object") throw tooOld("no WebAssembly, with which the page computes");
  return tried(WebAssembly.compile(await unpacked(file, "\0asm")), tooOld("WebAssembly without instructions that the page needs"));
}

/** What is packed in a file. @param {string} file @param {string} magic how it begins */
async function unpacked(file, magic) {
  if (typeof DecompressionStream !== "function") throw tooOld("no DecompressionStream, with which the page unpacks what computes");
  const unloaded = new Unreachable("what computes here could not be loaded; see to the connection, and try again");
  const response = await tried(fetch(new URL(file, ROOT)), unloaded);
  const packed = new Uint8Array(await tried(response.arrayBuffer(), unloaded));
  if (!response.ok) throw new Unreachable(`what computes here could not be loaded: ${file} has status ${response.status}; put the whole folder on the web space`);
  // Some servers declare the compression, and then the browser has already decompressed the file.
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
  const stream = new Blob([packed]).stream();
  const unpack = async () => {
    const bytes = await new Response(isPacked ? stream.pipeThrough(new DecompressionStream("gzip")) : stream).arrayBuffer();
    if (!new TextDecoder().decode(bytes.slice(0, magic.length)).startsWith(magic)) throw new Error(`${file} does not begin as such a file does`);
    return bytes;
  };
  return tried(unpack(), new Unreachable(`what computes here could not be loaded: another file came for ${file}; see to the connection, and try again`));
}

/** @param {string} found */
function tooOld(found) {
  return new ApiError(501, { place: "browser", message: `${found}; expected a browser of summer 2024 or newer`, remedy: "update the browser, or open the page in another" });
}

const whole = loader(FILES.whole, compile);
const books = loader(FILES.books, (file) => unpacked(file, "plyground book"));
const lanes = {
  rules: new Lane(loader(FILES.rules, compile), { silentMs: SILENT_MS.rules, startMs: SILENT_MS.start }),
  light: new Lane(whole, { silentMs: SILENT_MS.others, startMs: SILENT_MS.start }),
  choose: searching(),
  search: searching(),
  stream: searching(),
};

/** Where tables are made, whose memory an idle worker gives back. */
function searching() {
  return new Lane(whole, { idleMs: IDLE_MS, silentMs: SILENT_MS.others, startMs: SILENT_MS.start }, books);
}

// The first move needs it: it begins while the page is still put together. If it fails, the move says so.
lanes.rules.prepare().catch(() => {});

/**
 * The lanes of routes that do not search for somebody who looks at it. Where the rules alone are needed, their file is small, so that
 * a disc lands long before all that computes is there; and a computer's move does not wait for such a search.
 * @type {Record<string, Lane>}
 */
const LANES = { position: lanes.rules, play: lanes.rules, games: lanes.light, evaluate: lanes.light, choose: lanes.choose };

/** Answers to the first questions of the page, by target; none if the file cannot be loaded or is not that file. @type {() => Promise<Record<string, any>>} */
const first = once(() => fetch(new URL("first.json", ROOT)).then((response) => (response.ok ? response.json() : {})).catch(() => ({})));

/** Finished tournaments, which are read when somebody asks for one. */
const records = once(() => import("../../site/records.js").then(({ Records }) => new Records(ROOT), () => {
  throw new Unreachable("what reads tournaments could not be loaded; see to the connection, and try again");
}));

/** Takes in the file of a finished tournament, and gives its number. @param {string} name @param {string} text */
export async function openTournament(name, text) {
  return (await records()).open(name, text);
}

/** Loads what the next questions need, one after the other, and then has the browser keep the site. */
export async function warm() {
  // If loading fails, the next question says so.
  await lanes.rules.prepare().catch(() => {});
  await lanes.light.prepare().catch(() => {});
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(new URL("sw.js", ROOT)).catch(() => {});
}

/** The error of a question that got no answer, from its last message. @param {any} message */
function failure({ name, status, data }) {
  if (name === "refusal") return new ApiError(status, data.error);
  if (data instanceof ApiError || data instanceof Unreachable) return data;
  if (name === "silent") return new ApiError(504, { place: "browser", message: `what computes here has said nothing for ${data} seconds, and was ended`, remedy: "ask again, and it begins anew", again: true });
  console.error(data);
  if (name === "unloaded") return new Unreachable("what computes here could not be started; see to the connection, and load the page again");
  return new ApiError(413, {
    place: "browser",
    message: "what computes here has ended, perhaps because memory ran out; expected less work",
    remedy: "choose a smaller depth or a shorter time, or close other pages",
  });
}

/** @type {typeof import("./http.js").get} */
export async function get(route, params = {}, signal) {
  signal?.throwIfAborted();
  if (route === "tournaments" || route.startsWith("tournaments/")) return (await records()).answer(route, params);
  const asked = target(route, params);
  const answers = await first();
  const known = Object.hasOwn(answers, asked) ? answers[asked] : undefined;
  signal?.throwIfAborted();
  if (known !== undefined) return structuredClone(known);
  return new Promise((resolve, reject) => {
    /** @type {any} */
    let answer;
    const stop = (LANES[route] ?? lanes.search).ask(asked, (message) => {
      if (message.name === "answer") answer = message.data;
      else if (message.name === "done") {
        resolve(answer);
        // A move that can be made says that it is time to try again.
        if (files.missing.has(FILES.whole)) whole().catch(() => {});
      }
      else if (message.name !== "waiting") reject(failure(message));
    });
    signal?.addEventListener("abort", () => {
      stop();
      reject(signal.reason);
    }, { once: true });
  });
}

/** @returns {Promise<never>} */
export function askProgram() {
  return Promise.reject(new ApiError(404, {
    place: "program",
    message: "programs cannot be started by a page without a server; expected plyground serve --program NAME=COMMAND on a machine of yours",
    remedy: "choose another player",
  }));
}

/** @type {typeof import("./http.js").listen} */
export function listen(route, params, names, listener) {
  // What is in a file is finished: there is no news of it.
  if (route.startsWith("tournaments/")) return () => {};
  const asked = target(route, params);
  const isAwaited = !files.there.has(FILES.whole) || (looksIntoBooks(asked) && !files.there.has(FILES.books));
  if (isAwaited && names.includes("waiting")) listener("waiting", { words: "what computes is being loaded" });
  return lanes.stream.ask(asked, (message) => {
    if (names.includes(message.name)) listener(message.name, message.data);
    if (!["refusal", "failed", "unloaded", "silent"].includes(message.name)) return;
    const error = failure(message);
    listener("error", error instanceof ApiError ? error.error : { place: "analysis", message: error.message });
  });
}
