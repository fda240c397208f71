/** Measures the time of `wmodal --help` over an empty Node process: medians of 15 alternating runs. */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

const built = fileURLToPath(new URL("../dist/wmodal.js", import.meta.url))
const timed = (args) => {
  const start = performance.now()
  const { status } = spawnSync(process.execPath, args, { stdio: "ignore" })
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}`)
  return performance.now() - start
}
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

const rounds = Array.from({ length: 15 }, () => ({ bare: timed(["-e", ""]), help: timed([built, "--help"]) }))
const [bare, help] = [median(rounds.map((r) => r.bare)), median(rounds.map((r) => r.help))]
console.log(`bare node: ${bare.toFixed(0)} ms`)
console.log(
  `wmodal --help: ${help.toFixed(0)} ms, ${(help - bare).toFixed(0)} ms more, ratio ${(help / bare).toFixed(2)}`,
)
