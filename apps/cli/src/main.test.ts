import { expect, it } from "vitest"
import { makeTemporaryFolder } from "./testing/makeTemporaryFolder.ts"
import { promptExitMs, runProcess } from "./testing/runProcess.ts"

/** As a relay's client that found no relay leaves one for each of its subscriptions. */
const leftTimer = "data:text/javascript,setTimeout(() => {}, 60_000)"

it("ends soon after its result although a library has left a timer of a minute", {
  timeout: 60_000,
}, async () => {
  const running = runProcess(makeTemporaryFolder(), ["networks", "--project-id", "p"], [leftTimer])
  running.child.stdout.resume()
  const { code, ms } = await running.ended(performance.now())
  expect([await running.stderr, code]).toEqual(["", 0])
  expect(ms).toBeLessThan(2 * promptExitMs)
})
