"use strict";
// Steps through games. Boards are digits and labels of the program's own; text of programs is only ever copied
// from one text node to another.
const stepper = (replay) => {
  const { boards, sides, columns, rows } = replay.dataset;
  const positions = boards.split(" ");
  const names = ["", ...sides.split(" ")];
  const symbols = ["none", ...sides.split(" ")];
  const labels = columns.split(" ");
  const board = replay.querySelector(".board");
  const cells = replay.querySelectorAll("use.piece");
  const changes = replay.querySelectorAll("use.change");
  const turns = replay.querySelectorAll(".turns > li");
  const status = replay.querySelector(".status");
  const slider = replay.querySelector("input");
  const last = positions.length - 1;

  const words = (position) =>
    rows.split(" ").map((row, at) => {
      const pieces = labels.flatMap((label, column) => {
        const name = names[position[at * labels.length + column]];
        return name ? [`${label} ${name}`] : [];
      });
      return ` Row ${row}: ${pieces.join(", ") || "empty"}.`;
    }).join("");

  const show = (turn) => {
    const position = positions[turn];
    const before = positions[Math.max(turn - 1, 0)];
    cells.forEach((cell, at) => {
      cell.setAttribute("href", `#symbol-${symbols[position[at]]}`);
    });
    const changed = [...cells].filter((_, at) => position[at] !== before[at]);
    changes.forEach((change, at) => {
      const cell = changed[at];
      change.classList.toggle("on", cell !== undefined);
      for (const name of cell ? ["x", "y"] : []) change.setAttribute(name, cell.getAttribute(name));
    });
    board.classList.toggle("at-end", turn === last);
    board.setAttribute("aria-label", `Board after turn ${turn}.${words(position)}`);
    turns.forEach((line, at) => {
      if (at === turn - 1) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    });
    const what = turn === 0 ? "the start" : turns[turn - 1].querySelector(".what").textContent;
    status.textContent = `Turn ${turn} of ${last}: ${what}`;
    slider.value = String(turn);
    slider.setAttribute("aria-valuetext", status.textContent);
  };

  const step = {
    first: () => 0,
    back: (turn) => Math.max(turn - 1, 0),
    next: (turn) => Math.min(turn + 1, last),
    last: () => last,
  };
  slider.addEventListener("input", () => show(Number(slider.value)));
  for (const button of replay.querySelectorAll("button")) {
    button.addEventListener("click", () => show(step[button.dataset.step](Number(slider.value))));
  }
  replay.querySelector(".controls").hidden = false;
  show(last);
};

// Games are made ready when they are opened: a page has hundreds of them.
const ready = new WeakSet();
const prepare = (details) => {
  const replay = details.open && details.querySelector(".replay");
  if (!replay || ready.has(replay)) return;
  ready.add(replay);
  stepper(replay);
};
document.addEventListener("toggle", (event) => prepare(event.target), true);
// A browser that restores a page may have opened some before this runs.
document.querySelectorAll("details[open]").forEach(prepare);
