import { defineConfig } from "vitest/config"
import { longestFirst, tags } from "../scripts/tiers.ts"
import { elementTimeoutMs } from "./src/harness/elementTimeout.ts"

const longestSpecs =
  /stories\/(start|played|every|swap|send|signIn\.|terminalS|terminal\.|terminalW|walletConnect)/

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["src/**/*.spec.ts"],
    environment: "node",
    globalSetup: ["globalSetup.ts"],
    tags,
    // Files share a worker's browser and mock server; each test has its own origin and world.
    isolate: false,
    // One more than the cores of a small machine: a browser waits now and then.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(longestSpecs) },
    // Limits end what hangs, also where every core is busy with something else: tests assert no speed. Playwright's own
    // limit is the same.
    expect: { poll: { timeout: elementTimeoutMs, interval: 100 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: 0,
  },
})
