import { mergeConfig } from "vitest/config"
import { BaseSequencer } from "vitest/node"
import config from "../../vitest.config.ts"
import { testsOf } from "./mutants.mjs"

const mutant = JSON.parse(process.env.WMODAL_MUTANT)

const isBroken = (id) => id.split("?")[0].endsWith(`/libs/chains/src/${mutant.file}`)

/** Breaks one rule in the sources as they load. No file changes. */
const breakRule = {
  name: "break-rule",
  enforce: "pre",
  // Vitest keeps what it has transformed.
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (isBroken(id) ? JSON.stringify(mutant) : undefined)),
  transform: (code, id) => (isBroken(id) ? code.replace(mutant.from, () => mutant.to) : null),
}

/** Runs the tests in the order of `testsOf`: the quickest that know most first. */
class InOrder extends BaseSequencer {
  sort(files) {
    const place = ({ moduleId }) => testsOf(mutant).findIndex((part) => moduleId.includes(part))
    return files.toSorted((one, other) => place(one) - place(other))
  }
}

export default mergeConfig(config, {
  plugins: [breakRule],
  test: {
    bail: 1,
    maxWorkers: 1,
    sequence: { sequencer: InOrder },
    // A record is made anew where a change is meant, so it proves no rule.
    exclude: ["**/*Record.test.ts"],
  },
})
