// As much of a document as the page's modules need to be loaded without one: lit-html asks for a walker at once.
globalThis.document ??= { createTreeWalker() {}, querySelector: () => null };
