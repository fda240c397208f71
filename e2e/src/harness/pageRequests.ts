import type { Page } from "playwright-core"

/** Sends a request of the page to the wallet. @returns the result, or code and text of the error. */
export const requestOnPage = (
  page: Page,
  request: { readonly method: string; readonly params?: unknown },
): Promise<string> =>
  page.evaluate(async (asked) => {
    const provider = globalThis.modals[0]?.getProvider("eip155")
    if (
      typeof provider !== "object" ||
      provider === null ||
      !("request" in provider) ||
      typeof provider.request !== "function"
    )
      return "no provider"
    try {
      return `${await provider.request(asked)}`
    } catch (thrown) {
      if (typeof thrown !== "object" || thrown === null) return "thrown"
      const { code, message } = { code: 0, message: "", ...thrown }
      return `${code} ${message || String(thrown)}`
    }
  }, request)
