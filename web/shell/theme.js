// Light, dark, or as the system says: remembered in this browser.

import { recall, remember } from "./session.js";

/** @param {HTMLSelectElement} select */
export function theme(select) {
  // The document has the key, since a script that runs before all modules reads it too.
  const key = document.documentElement.dataset["themeKey"] ?? "";
  const wear = () => {
    if (select.value === "") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = select.value;
  };
  const kept = recall(key) ?? "";
  select.value = ["light", "dark"].includes(kept) ? kept : "";
  select.addEventListener("change", () => {
    remember(key, select.value);
    wear();
  });
  wear();
}
