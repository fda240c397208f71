import type { Page } from "playwright-core"

const member = (of: unknown, name: string): unknown =>
  typeof of === "object" && of !== null ? Reflect.get(of, name) : undefined

const called = (of: unknown, name: string, ...given: readonly unknown[]): unknown => {
  const method = member(of, name)
  return typeof method === "function" ? Reflect.apply(method, of, given) : undefined
}

/** Milliseconds between looks for an element, the last one for as long as it takes. */
const pauses = [20, 50]

/**
 * Makes Playwright look for an element again every 50 ms. Of itself it waits for 500 ms after the fifth look, which was a
 * quarter of the time that the stories took, and it has no option for that: so this reaches into the pinned version.
 * Throws when that is built in another way.
 */
export const lookOften = (page: Page): void => {
  const connection = member(page, "_connection")
  const frame = called(called(connection, "toImpl", page), "mainFrame")
  const prototype = typeof frame === "object" && frame !== null ? Object.getPrototypeOf(frame) : undefined
  const retry = member(prototype, "retryWithProgressAndTimeouts")
  if (typeof retry !== "function" || typeof member(prototype, "retryWithProgressAndBackoff") !== "function")
    throw new Error("This version of playwright-core retries in another way. See lookOften.")
  Reflect.set(
    prototype,
    "retryWithProgressAndBackoff",
    function (this: unknown, progress: unknown, action: unknown) {
      return Reflect.apply(retry, this, [progress, pauses, action])
    },
  )
}
