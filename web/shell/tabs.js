// The tabs of the views: arrows, Home and End move between them.

/**
 * @param {HTMLElement} list
 * @param {(view: string) => void} chosen told when the reader picks a tab
 * @returns {(view: string) => void} shows a view without telling
 */
export function tabs(list, chosen) {
  const all = /** @type {HTMLButtonElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  const viewOf = (/** @type {Element} */ tab) => tab.getAttribute("aria-controls") ?? "";

  /** @param {string} view */
  function show(view) {
    for (const tab of all) {
      const isShown = viewOf(tab) === view;
      const panel = document.getElementById(viewOf(tab));
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      // What opens another view goes on there.
      if (!isShown && panel?.contains(document.activeElement)) all.find((other) => viewOf(other) === view)?.focus();
      panel?.toggleAttribute("hidden", !isShown);
    }
    document.querySelector("main")?.setAttribute("data-view", view);
  }

  /** @param {HTMLButtonElement | undefined} tab */
  function choose(tab) {
    if (tab === undefined) return;
    show(viewOf(tab));
    chosen(viewOf(tab));
  }

  list.addEventListener("click", (event) => {
    choose(all.find((tab) => tab === event.target));
  });
  list.addEventListener("keydown", (event) => {
    const at = all.findIndex((tab) => tab === event.target);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const tab = all[(to + all.length) % all.length];
    tab?.focus();
    choose(tab);
  });
  return show;
}

/** The views that there are. */
export const VIEWS = ["play", "analyse", "tree", "edit", "tournament"];
