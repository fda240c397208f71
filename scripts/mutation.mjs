import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ensureReady, root } from "./ensure.mjs"
import { mutants, testsOf } from "./mutation/mutants.mjs"

/**
 * Breaks each rule of docs/warnings.md in each of its places, one at a time, and runs the tests of that chain: one of
 * them has to fail. Prints its title, and exits 1 for a mutant that survives or whose text is gone. Words select the
 * mutants whose rule, chain or file has one of them: `npm run mutation -- fee Bitcoin`.
 */
await ensureReady()
const words = process.argv.slice(2).map((word) => word.toLowerCase())
const reports = mkdtempSync(join(tmpdir(), "wmodal-mutation-"))
const selected = [...mutants.entries()].filter(
  ([, { chain, file, place, rule }]) =>
    words.length === 0 ||
    words.some((word) => `${rule} ${chain} ${place} ${file}`.toLowerCase().includes(word)),
)

const notLoaded = "a file that does not load"

/** Returns the test that a mutant fails; `null` if it survives. */
const findFailure = (at, mutant) =>
  new Promise((resolve) => {
    const report = join(reports, `${at}.json`)
    const child = spawn(
      process.execPath,
      [
        join(root, "node_modules/vitest/vitest.mjs"),
        "run",
        ...testsOf(mutant),
        "--config=scripts/mutation/vitest.config.mjs",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      { cwd: root, env: { ...process.env, WMODAL_MUTANT: JSON.stringify(mutant) }, stdio: "ignore" },
    )
    child.on("close", (code) => {
      if (code === 0) return resolve(null)
      const { testResults } = JSON.parse(readFileSync(report, "utf8"))
      const failed = testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .find(({ status }) => status === "failed")
      resolve(failed?.fullName ?? notLoaded)
    })
  })

let faults = 0
const waiting = [...selected]
const runNext = async () => {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [at, mutant] = next
    const { chain, file, from, place, rule } = mutant
    const parts = readFileSync(join(root, "libs/chains/src", file), "utf8").split(from).length - 1
    const failure = parts === 1 ? await findFailure(at, mutant) : null
    const said =
      parts !== 1
        ? `STALE: its text is there ${parts} times: ${from}`
        : (failure ?? `SURVIVED: ${from} → ${mutant.to}`)
    const isHeld = failure !== null && failure !== notLoaded
    if (!isHeld) faults += 1
    console.log(`${isHeld ? "ok  " : "FAIL"} ${rule}, ${chain}, ${place} (${file}): ${said}`)
  }
}
await Promise.all([runNext(), runNext()])
rmSync(reports, { recursive: true, force: true })
console.log(`${selected.length} mutants, ${faults} without a test that fails`)
process.exitCode = faults === 0 ? 0 : 1
