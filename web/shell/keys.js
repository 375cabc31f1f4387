// Keys that work outside the board, and the list of all keys.

import { make } from "./dom.js";
import { recall, remember } from "./session.js";
import { VIEWS } from "./views.js";

const OFF = "plyground.keys-off";

/**
 * @param {{ dialog: HTMLDialogElement, opener: HTMLElement, isOn: HTMLInputElement, board: HTMLElement }} parts
 * @param {{ undo: () => void, redo: () => void, previous: () => void, next: () => void }} handlers
 */
export function keys({ dialog, opener, isOn, board }, handlers) {
  // The last of the list is the key of the list itself.
  dialog.querySelector("dl > :last-child")?.before(...VIEWS.flatMap((view) => (view.keys ?? []).map(entry)));
  isOn.checked = recall(OFF) !== "1";
  isOn.addEventListener("change", () => remember(OFF, isOn.checked ? "" : "1"));
  opener.addEventListener("click", () => dialog.showModal());

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

/**
 * Keys and what they do, as an entry of the list.
 * @param {[string, string]} entry
 */
function entry([names, words]) {
  const all = names.split(" ").flatMap((name, at) => [at === 0 ? "" : " ", make("kbd", {}, name)]);
  return make("div", {}, make("dt", {}, ...all), make("dd", {}, words));
}
