import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node"

/** The tag of tests that `npm test` leaves to `npm run test:full`. */
export const tags = [{ name: "full", description: "runs in npm run test:full alone" }]

/**
 * Makes a vitest sequencer.
 * @param long What the path of a test file matches that takes or waits long. It goes first: no worker is left alone with
 *   it at the end.
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
