import type { EngineWindow } from "./Engine.ts"

declare global {
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var probe: ReturnType<typeof makeProbe> | undefined
}

/** Runs first in a page: WebDriver has no log of WebKit's, and no selector that sees into shadow roots. */
const makeProbe = () => {
  const errors: string[] = []
  addEventListener("error", ({ message }) => errors.push(message), true)
  addEventListener("unhandledrejection", ({ reason }) => errors.push(String(reason)))
  const { error } = console
  Object.assign(console, {
    error: (...said: unknown[]) => {
      errors.push(said.map(String).join(" "))
      error.apply(console, said)
    },
  })
  const listElements = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll("*")].flatMap((element) =>
      element.shadowRoot === null ? [element] : [element, ...listElements(element.shadowRoot)],
    )
  return {
    /** What was thrown or logged as an error. */
    errors,
    /** Returns all elements, those of shadow roots included. */
    listElements: () => listElements(document),
  }
}

/** A script that adds the probe to its page. */
export const probeScript = `globalThis.probe = (${makeProbe})();`

/** Returns a page with a probe. */
export const withProbe = (html: string): string =>
  html.replace("<head>", () => `<head><script>${probeScript}</script>`)

/** Returns what a page has thrown and logged as an error. @throws Error for a page without a probe */
export const readErrors = async (window: EngineWindow): Promise<readonly string[]> => {
  const errors = await window.evaluate(() => globalThis.probe?.errors ?? null, null)
  if (errors === null) throw new Error("The page has no probe.")
  return errors
}
