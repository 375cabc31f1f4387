// What the page says and copies: banners, refusals, what screen readers hear, the clipboard.

import { errorText } from "./api.js";
import { find, make } from "./dom.js";

let isOdd = false;

/** Says something without moving the focus. @param {string} text */
export const announce = (text) => say("#announcer", text);

/** Says at once why something was refused, and shows it. @param {string} text */
export const refuse = (text) => say("#refusal", text);

/** Takes the last refusal away. */
export function accept() {
  find("#refusal").textContent = "";
}

/** Shows a line above the board, or hides it where there is nothing to say. @param {string} selector @param {string} text */
export function banner(selector, text) {
  const element = find(selector);
  element.textContent = text;
  element.hidden = text === "";
}

/** Equal texts are distinguished by a no-break space, or they would not be read twice. @param {string} selector @param {string} text */
function say(selector, text) {
  isOdd = !isOdd;
  find(selector).textContent = isOdd ? text : `${text}\u00a0`;
}

/** Does something. If that fails, the page says why. @param {() => Promise<void>} act @returns {Promise<boolean>} whether it was done */
export async function attempt(act) {
  try {
    accept();
    await act();
    return true;
  } catch (error) {
    refuse(errorText(error));
    return false;
  }
}

/** A button that copies a text. @param {string} name what is copied, as in “Copy link” @param {() => string} text */
export function copyButton(name, text) {
  const button = make("button", { type: "button", class: "small" }, `Copy ${name}`);
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text());
      announce(`Copied: ${name}`);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = `Copy ${name}`; }, 1500);
    } catch {
      announce(`The browser does not let pages copy; select the text instead.`);
      prompt(`Copy ${name}:`, text());
    }
  });
  return button;
}
