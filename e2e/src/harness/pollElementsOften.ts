import type { Page } from "playwright-core"

const getMember = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined

const callMethod = (of: unknown, name: string, ...given: readonly unknown[]): unknown => {
  const method = getMember(of, name)
  return typeof method === "function" ? Reflect.apply(method, of, given) : undefined
}

/** Milliseconds between queries for an element; the last value repeats. */
const pollIntervalsMs = [20, 50]

/**
 * Makes Playwright query for an element every 50 ms. By default it waits for 500 ms after the fifth query, which took
 * a quarter of the test time, and it has no option for that: this patches the pinned version.
 * Throws when the internals differ.
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
