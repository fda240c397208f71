import { defineConfig } from "vitest/config"
import { longestFirst, tags } from "../scripts/tiers.ts"

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
    // Playwright's timeout: vitest's own of one second allows one query only on a busy machine.
    expect: { poll: { timeout: 10_000, interval: 100 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: 0,
  },
})
