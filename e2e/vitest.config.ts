import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** What takes longest, by the beginning of its name: it goes first, so that no worker is alone with it at the end. */
const longest = /stories\/(played|everyView|swap|send|terminalS|terminal\.|faults)/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId)
    // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer, not an array
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ["src/**/*.spec.ts"],
    environment: "node",
    globalSetup: ["globalSetup.ts"],
    // Files share a worker's browser and mock server; each test has its own origin and world.
    isolate: false,
    // One more than the cores of a small machine: a browser waits now and then.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // As long as Playwright waits: one second, vitest's own, is one look on a busy machine.
    expect: { poll: { timeout: 10_000, interval: 100 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: 0,
  },
})
