import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node"

/** The tag of tests that only `npm run test:full` runs. */
export const tags = [{ name: "full", description: "runs in npm run test:full alone" }]

/**
 * Makes a vitest sequencer.
 * @param long Matches the paths of slow test files. They go first, so that no worker runs one alone at the end.
 */
export const longestFirst = (long: RegExp): TestSequencerConstructor =>
  class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)
      // oxlint-disable-next-line unicorn/no-array-sort -- it is the sequencer, not an array
      const sorted = await super.sort(files)
      return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
    }
  }
