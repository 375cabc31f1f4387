// What a worker of a browser has, for a worker of the site in a thread of node.

import { parentPort, workerData } from "node:worker_threads";

Object.assign(globalThis, {
  self: globalThis,
  postMessage: (message) => parentPort.postMessage(message),
  addEventListener: (name, listener) => parentPort.on(name, (data) => listener({ data })),
});
await import(workerData);
