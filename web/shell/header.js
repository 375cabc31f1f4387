// The head of the page: the tabs of the views, and the settings: colours, sound and keys.

import { recall, remember } from "./address.js";
import { make } from "./dom.js";
import { VIEWS } from "./views.js";

export class Tabs {
  /** @param {HTMLElement} list of the tabs, which stand in the document so that nothing moves @param {HTMLElement} place where the panels are put */
  constructor(list, place) {
    this.list = list;
    this.all = VIEWS.map(({ id, label }) => ({
      id,
      panel: make("section", { role: "tabpanel", id, "aria-labelledby": `tab-${id}` }),
      // That of a view of one's own is not in the document.
      tab: /** @type {HTMLElement | null} */ (list.querySelector(`#tab-${id}`)) ?? list.appendChild(make("button", { role: "tab", id: `tab-${id}`, "aria-controls": id }, label ?? id)),
    }));
    place.append(...this.all.map(({ panel }) => panel));
  }

  /** @param {string} view */
  show(view) {
    for (const { id, tab, panel } of this.all) {
      const isShown = id === view;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      // The focus goes from a hidden panel, and from its tab, to the tab of the view that is shown.
      if (!isShown && [panel, tab].some((one) => one.contains(document.activeElement))) this.all.find((other) => other.id === view)?.tab.focus();
      panel.hidden = !isShown;
    }
    document.querySelector("main")?.setAttribute("data-view", view);
  }

  /** Gives the focus to the tab of the view that is shown, unless a tab has it. */
  focus() {
    if (!this.list.contains(document.activeElement)) this.all.find(({ tab }) => tab.tabIndex === 0)?.tab.focus();
  }

  /** @param {(view: string, how: "replace" | "push") => void} chosen called when the reader picks a tab: arrows make one step of the way back, however many tabs they pass */
  listen(chosen) {
    const { all } = this;
    let isWalking = false;
    this.list.addEventListener("focusout", ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && this.list.contains(relatedTarget))) isWalking = false;
    });
    /** @param {(typeof all)[number] | undefined} picked @param {"replace" | "push"} how */
    const choose = (picked, how) => {
      if (picked !== undefined) chosen(picked.id, how);
    };
    this.list.addEventListener("click", (event) => choose(all.find(({ tab }) => tab === event.target), "push"));
    this.list.addEventListener("keydown", (event) => {
      const at = all.findIndex(({ tab }) => tab === event.target);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
      if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const picked = all[(to + all.length) % all.length];
      picked?.tab.focus();
      choose(picked, isWalking ? "replace" : "push");
      isWalking = true;
    });
  }
}

// Keys that work outside the board, and the list of all keys, which is shown with the settings.

const OFF = "plyground.keys-off";

/**
 * @param {{ dialog: HTMLDialogElement, isOn: HTMLInputElement, board: HTMLElement }} parts
 * @param {Record<"undo" | "redo" | "previous" | "next", () => void>} handlers
 */
export function keys({ dialog, isOn, board }, handlers) {
  // The last of the list is the key of the list itself.
  dialog.querySelector("dl > :last-child")?.before(...VIEWS.flatMap((view) => (view.keys ?? []).map(entry)));
  isOn.checked = recall(OFF) !== "1";
  isOn.addEventListener("change", () => remember(OFF, isOn.checked ? "" : "1"));

  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    const isTyping = target.matches("input:not([type=range], [type=checkbox], [type=radio]), textarea, select");
    if (isTyping || dialog.open) return;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    /** @type {(() => void) | undefined} */
    let act;
    if (isCommand && key === "z") act = event.shiftKey ? handlers.redo : handlers.undo;
    else if (isCommand && key === "y") act = handlers.redo;
    else if (event.altKey && board.contains(target)) act = { arrowleft: handlers.previous, arrowright: handlers.next }[key];
    else if (key === "?" && isOn.checked && !isCommand) act = () => dialog.showModal();
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}

/** Keys and what they do, as an entry of the list. @param {[string, string]} entry */
function entry([names, words]) {
  const all = names.split(" ").flatMap((name, at) => [at === 0 ? "" : " ", make("kbd", {}, name)]);
  return make("div", {}, make("dt", {}, ...all), make("dd", {}, words));
}

// Light, dark, or as the system says: remembered in this browser.

/** @param {HTMLSelectElement} select */
export function theme(select) {
  // A script that runs before all modules has put on what is remembered, under the key that the document has.
  const { dataset: worn } = document.documentElement;
  const key = worn["themeKey"] ?? "";
  select.value = worn["theme"] ?? "";
  select.addEventListener("change", () => {
    remember(key, select.value);
    if (select.value === "") delete worn["theme"];
    else worn["theme"] = select.value;
  });
}

// Sounds of moves, made by the browser itself: no file is loaded. Off until somebody asks for them.

const KEY = "plyground.sound";

/** Pitch in hertz at the beginning and at the end, and length in seconds, of what can be heard. */
const TONES = {
  drop: [[220, 90, 0.09]],
  slide: [[330, 260, 0.06]],
  capture: [[190, 70, 0.12], [120, 60, 0.14]],
  over: [[392, 392, 0.14], [523, 523, 0.3]],
};

export class Sounds {
  /** @param {HTMLInputElement} box that switches them */
  constructor(box) {
    this.box = box;
    box.checked = recall(KEY) === "1";
    /** @type {AudioContext | null} */
    this.context = null;
    box.addEventListener("change", () => {
      remember(KEY, box.checked ? "1" : "");
      this.play("drop");
      if (box.checked) return;
      // A context that is open keeps the loudspeakers awake.
      void this.context?.close();
      this.context = null;
    });
  }

  /** @param {keyof typeof TONES} name */
  play(name) {
    if (!this.box.checked || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    let { currentTime: at } = this.context;
    for (const [from = 0, to = 0, seconds = 0] of TONES[name]) {
      const [tone, volume] = [this.context.createOscillator(), this.context.createGain()];
      tone.type = "triangle";
      tone.frequency.setValueAtTime(from, at);
      tone.frequency.exponentialRampToValueAtTime(to, at + seconds);
      volume.gain.setValueAtTime(0.25, at);
      volume.gain.exponentialRampToValueAtTime(0.001, at + seconds);
      tone.connect(volume).connect(this.context.destination);
      tone.start(at);
      tone.stop(at + seconds);
      at += seconds * 0.8;
    }
  }
}
