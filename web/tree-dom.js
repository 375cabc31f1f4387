// Making elements. Text is only ever inserted as text.

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | undefined>} [attributes] `text` is the content; `undefined` and `false` are left out
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  assign(made, attributes);
  made.append(...children);
  return made;
}

/**
 * The same for drawings.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, string | number | boolean | undefined>} [attributes]
 * @param {...(Node | string)} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function drawing(tag, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  assign(made, attributes);
  made.append(...children);
  return made;
}

/**
 * @param {Element} made
 * @param {Record<string, string | number | boolean | undefined>} attributes
 */
function assign(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name === "text") made.textContent = String(value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * A button that does something.
 * @param {string} text
 * @param {() => void} action
 * @param {Record<string, string>} [attributes]
 */
export function button(text, action, attributes = {}) {
  const made = element("button", { type: "button", text, ...attributes });
  made.addEventListener("click", action);
  return made;
}

/**
 * A toolbar: one stop for the tab key, the arrows go from button to button.
 * @param {string} label
 * @param {HTMLButtonElement[]} buttons
 */
export function toolbar(label, buttons) {
  const made = element("div", { role: "toolbar", "aria-label": label, class: "tree-toolbar" }, ...buttons);
  /** @param {HTMLButtonElement} current */
  const settle = (current) => {
    for (const each of buttons) each.tabIndex = each === current ? 0 : -1;
  };
  settle(buttons[0]);
  made.addEventListener("focusin", (event) => {
    const found = buttons.find((each) => each === event.target);
    if (found) settle(found);
  });
  made.addEventListener("keydown", (event) => {
    const open = buttons.filter((each) => !each.hidden && !each.disabled);
    const at = open.findIndex((each) => each === document.activeElement);
    /** @type {Record<string, number>} */
    const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: open.length - 1 };
    const next = open[places[event.key] ?? -1];
    if (at < 0 || !next) return;
    event.preventDefault();
    next.focus();
  });
  return made;
}

/**
 * A place that scrolls sideways by itself if its content is too wide; only then the keys must reach it.
 * @param {string} label
 * @param {string} style
 * @param {...HTMLElement} content
 */
export function scroller(label, style, ...content) {
  const made = element("div", { class: `tree-scroll ${style}` }, ...content);
  const settle = () => {
    if (made.scrollWidth > made.clientWidth + 1) {
      made.tabIndex = 0;
      made.setAttribute("role", "group");
      made.setAttribute("aria-label", `${label}, scrolls sideways`);
    } else {
      for (const name of ["tabindex", "role", "aria-label"]) made.removeAttribute(name);
    }
  };
  const sizes = new ResizeObserver(settle);
  sizes.observe(made);
  for (const child of content) sizes.observe(child);
  return made;
}
