import type { Page } from "playwright-core"

const getMember = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined

const callMethod = (of: unknown, name: string, ...given: readonly unknown[]): unknown => {
  const method = getMember(of, name)
  return typeof method === "function" ? Reflect.apply(method, of, given) : undefined
}

/** Milliseconds between looks for an element, the last one for as long as it takes. */
const pollIntervalsMs = [20, 50]

/**
 * Makes Playwright look for an element again every 50 ms. Of itself it waits for 500 ms after the fifth look, which was a
 * quarter of the time that the stories took, and it has no option for that: so this reaches into the pinned version.
 * Throws when that is built in another way.
 */
export const pollElementsOften = (page: Page): void => {
  const connection = getMember(page, "_connection")
  const frame = callMethod(callMethod(connection, "toImpl", page), "mainFrame")
  const prototype = typeof frame === "object" && frame !== null ? Object.getPrototypeOf(frame) : undefined
  const retry = getMember(prototype, "retryWithProgressAndTimeouts")
  if (
    typeof retry !== "function" ||
    typeof getMember(prototype, "retryWithProgressAndBackoff") !== "function"
  )
    throw new Error("This version of playwright-core retries in another way. See lookOften.")
  Reflect.set(
    prototype,
    "retryWithProgressAndBackoff",
    function (this: unknown, progress: unknown, action: unknown) {
      return Reflect.apply(retry, this, [progress, pollIntervalsMs, action])
    },
  )
}
