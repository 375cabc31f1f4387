// The tabs of the views and the panels that they show: arrows, Home and End move between the tabs.

import { make } from "./dom.js";
import { VIEWS } from "./views.js";

export class Tabs {
  /**
   * @param {HTMLElement} list where the tabs are put
   * @param {HTMLElement} place where the panels are put
   */
  constructor(list, place) {
    this.list = list;
    this.all = VIEWS.map(({ id, label }) => {
      const panel = make("section", { role: "tabpanel", id, "aria-labelledby": `tab-${id}` });
      return { id, panel, tab: make("button", { role: "tab", id: `tab-${id}`, "aria-controls": id }, label) };
    });
    list.append(...this.all.map(({ tab }) => tab));
    place.append(...this.all.map(({ panel }) => panel));
  }

  /** @param {string} view */
  show(view) {
    for (const { id, tab, panel } of this.all) {
      const isShown = id === view;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      // The focus goes from a hidden panel to the tab of the view that is shown.
      if (!isShown && panel.contains(document.activeElement)) this.all.find((other) => other.id === view)?.tab.focus();
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
    /**
     * @param {(typeof all)[number] | undefined} picked
     * @param {"replace" | "push"} how
     */
    const choose = (picked, how) => {
      if (picked === undefined) return;
      this.show(picked.id);
      chosen(picked.id, how);
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
