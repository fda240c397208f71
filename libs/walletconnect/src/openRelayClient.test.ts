import { expect, it } from "vitest"
import { getLogLevel } from "./openRelayClient.ts"

it("returns the log level error in a browser, and silent in Node", () => {
  expect([getLogLevel({}), getLogLevel(globalThis)]).toEqual(["error", "silent"])
})
