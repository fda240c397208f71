/** Runs a callback once the page has loaded and the browser has nothing else to do. */
export const whenIdle = (run: () => void): void => {
  if (document.readyState !== "complete") addEventListener("load", () => whenIdle(run), { once: true })
  // Safari has no idle callbacks.
  else if (typeof requestIdleCallback === "function") requestIdleCallback(run)
  else setTimeout(run, 200)
}

/** The Network Information API, which only Chromium has. */
interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** Returns true when the user saves data, or the connection is slower than 4G. */
export const isConnectionSaving = (
  { connection }: { readonly connection?: Connection } = navigator as Navigator & {
    readonly connection?: Connection
  },
): boolean => connection?.saveData === true || /[23]g/.test(connection?.effectiveType ?? "")
