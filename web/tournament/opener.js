// Where no server shows folders: why not, and a way to open the file of a finished tournament.

import { errorText, noTournament, openTournament } from "../shell/api.js";
import { fill, make } from "../shell/dom.js";
import { textOf } from "../shell/files.js";

/** Longer files are not read: some 6,000 games are written in so many bytes. */
const MOST_BYTES = 128 << 20;

/**
 * The part of the view; `null` where a server shows folders.
 * @param {(number: number) => void} opened hears the number of a tournament whose file was opened
 */
export function opener(opened) {
  if (openTournament === null) return null;
  const open = openTournament;
  const input = make("input", { type: "file", accept: ".json,application/json", change: () => void take() });
  const problems = make("div", { class: "problems", role: "alert" });
  const take = async () => {
    const file = input.files?.[0];
    if (file === undefined) return;
    fill(problems);
    try {
      opened(await open(file.name, await textOf(file, MOST_BYTES)));
    } catch (error) {
      fill(problems, make("p", {}, errorText(error)));
    }
    // The same file can be chosen again.
    input.value = "";
  };
  return make("div", { class: "starters" }, make("p", {}, noTournament), make("label", {}, "Open the file of a tournament ", input), problems);
}
