import fc from "fast-check"
import { afterAll, expect, vi } from "vitest"

// Test files share their modules. An import that a test leaves in flight would fail when its file ends, and again in
// each later file that imports the module.
afterAll(() => vi.dynamicImportSettled())

// A spy on a fake timer puts it back when it is restored, which the next file's first test does.
const { setTimeout: timer } = globalThis
afterAll(() => {
  vi.restoreAllMocks()
  expect(globalThis.setTimeout, "The file leaves a fake timer to all later files.").toBe(timer)
})

// On a busy machine a process may get no time for the one second that vitest waits.
const { waitFor } = vi
const waitLonger = (callback, options) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: 10_000, ...options })
// The files of a worker share it.
if (waitFor.name !== waitLonger.name) vi.waitFor = waitLonger

// Every property runs on one seed, so that a failure is the same on every machine; `npm run soak` takes
// a hundred times as many runs, and a seed of the day unless WMODAL_SEED names one.
const soak = process.env.WMODAL_SOAK !== undefined
fc.configureGlobal({
  seed: Number(process.env.WMODAL_SEED ?? (soak ? Math.floor(Date.now() / 86_400_000) : 20_261_121)),
  numRuns: soak ? 10_000 : 100,
  ...(soak ? { interruptAfterTimeLimit: 600_000, markInterruptAsFailure: true } : {}),
})
