// What the page uses of lit-html 3.3.3. The file beside this one is the package's own, without the name of its source map; its
// licence is in LICENSE.txt.

/** A template with its values, not yet in the page. */
export interface TemplateResult {
  strings: TemplateStringsArray;
  values: unknown[];
}

/** A template of elements. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;

/** A template of parts of a picture. */
export function svg(strings: TemplateStringsArray, ...values: unknown[]): TemplateResult;

/** In the place of a child or an attribute: there is none. */
export const nothing: unique symbol;

/**
 * Draws a template as all that a place holds; what is already there and the same stays. The place is empty, or was drawn by this
 * before.
 */
export function render(value: unknown, place: HTMLElement | SVGElement): void;
