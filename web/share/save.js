// Hands a file to the reader, and takes one.

/**
 * @param {string} name
 * @param {Blob} blob
 */
export function save(name, blob) {
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
export const saveText = (name, text, type) => save(name, new Blob([text], { type }));

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
