import { quantile, timed } from "../figures.ts"
import { type BenchClient, viemClient, wmodalClient } from "./clients.ts"
import type { Nodes } from "./Nodes.ts"

const early = 5
const later = 200

/** Reads one after the other: the slowest of the first ones, and the p95 of those after them. */
const readOn = async (client: BenchClient) => {
  const times: number[] = []
  for (let at = 0; at < early + later; at += 1) times.push((await timed(() => client.call(at))).ms)
  await client.end()
  return { slowest: Math.max(...times.slice(0, early)), p95: quantile(times.slice(early), 0.95) }
}

/** Duration of reads when the first of two hosts responds, and when it accepts every request without a response. */
export const compareHung = async ({ urls, tell }: Nodes) => {
  const chosen = urls.slice(0, 2)
  console.log(`Reads when the first of two hosts hangs, p95 of ${later} after the first ${early}`)
  const healthy = { wmodal: await readOn(wmodalClient(chosen)), viem: await readOn(viemClient(chosen)) }
  await tell([{ _tag: "Hang" }])
  const hung = await readOn(wmodalClient(chosen))
  // Ten seconds a call, and no fewer later: those at once are enough of it.
  const viem = viemClient(chosen)
  const times = await Promise.all(
    Array.from({ length: early }, async (_, at) => (await timed(() => viem.call(at))).ms),
  )
  await tell([])
  const { p95, slowest } = hung
  console.log(`  wmodal ${p95.toFixed(1)} ms, ${healthy.wmodal.p95.toFixed(1)} ms when it answers`)
  console.log(`  wmodal ${(p95 - healthy.wmodal.p95).toFixed(1)} ms more (400 at most)`)
  console.log(`  wmodal, slowest of the first ${early}: ${slowest.toFixed(0)} ms`)
  console.log(
    `  viem ${quantile(times, 0.95).toFixed(1)} ms (${early} reads), ${healthy.viem.p95.toFixed(1)} ms when it answers`,
  )
}
