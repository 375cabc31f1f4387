// How the page looks and reads: no violation of WCAG 2.2 AA, narrow screens, dark, colours of the system, no motion.

import assert from "node:assert/strict";
import { after, before, describe } from "node:test";
import { cell, go, longTest, open, played, serve, test, violations } from "../harness.mjs";

const GAMES = ["connect-four", "max-connect-four", "breakthrough", "adjacent-four"];
const MIDDLES = {
  "connect-four": "p=.ryyrry,.rryry.,..y.r..,..y....,.......,.......+red",
  "max-connect-four": "m=1.2.1.2.1.2.1.4.4",
  breakthrough: "p=b-----/------/-w----/-----b/------/w-----/w",
  "adjacent-four": "m=3,4.3,3.2,3",
};
const VIEWS = ["play", "analyse", "tree", "edit"];

let server;
before(async () => { server = await serve(); });
after(() => server.stop());

/** Waits until the page has shown what it shows for now. */
async function settled(page, view) {
  if (view === "analyse") {
    // On a phone it is folded.
    await page.locator("#evaluation details").evaluate((one) => { one.open = true; });
    await page.locator(".terms tbody tr").first().waitFor();
  }
  if (view === "tree") await page.locator("#tree [role=row]").nth(2).waitFor();
  if (view === "edit") await page.locator(".written pre").first().waitFor();
  await page.waitForTimeout(200);
}

for (const [scheme, width, height] of [["light", 1280, 720], ["light", 390, 844], ["dark", 1280, 720], ["dark", 390, 844]]) {
  describe(`no violation, ${scheme}, ${width}x${height}`, () => {
    for (const game of GAMES) {
      const testHere = scheme === "light" && width === 1280 && game === "connect-four" ? test : longTest;
      testHere(game, async () => {
        const { page, close } = await open(`${server.url}#v1;g=${game};${MIDDLES[game]}`, { colorScheme: scheme, bypassCSP: true, viewport: { width, height } });
        for (const view of VIEWS) {
          await go(page, `#v1;g=${game};${MIDDLES[game]};v=${view}`);
          await settled(page, view);
          assert.deepEqual(await violations(page), [], view);
        }
        await close();
      });
    }
  });
}

test("text in a picture that is too pale is a violation", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;v=tree;s=A,3`, { bypassCSP: true });
  await page.locator(".dg-value").first().waitFor();
  assert.deepEqual(await violations(page), []);
  await page.addStyleTag({ content: ".dg-value { fill: rgb(200 200 200) !important; }" });
  const [found = "", ...more] = await violations(page);
  assert.match(found, /^contrast 1\.\d\d: .* rgb\(200, 200, 200\) on /);
  assert.ok(more.every((one) => one.startsWith("contrast ")));
  await close();
});

test("no violation: a finished game, a refusal, a wrong address, the list of keys, a picked pawn", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=0.1.0.1.0.1.0;1=human;2=engine`, { bypassCSP: true });
  assert.deepEqual(await violations(page), []);
  await cell(page, "column 3, row 0").click({ force: true });
  await page.locator("#refusal").filter({ hasText: "over" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await go(page, "#v1;g=breakthrough;v=nowhere");
  await page.locator("#wrong-address:not([hidden])").waitFor();
  await cell(page, "C2").click();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("?");
  await page.locator("#settings[open]").waitFor();
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  await page.locator("#settings[open]").waitFor({ state: "detached" });
  await close();
});

test("the settings with the list of keys begin at their head, on phones too", async () => {
  const { page, close } = await open(server.url, { viewport: { width: 390, height: 640 } });
  await page.locator("#show-settings").click();
  await page.locator("#settings[open]").waitFor();
  assert.deepEqual(await page.evaluate(() => [document.activeElement?.id, document.querySelector("#settings")?.scrollTop]), ["settings-title", 0]);
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "show-settings");
  await close();
});

test("the list of keys can be kept from opening", async () => {
  const { page, close } = await open(server.url);
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("switch", { name: "Open this with ?" }).uncheck();
  await page.getByRole("button", { name: "Close" }).click();
  await page.keyboard.press("?");
  assert.equal(await page.locator("#settings[open]").count(), 0);
  await close();
});

