// The analysis view: values of all moves, the value over the game, and what an evaluation sees.

import { find } from "../shell/dom.js";
import { html, render } from "../vendor/lit-html.js";
import { EvaluationPanel } from "./evaluation.js";
import { History } from "./history.js";
import { MoveTable } from "./move-table.js";

/** @type {import("../shell/types.d.ts").Mount} */
export const mount = (place, { game, turns, analysis, url, page, notation }) => {
  let isShown = false;
  render(html`<div id="values"></div><div id="history"></div><div id="evaluation"></div>`, place);
  const table = new MoveTable(find("#values", place), analysis, page, (isOn) => {
    url.set({ a: isOn ? "1" : "0" });
    analysis.switch(isOn);
  });
  const history = new History(find("#history", place), turns, (index) => page.step(index));
  history.changed = () => { if (isShown) history.render(notation().name); };
  const evaluation = new EvaluationPanel(find("#evaluation", place), game, () => page.renderBoard());
  analysis.addEventListener("change", () => {
    history.hear(analysis.found);
    if (!isShown) return;
    table.render(notation());
    if (analysis.isOn && analysis.found.isDone) history.render(notation().name);
  });
  return {
    shown(now) {
      isShown = now;
      if (!isShown) return void evaluation.consider(false, notation());
      // What was found before this view was loaded.
      history.hear(analysis.found);
      // Opening the view switches values on, unless the reader has switched them off.
      if (url.get("a") === undefined) url.set({ a: "1" });
      analysis.switch(url.get("a") === "1");
    },
    render() {
      table.render(notation());
      history.render(notation().name);
      void evaluation.consider(true, notation());
    },
    review: () => void history.ask(),
    board: () => ({ spots: evaluation.spots }),
  };
};
