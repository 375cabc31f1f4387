// Light, dark, or as the system says: remembered in this browser.

import { recall, remember } from "./session.js";

const KEY = "plyground.theme";

/** @param {HTMLSelectElement} select */
export function theme(select) {
  const wear = () => {
    if (select.value === "") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = select.value;
  };
  const kept = recall(KEY) ?? "";
  select.value = ["light", "dark"].includes(kept) ? kept : "";
  select.addEventListener("change", () => {
    remember(KEY, select.value);
    wear();
  });
  wear();
}
