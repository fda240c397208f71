/** What Node's streams need of `process`: under a name of its own, so that the page and the modal see none. */
globalThis.walletProcess = {
  env: {},
  nextTick: (callback, ...values) => queueMicrotask(() => callback(...values)),
}
