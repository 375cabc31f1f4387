// Buttons that copy a text.

import { announce } from "./announce.js";
import { make } from "./dom.js";

/**
 * @param {string} name what is copied, as in “Copy link”
 * @param {() => string} text
 */
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
