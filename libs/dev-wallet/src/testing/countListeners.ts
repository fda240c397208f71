import type { Eip1193Provider } from "@wmodal/chains/evm"

/** Wraps a provider and counts its listeners, so that a test can detect leaks. */
export const countListeners = (provider: Eip1193Provider) => {
  const standing: (readonly [string, unknown])[] = []
  const counted: Eip1193Provider = {
    request: (request) => provider.request(request),
    on: (event, listener) => {
      standing.push([event, listener])
      return provider.on?.(event, listener)
    },
    removeListener: (event, listener) => {
      const at = standing.findIndex(([name, other]) => name === event && other === listener)
      if (at >= 0) standing.splice(at, 1)
      return provider.removeListener?.(event, listener)
    },
  }
  return { provider: counted, listeners: () => standing.length }
}
