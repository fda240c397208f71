import { median, timed } from "../figures.ts"
import { answerTo, viemClient, wmodalClient } from "./clients.ts"
import type { Nodes } from "./Nodes.ts"

const calls = 10_000
const warmUp = 4
const rounds = 11
const numbers = Array.from({ length: calls }, (_, at) => at)

const run = async (all: () => Promise<readonly string[]>) => {
  const { ms, value } = await timed(all)
  if (value.some((answer, at) => answer !== answerTo(at))) throw new Error("A call got the answer of another")
  return ms
}

/** 10,000 `eth_call` at once, in bodies of 1000: each way in turn, and the medians compared. */
export const compareThroughput = async ({ urls, tell }: Nodes) => {
  const wmodal = wmodalClient(urls.slice(0, 1))
  const viem = viemClient(urls.slice(0, 1))
  const ways = [
    { name: "viem", all: () => viem.callAll(numbers), times: new Array<number>() },
    { name: "wmodal", all: () => wmodal.callAll(numbers), times: new Array<number>() },
    {
      name: "wmodal, a promise for each",
      all: () => Promise.all(numbers.map(wmodal.call)),
      times: new Array<number>(),
    },
  ]
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const { all, times } of ways) times.push(await run(all))
  }
  const bodies = (await tell([])) / ways.length / (warmUp + rounds)
  await wmodal.end()
  console.log(`${calls} eth_call through batching, medians of ${rounds}, ${bodies} bodies each time`)
  const medians = ways.map(({ times }) => median(times.slice(warmUp)))
  for (const [at, { name }] of ways.entries()) {
    const ms = medians[at] ?? Number.NaN
    const ratio =
      at === 0 ? "" : `, throughput ${((medians[0] ?? 0) / ms).toFixed(2)} of viem's (1.2 or more)`
    console.log(`  ${name}: ${ms.toFixed(0)} ms, ${((calls / ms) * 1000).toFixed(0)} calls a second${ratio}`)
  }
}
