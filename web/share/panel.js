// What can be taken along: addresses, texts, pictures, files.

import { modelOf } from "../board/board.js";
import { HUMAN, notationLabel, playerName } from "../board/players.js";
import { gameName } from "../board/controls.js";
import { MOST_CHARACTERS, readGame, textOf, write, writeGame } from "../shell/address.js";
import { announce, attempt, copyButton } from "../shell/announce.js";
import { isSite } from "../shell/api.js";
import { choice, counted, make } from "../shell/dom.js";
import { html, render } from "../vendor/lit-html.js";
import { moving, size, still } from "./picture.js";

/** Longer files are not read: a character has at most four bytes. */
const MOST_BYTES = 4 * MOST_CHARACTERS;

/** What a frame can show. @type {[string, string][]} */
const FRAMES = [
  ["board", "The position, without moves"],
  ["game", "The game, to step through"],
  ["tree", "The search tree of the position"],
];

const part = (/** @type {string} */ title, /** @type {unknown} */ shown, /** @type {unknown[]} */ ...buttons) => html`<section><h3>${title}</h3>${shown}<div class="row">${buttons}</div></section>`;
const code = (/** @type {string} */ label, /** @type {string} */ text) => html`<pre class="position-text" tabindex="0" role="region" aria-label=${label}>${text}</pre>`;

export class SharePanel {
  /** @param {HTMLElement} place @param {import("../shell/types.d.ts").Context} context */
  constructor(place, context) {
    this.place = place;
    this.context = context;
    /** What a frame is to show. */
    this.wanted = "game";
    this.copyLink = copyButton("link", () => context.url.link);
    this.copyText = copyButton("text", () => this.text);
    this.copyFrame = copyButton("frame", () => this.frame);
  }

  render() {
    const { game: { menu, played }, page, url, notation } = this.context;
    const button = (/** @type {string} */ words, /** @type {() => unknown} */ act, isDisabled = false) =>
      html`<button type="button" class="small" ?disabled=${isDisabled} @click=${() => void attempt(async () => void (await act()))}>${words}</button>`;
    const chooseNotation = (/** @type {string} */ name) => {
      url.set({ c: name === menu.notations[0]?.name ? undefined : name });
      page.render();
    };
    const chooseFrame = (/** @type {string} */ wanted) => {
      this.wanted = wanted;
      this.render();
    };
    const open = (/** @type {Event} */ { target }) => void attempt(() => this.read(/** @type {HTMLInputElement} */ (target)));
    const file = html`<input type="file" accept=".txt,text/plain" aria-label="Open a game from a file" @change=${open}>`;
    /** @type {[string, string][]} */
    const notations = menu.notations.map((one) => [one.name, notationLabel(one, menu.notations)]);
    render([
      part("Link", [], this.copyLink),
      part("Position as text", [choice("Notation", notations, notation().name, chooseNotation), code("The position as text", this.text)], this.copyText),
      part(
        "Picture",
        [],
        button("Picture (PNG)", async () => save(this.name("png"), await png(this.picture()))),
        button("Picture (SVG)", () => saveText(this.name("svg"), this.picture().svg, "image/svg+xml")),
        button("Animation (SVG)", () => this.saveAnimation(), played.length === 0),
      ),
      part("Game as a file", [], button("Save the game", () => saveText(this.name("txt"), this.written(), "text/plain")), file),
      part("In another page", [choice("It shows", FRAMES, this.wanted, chooseFrame), code("Text for another page", this.frame)], this.copyFrame),
    ], this.place);
  }

  /** The position in the notation that is chosen. */
  get text() {
    const { game: { position }, notation } = this.context;
    return position?.notations[notation().name] ?? position?.position ?? "";
  }

  /** What another page needs to show this one in a frame. */
  get frame() {
    const { game, url } = this.context;
    const { wanted } = this;
    const values = new Map(url.values);
    for (const key of ["1", "2", "a", "t", "v", ...(wanted === "tree" ? [] : ["s", "n", "k"])]) values.delete(key);
    if (wanted !== "game") values.set("v", wanted);
    const address = new URL(isSite ? "embed.html" : "embed", location.href).href + write(values);
    const height = wanted === "tree" ? 900 : 560;
    return `<iframe src="${address}" title="${gameName(game.menu.name)} on Plyground" width="${wanted === "tree" ? 960 : 480}" height="${height}" style="border: 0"></iframe>`;
  }

  /** @param {string} ending */
  name(ending) {
    const { game } = this.context;
    return `${game.menu.name}-${game.index}.${ending}`;
  }

  drawn() {
    const { game, notation } = this.context;
    const { columns, rows } = notation();
    return { menu: game.menu, columns, rows, isTurned: this.context.url.get("f") === "1", title: `${gameName(game.menu.name)}: ${game.position?.words ?? ""}` };
  }

  /** The picture of the position, and its size. */
  picture() {
    const { game: { menu, position }, notation } = this.context;
    if (position === null) throw new Error("no position is on the board yet; wait until one is there");
    const { cells, marked, lines } = modelOf(menu, position, notation());
    return { svg: still(this.drawn(), cells, marked, lines), size: size(this.drawn()) };
  }

  async saveAnimation() {
    const { game } = this.context;
    const positions = await Promise.all(Array.from({ length: game.played.length + 1 }, (_, index) => game.at(index)));
    saveText(this.name("animation.svg"), moving(this.drawn(), positions.map(({ board }) => board.cells)), "image/svg+xml");
  }

  written() {
    const { game, turns } = this.context;
    const { menu, start, position } = game;
    /** @type {[string, string][]} */
    const notes = menu.sides.map((side, order) => [side, turns.players[order] === HUMAN ? "a person" : playerName(turns.players[order] ?? "", menu)]);
    const isOver = game.isAtEnd && position !== null && position.outcome !== null;
    return writeGame({ game: menu.name, start, moves: game.moves(), notes: [...notes, ["result", isOver ? (position.outcome?.words ?? "") : ""]] });
  }

  /** @param {HTMLInputElement} input */
  async read(input) {
    const [chosen] = input.files ?? [];
    if (chosen === undefined) return;
    const { game, menu, page } = this.context;
    try {
      await page.begin(readGame(await textOf(chosen, MOST_BYTES), menu.games));
      announce(`“${chosen.name}”: ${counted(game.played.length, "move")}.`);
    } catch (error) {
      throw new Error(`“${chosen.name}”: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    } finally {
      input.value = "";
    }
  }
}

// Hands a file to the reader.

/** @param {string} name @param {Blob} blob */
function save(name, blob) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  // Some browsers begin to read only later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** @param {string} name @param {string} text @param {string} type */
const saveText = (name, text, type) => save(name, new Blob([text], { type }));

/** A picture in SVG as PNG, twice as large. @param {ReturnType<SharePanel["picture"]>} picture @returns {Promise<Blob>} */
async function png({ svg, size: { width, height } }) {
  const image = new Image();
  // The policy of the page allows pictures in an address, but not such that the page has made itself.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = make("canvas", { width: 2 * width, height: 2 * height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("the browser cannot write a PNG; save the SVG instead");
  return blob;
}
