// What can be taken along: addresses, texts, pictures, files.

import { HUMAN, notationLabel, playerName } from "../board/players.js";
import { gameName } from "../board/status.js";
import { copyButton } from "../shell/announce.js";
import { isSite } from "../shell/api.js";
import { field, fill, make } from "../shell/dom.js";
import { counted } from "../shell/numbers.js";
import { MOST_CHARACTERS, readGame, textOf, writeGame } from "./file.js";

/** Longer files are not read: a character has at most four bytes. */
const MOST_BYTES = 4 * MOST_CHARACTERS;

/** What a frame can show. */
const FRAMES = [
  ["board", "The position, without moves"],
  ["game", "The game, to step through"],
  ["tree", "The search tree of the position"],
];

/** What draws pictures, loaded when it is first needed. */
const painter = () => import("./picture.js").catch(() => {
  throw new Error("what draws pictures could not be loaded; see to the connection, and try again");
});

export class SharePanel {
  /** @param {import("../shell/types.d.ts").Context} context */
  constructor(context) {
    const { game, page, url } = context;
    this.context = context;
    const button = (/** @type {string} */ name, /** @type {() => unknown} */ act) => make("button", { type: "button", class: "small", click: () => void page.attempt(async () => void (await act())) }, name);
    this.notations = make("select", {
      change: () => {
        url.set({ c: this.notations.value === game.menu.notations[0]?.name ? undefined : this.notations.value });
        page.render();
      },
    });
    this.text = make("pre", { class: "position-text", tabindex: 0, role: "region", "aria-label": "The position as text" });
    this.frame = make("select", { change: () => this.renderFrame() }, ...FRAMES.map(([value, words = ""]) => make("option", { value }, words)));
    this.frame.value = "game";
    this.frameText = make("pre", { class: "position-text", tabindex: 0, role: "region", "aria-label": "Text for another page" });
    const file = make("input", { type: "file", accept: ".txt,text/plain", "aria-label": "Open a game from a file", change: () => void page.attempt(() => this.read(file)) });
    this.animation = button("Animation (SVG)", () => this.saveAnimation());
    const part = (/** @type {string} */ title, /** @type {(Node | string)[]} */ ...parts) => make("section", {}, make("h3", {}, title), ...parts);
    this.root = make(
      "details",
      { class: "share", toggle: () => this.render(context.notation()) },
      make("summary", {}, "Share and save"),
      make(
        "div",
        { class: "share-parts" },
        part("Link", make("div", { class: "row" }, copyButton("link", () => url.link()))),
        part("Position as text", field("Notation", this.notations), this.text, make("div", { class: "row" }, copyButton("text", () => this.text.textContent ?? ""))),
        part("Picture", make("div", { class: "row" }, button("Picture (PNG)", () => this.savePng()), button("Picture (SVG)", () => this.saveSvg()), this.animation)),
        part("Game as a file", make("div", { class: "row" }, button("Save the game", () => saveText(this.name("txt"), this.written(), "text/plain")), file)),
        part("In another page", field("It shows", this.frame), this.frameText, make("div", { class: "row" }, copyButton("frame", () => this.frameText.textContent ?? ""))),
      ),
    );
  }

  /** @param {import("../shell/types.d.ts").Notation} notation */
  render(notation) {
    const { menu, position, played } = this.context.game;
    // A closed part is written when it is opened.
    if (position === null || !this.root.open) return;
    fill(this.notations, ...menu.notations.map((notation) => make("option", { value: notation.name }, notationLabel(notation, menu.notations))));
    this.notations.value = notation.name;
    this.text.textContent = position.notations[notation.name] ?? position.position;
    this.animation.disabled = played.length === 0;
    this.renderFrame();
  }

  renderFrame() {
    const { game, url } = this.context;
    const link = new URL(url.link());
    const parts = new Map(link.hash.slice(1).split(";").slice(1).map((part) => /** @type {[string, string]} */ ([part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1)])));
    const wanted = this.frame.value;
    for (const key of ["1", "2", "a", "t", "v", ...(wanted === "tree" ? [] : ["s", "n", "k"])]) parts.delete(key);
    if (wanted !== "game") parts.set("v", wanted);
    const hash = ["#v1", ...[...parts].map(([key, value]) => `${key}=${value}`)].join(";");
    const base = new URL(isSite ? "embed.html" : "embed", new URL(".", link.href.split("#")[0]));
    const height = wanted === "tree" ? 900 : 560;
    this.frameText.textContent = `<iframe src="${base.href}${hash}" title="${gameName(game.menu.name)} on Plyground" width="${wanted === "tree" ? 960 : 480}" height="${height}" style="border: 0"></iframe>`;
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
  async picture() {
    const { size, still } = await painter();
    const { position, menu } = this.context.game;
    if (position === null) throw new Error("no position is on the board yet; wait until one is there");
    // Where lines are counted, none of them has won.
    const lines = position.outcome === null || menu.solver === "points" ? [] : position.lines.map(({ cells }) => cells);
    return { svg: still(this.drawn(), position.board.cells, position.marked, lines), size: size(this.drawn()) };
  }

  async saveSvg() {
    const { svg } = await this.picture();
    saveText(this.name("svg"), svg, "image/svg+xml");
  }

  async savePng() {
    const { svg, size } = await this.picture();
    save(this.name("png"), await png(svg, size));
  }

  async saveAnimation() {
    const { game } = this.context;
    const { moving } = await painter();
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
    const { game, menu, page, announce } = this.context;
    try {
      const line = readGame(await textOf(chosen, MOST_BYTES), menu.games.map(({ name }) => name));
      const notation = menu.games.find(({ name }) => name === line.game)?.notations[0]?.name;
      await page.begin({ ...line, notation: line.start === "" ? undefined : notation });
      announce(`“${chosen.name}”: ${counted(game.played.length, "move")}.`);
    } catch (error) {
      throw new Error(`“${chosen.name}”: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    } finally {
      input.value = "";
    }
  }
}

// Hands a file to the reader, and takes one.

/**
 * @param {string} name
 * @param {Blob} blob
 */
function save(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers begin to read only later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
const saveText = (name, text, type) => save(name, new Blob([text], { type }));

/**
 * A picture in SVG as PNG, twice as large.
 * @param {string} svg
 * @param {{ width: number, height: number }} size
 * @returns {Promise<Blob>}
 */
export async function png(svg, { width, height }) {
  const image = new Image();
  // The policy of the page allows pictures in an address, but not such that the page has made itself.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * width, 2 * height];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob === null) throw new Error("the browser cannot write a PNG; save the SVG instead");
  return blob;
}