test("320 pixels are wide enough for every view of every game", async () => {
  const { page, close } = await open(server.url, { viewport: { width: 320, height: 640 } });
  for (const game of GAMES) {
    for (const view of VIEWS) {
      await go(page, `#v1;g=${game};${MIDDLES[game]};1=human;2=alpha-beta:depth=4;v=${view}`);
      await settled(page, view);
      const { width, small } = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        small: [...document.querySelectorAll("button, select, input, [role=gridcell], summary")]
          .filter((one) => one.checkVisibility())
          .map((one) => [one.outerHTML.slice(0, 80), one.closest("label") ?? one])
          .map(([name, one]) => [name, one.getBoundingClientRect()])
          .filter(([, box]) => box.width < 24 || box.height < 24)
          .map(([name, box]) => `${name} ${box.width}x${box.height}`),
      }));
      assert.ok(width <= 320, `${game} ${view}: ${width}`);
      assert.deepEqual(small, [], `${game} ${view}: targets`);
      // The keyboard of a phone takes half of the height.
      await page.setViewportSize({ width: 320, height: 320 });
      const besideKeys = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(besideKeys <= 320, `${game} ${view}, beside the keyboard: ${besideKeys}`);
      await page.setViewportSize({ width: 320, height: 640 });
    }
  }
  await close();
});

test("on a short phone the board of the analysis stays in sight and leaves room, and nothing is seen beside it", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3.2.3;v=analyse`, { viewport: { width: 320, height: 640 }, reducedMotion: "reduce" });
  await page.locator("#values .muted", { hasText: "All values are proved." }).waitFor();
  /** What is seen between the edge of the text and that of the board. */
  const beside = [];
  await page.mouse.move(160, 600);
  for (let scrolled = 300; scrolled < 500; scrolled += 25) {
    await page.mouse.wheel(0, beside.length === 0 ? scrolled : 25);
    await page.waitForFunction((to) => scrollY >= to, scrolled);
    const { x, y, height } = await page.locator("#board").boundingBox();
    assert.ok(x > 16 && y === 0 && height < 320, `${x} ${y} ${height}`);
    beside.push((await page.screenshot({ clip: { x: 12, y: 20, width: 5, height: 200 } })).toString("base64"));
  }
  assert.equal(new Set(beside).size, 1);
  await close();
});

test("on a phone on its side the head of the page is one line, in every game", async () => {
  const { page, close } = await open(server.url, { viewport: { width: 844, height: 390 } });
  for (const game of GAMES) {
    await go(page, `#v1;g=${game}`);
    const tops = await page.locator(".top > :not(.tabs), [role=tab]").evaluateAll((all) => all.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return Math.round((top + height / 2) / 20);
    }));
    assert.equal(new Set(tops).size, 1, `${game}: ${tops}`);
  }
  await close();
});

test("the labels of rows and columns are seen, in every game", async () => {
  const { page, close } = await open(server.url);
  for (const game of GAMES) {
    await go(page, `#v1;g=${game};${MIDDLES[game]}`);
    await settled(page, "play");
    const hidden = await page.locator("#board :is([role=rowheader], .heads > :not(:first-child))").evaluateAll((all) => all.filter((one) => {
      const { left, width, top, height } = one.getBoundingClientRect();
      return one.textContent === "" || !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }).map((one) => one.textContent));
    assert.deepEqual(hidden, [], game);
  }
  await close();
});

test("320 pixels are wide enough for what can be shared, and for the options of a player", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=3.3.2;2=alpha-beta`, { viewport: { width: 320, height: 640 } });
  await page.locator(".share > summary").click();
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(await width() <= 320, `${await width()}`);
  await page.getByLabel("All options of the player of yellow").click();
  assert.ok(await width() <= 320, `${await width()}`);
  // Every choice can be read to its end: a select is as wide as its text, its edges and its arrow.
  const clipped = await page.locator("#side-2 .options select").evaluateAll((all) => all.filter((one) => {
    const measured = document.createElement("canvas").getContext("2d");
    measured.font = getComputedStyle(one).font;
    return measured.measureText(one.selectedOptions[0].textContent).width > one.clientWidth - 24;
  }).map((one) => one.value));
  assert.deepEqual(clipped, []);
  await close();
});

test("text at twice its size needs no sideways scroll either", async () => {
  const { page, close } = await open(server.url, { viewport: { width: 640, height: 900 } });
  await page.evaluate(() => { document.documentElement.style.fontSize = "200%"; });
  for (const view of VIEWS) {
    await go(page, `#v1;g=connect-four;${MIDDLES["connect-four"]};v=${view}`);
    await settled(page, view);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), view);
  }
  await close();
});

