// A board, a game or a search tree for a frame in another page. Nothing can be played here, and no program be started.

import { Board, modelOf } from "../board/board.js";
import { Game, moveText } from "../board/game.js";
import { icon } from "../board/pieces.js";
import { gameName } from "../board/controls.js";
import { understand } from "../page/acts.js";
import { Session, write } from "../shell/address.js";
import { attempt, banner } from "../shell/announce.js";
import * as api from "../shell/api.js";
import { capital, find } from "../shell/dom.js";
import { Lazy, VIEW_IDS, VIEWS } from "../shell/views.js";
import { html, render } from "../vendor/lit-html.js";

/** What a frame can show. */
const FRAMES = ["board", "game", "tree"];

const status = find("#status");
const say = (/** @type {unknown} */ words) => render(words, status);
const sayFailure = (/** @type {unknown} */ error) =>
  say(html`The board could not be loaded. ${api.errorText(error)} <button type="button" @click=${() => location.reload()}>Load the board again</button>`);
// Until now the line has the words of the document.
status.replaceChildren();
say("Loading the board.");

api.onConnection((isReachable) => banner("#offline", isReachable ? "" : api.away));

/** @type {import("../shell/types.d.ts").Menu} */
const menu = await api.get("games").catch((error) => {
  sayFailure(error);
  throw error;
});
const session = new Session();
const game = new Game(menu.games);

const notation = () => game.notation(session.get("c"));
const board = new Board(find("#board"), { move() {}, paint() {}, value() {} });
const steps = find("#steps");

/** The part of the page that the tree can ask for. @type {any} */
const context = { isFrame: true, menu, game, notation, url: session, page: { render: show } };
const tree = new Lazy(/** @type {import("../shell/types.d.ts").ViewRow} */ (VIEWS.find(({ id }) => id === "tree")), find("#tree"), context);

function show() {
  const { position, index, isAtEnd, played: { length } } = game;
  if (position === null) return;
  const move = game.played[index - 1];
  board.render({
    ...modelOf(game.menu, position, notation()),
    isTurned: session.get("f") === "1",
    closed: "This board is only looked at. Open it in Plyground to play.",
    last: move ?? null,
  });
  const played = move === undefined ? "" : `${capital(move.side)}: ${game.menu.move_noun} ${moveText(move, notation().name)}. `;
  say(`${played}${capital(position.outcome?.words ?? position.words).replace(/\.$/, "")}.`);
  // A disabled button would lose the focus. The names are those of the page's own buttons.
  const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {boolean} */ isEnabled, /** @type {number} */ to) =>
    html`<button type="button" aria-label=${name} title=${name} aria-disabled=${String(!isEnabled)} @click=${() => void attempt(() => game.step(to))}>${icon(sign)}</button>`;
  render(html`${button("first", "First position", index > 0, 0)}${button("previous", "One move back", index > 0, index - 1)}
    <span class="count">${index} / ${length}</span>
    ${button("next", "One move on", !isAtEnd, index + 1)}${button("last", "Last position", !isAtEnd, length)}`, steps);
  renderLink();
}

/** The same in the page, at the move that is shown. What a frame shows beyond a game is a view there, or nothing. */
function renderLink() {
  const values = new Map(session.values);
  if (!VIEW_IDS.includes(values.get("v") ?? "")) values.delete("v");
  if (game.isAtEnd) values.delete("i");
  else values.set("i", String(game.index));
  /** @type {HTMLAnchorElement} */ (find("#open")).href = `./${write(values)}`;
}

/** Shows what the address says, and names its mistakes. */
async function open() {
  const values = new Map(session.values);
  const wanted = values.get("v") ?? "game";
  values.delete("v");
  const asked = understand(values, menu);
  const problems = [...session.problems, ...asked.problems];
  if (!FRAMES.includes(wanted)) problems.push(`v=${wanted}: expected ${FRAMES.join(", ")}`);
  try {
    if (!(await game.load(asked.line))) return;
  } catch (error) {
    problems.push(api.errorText(error).replace(/\.$/, ""));
    const legal = error instanceof api.ApiError ? error.error.legal : undefined;
    if (!(await game.load(legal === undefined ? { game: asked.line.game } : { ...asked.line, moves: legal, index: undefined }))) return;
  }
  banner("#wrong-address", problems.length === 0 ? "" : `Part of this address cannot be read. ${problems.join("; ")}.`);
  find("#title").textContent = gameName(game.menu.name);
  steps.hidden = wanted === "board" || game.played.length === 0;
  find("section.table").hidden = wanted === "tree";
  find("#tree").hidden = wanted !== "tree";
  session.dispatchEvent(new Event("outside"));
  if (wanted === "tree") await tree.show(true);
}

/** Opens what the address says. If that fails, the status line says why. */
const openOrSay = () => open().catch(sayFailure);

game.addEventListener("change", show);
session.addEventListener("set", renderLink);
session.addEventListener("change", openOrSay);
await openOrSay();
