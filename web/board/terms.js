// The terms of an evaluation as rows of a table: the same in the analysis and beside a node of the search tree.

import { count, signed } from "../shell/dom.js";
import { html, nothing } from "../vendor/lit-html.js";

/** The head of such a table. */
export const termHead = () => html`<thead><tr>${["Side", "Term", "Count", "Each", "Points"].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>`;

/** @param {import("../shell/types.d.ts").Term} term @param {unknown} [shown] instead of its name @param {string} [style] */
export const termRow = ({ owner, name, count: number, weight, points }, shown = name, style = "") => html`
  <tr class=${style || nothing}>
    <td>${owner}</td>
    <th scope="row">${shown}</th>
    <td class="number">${count(number)}</td>
    <td class="number">${signed(weight)}</td>
    <td class="number">${signed(points)}</td>
  </tr>`;