/** The relative luminance of a colour in the form that browsers compute. */
function luminance(colour) {
  const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map(Number).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (one, two) => {
  const [low, high] = [luminance(one), luminance(two)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

test("pieces stand out from their holes, and the sides differ by shape", async () => {
  for (const [game, hash] of [["connect-four", "m=3.3"], ["max-connect-four", "m=4.4"]]) {
    const { page, close } = await open(`${server.url}#v1;g=${game};${hash}`);
    const found = await page.evaluate(() => {
      const style = (selector, name) => getComputedStyle(document.querySelector(selector))[name];
      const pieces = [...document.querySelectorAll(".cell .piece")];
      return {
        hole: style("[role=rowgroup]", "backgroundColor"),
        board: style("[role=rowgroup]", "borderTopColor"),
        page: style("body", "backgroundColor"),
        fills: pieces.map((piece) => getComputedStyle(piece.querySelector(".body")).fill),
        signs: pieces.map((piece) => piece.querySelector(".sign").outerHTML.replace(/xmlns="[^"]*"/, "")),
      };
    });
    assert.ok(contrast(found.hole, found.board) >= 3 && contrast(found.board, found.page) >= 3);
    for (const fill of found.fills) assert.ok(contrast(fill, found.hole) >= 3, fill);
    assert.notEqual(found.signs[0], found.signs[1]);
    await close();
  }
});

test("dark is what the system says, or what was chosen, and is remembered", async () => {
  const { page, close } = await open(server.url, { colorScheme: "dark" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await paper(), "rgb(20, 24, 29)");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Colours").selectOption("light");
  assert.equal(await paper(), "rgb(252, 252, 250)");
  await page.reload();
  assert.equal(await paper(), "rgb(252, 252, 250)");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Colours").selectOption("");
  assert.equal(await paper(), "rgb(20, 24, 29)");
  await close();
});

test("with the system's colours pieces are outlines and signs", async () => {
  const { page, close } = await open(`${server.url}#v1;g=connect-four;m=0.1.0.1.0.1.0`, { forcedColors: "active" });
  const found = await page.evaluate(() => {
    const body = (side) => getComputedStyle(document.querySelector(`.cell .${side} .body`));
    return {
      plate: getComputedStyle(document.querySelector(".cell"), "::after").display,
      fills: [body("red").fill, body("yellow").fill],
      outline: body("red").strokeWidth,
      paper: getComputedStyle(document.body).backgroundColor,
    };
  });
  assert.equal(found.plate, "none");
  assert.notEqual(found.fills[0], found.fills[1]);
  assert.equal(found.fills[0], found.paper);
  assert.notEqual(found.outline, "0px");
  assert.equal(await page.locator(".cell .ring").count(), 4);
  // The side to move has a thicker border: shadows are gone.
  await go(page, "#v1;g=connect-four;m=0");
  await page.locator(".side.to-move").waitFor();
  const underlines = await page.locator(".side").evaluateAll((all) => all.map((one) => getComputedStyle(one).borderBottomWidth));
  assert.deepEqual(underlines.sort(), ["1px", "3px"]);
  await close();
});

test("pieces drop, but not if motion is not wanted", async () => {
  for (const [reducedMotion, expected] of [["no-preference", true], ["reduce", false]]) {
    const { page, close } = await open(`${server.url}#v1;g=connect-four`, { reducedMotion });
    await page.evaluate(() => {
      globalThis.animated = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...given) {
        globalThis.animated += 1;
        return animate.apply(this, given);
      };
    });
    await cell(page, "column 3, row 5").click();
    await played(page, 1);
    assert.equal(await page.evaluate(() => globalThis.animated > 0), expected, reducedMotion);
    assert.equal(await page.evaluate(() => document.getAnimations().every((one) => one.effect.getComputedTiming().iterations === 1)), true);
    await close();
  }
});

test("the structure that screen readers meet", async () => {
  const { page, close } = await open(`${server.url}#v1;g=adjacent-four;m=3,4`);
  const grid = await page.getByRole("grid", { name: "Board" }).ariaSnapshot();
  assert.match(grid, /- columnheader "1"/);
  assert.match(grid, /- gridcell "column 4, row 3, X"/);
  assert.match(grid, /- gridcell "column 3, row 3, empty, legal"/);
  assert.match(grid, /- gridcell "column 1, row 1, empty" \[disabled\]/);
  const roles = await page.evaluate(() => [...document.querySelectorAll("header, main, footer, [role=tablist], [role=tabpanel]:not([hidden]), [role=toolbar], [role=alert], [role=status]")].filter((one) => one.checkVisibility()).map((one) => one.getAttribute("role") ?? one.tagName.toLowerCase()));
  assert.deepEqual(roles, ["header", "tablist", "main", "status", "alert", "toolbar", "tabpanel", "footer", "status"]);
  const tabs = page.getByRole("tab");
  await tabs.first().focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Analyse");
  await page.locator("#analyse .values").waitFor();
  await close();
});
