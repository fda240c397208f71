import { ProviderError } from "./ProviderError.ts"

/** Loads code that a request needs. Rejects with a `ProviderError`, before the wallet is asked, if it cannot be loaded. */
export const loadForRequest = <A>(load: () => Promise<A>): Promise<A> =>
  load().catch(() => {
    throw new ProviderError(
      4900,
      "The request could not be shown, so the wallet was not asked. Reload the page.",
    )
  })
