// What browsers have and node has not, as far as the transports of the page need it: addresses below a server, files, workers
// and streams of events. A test that imports this drives the modules of the page as the page does.

import { readFile } from "node:fs/promises";
import { Worker as Thread } from "node:worker_threads";

/** Where relative addresses lead. */
let base = "";

/** @param {string} url of a server */
export function below(url) {
  base = url;
}

const overNetwork = globalThis.fetch;

/** Reads files, and asks servers. */
globalThis.fetch = async (address, options) => {
  const url = new URL(String(address), base || undefined);
  return url.protocol === "file:" ? new Response(await readFile(url)) : overNetwork(url, options);
};

/** A worker in a thread, which keeps no test from ending. */
globalThis.Worker = class {
  constructor(url) {
    this.thread = new Thread(new URL("thread.mjs", import.meta.url), { workerData: String(url) });
  }

  addEventListener(name, listener) {
    this.thread.on(name, name === "message" ? (data) => listener({ data }) : listener);
    this.thread.unref();
  }

  postMessage(message) {
    this.thread.postMessage(message);
  }

  terminate() {
    void this.thread.terminate();
  }
};

/** A stream of events by HTTP, which does not connect again when it ends. */
globalThis.EventSource = class extends EventTarget {
  constructor(address) {
    super();
    this.ending = new AbortController();
    void this.read(address);
  }

  close() {
    this.ending.abort();
  }

  async read(address) {
    try {
      const response = await fetch(address, { signal: this.ending.signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      let text = "";
      for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
        text += part;
        const blocks = text.split("\n\n");
        text = blocks.pop();
        for (const block of blocks) this.tell(block.split("\n"));
      }
    } catch {
      if (!this.ending.signal.aborted) this.dispatchEvent(new Event("error"));
    }
  }

  tell(lines) {
    const field = (name) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const name = field("event");
    if (name !== undefined && !this.ending.signal.aborted) this.dispatchEvent(new MessageEvent(name, { data: field("data") }));
  }
};
