// What the address says now, kept in step with what is shown; and the last game, kept by the browser.

import { read, write } from "./url.js";

const LAST = "plyground.last";

/** The values of the address. Those that have changed from outside are reported; those that we set are not. */
export class Session extends EventTarget {
  constructor() {
    super();
    const { values, problems } = read(location.hash);
    this.values = values;
    this.problems = problems;
    /** What the browser shows after `#`. */
    this.written = location.hash;
    /** What the browser is about to show there. @type {string | null} */
    this.due = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    // Both come when the reader goes back, edits the address or follows a link; the second finds nothing to do.
    addEventListener("hashchange", () => this.reread());
    addEventListener("popstate", () => this.reread());
  }

  reread() {
    if (location.hash === this.written) return;
    this.written = location.hash;
    // What was to be written belongs to what the reader has left.
    this.forget();
    const changed = read(location.hash);
    this.values = changed.values;
    this.problems = changed.problems;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {string} key */
  get(key) {
    return this.values.get(key);
  }

  /**
   * Changes values; `undefined` and empty remove one. The address follows when what happens now is over: a browser takes longer
   * to change it than to draw the board.
   * @param {Record<string, string | undefined>} values
   * @param {"replace" | "push"} [how] whether the browser's Back leads to what was shown before
   */
  set(values, how = "replace") {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined || value === "") this.values.delete(key);
      else this.values.set(key, value);
    }
    const hash = write(this.values);
    if (how === "push") {
      this.flush();
      this.put(hash, "pushState");
    } else {
      this.due = hash;
      this.timer ??= setTimeout(() => this.flush());
    }
  }

  /** Brings the address up to date. */
  flush() {
    const hash = this.due;
    this.forget();
    // Another address that the reader has given meanwhile is about to be reported.
    if (hash !== null && location.hash === this.written) this.put(hash, "replaceState");
  }

  forget() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.due = null;
  }

  /**
   * @param {string} hash
   * @param {"pushState" | "replaceState"} how
   */
  put(hash, how) {
    if (hash === location.hash) return;
    // Browsers refuse too many changes in a short time; the next one brings the address up to date.
    try {
      history[how](null, "", hash);
    } catch {
      return;
    }
    this.written = location.hash;
  }

  /** Keeps what is shown as the last game. */
  keepLast() {
    remember(LAST, write(this.values));
  }

  /** The address of what is shown. */
  get link() {
    return `${location.origin}${location.pathname}${write(this.values)}`;
  }
}

/** The last game in which somebody has played a move here, as the part of an address after `#`, or `null`. */
export function lastGame() {
  return recall(LAST);
}

/**
 * Keeps a text in this browser, if it lets us.
 * @param {string} key
 * @param {string} text
 */
export function remember(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Private windows may refuse; then nothing is kept.
  }
}

/** @param {string} key */
export function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
