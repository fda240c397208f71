import { outcome, timed } from "../figures.ts"
import { type BenchClient, viemClient, wmodalClient } from "./clients.ts"
import { busy, type Nodes } from "./Nodes.ts"

const hosts = 4

/** Requests of one read when every host responds with 429. */
export const compareBusy = async ({ urls, tell }: Nodes) => {
  const chosen = urls.slice(0, hosts)
  const measure = async (name: string, client: BenchClient) => {
    await tell(chosen.map(() => busy))
    const { ms, value } = await timed(() => outcome(client.call(1)))
    const requests = await tell([])
    await client.end()
    console.log(`  ${name} ${requests} requests in ${ms.toFixed(0)} ms: ${value}`)
  }
  console.log(`One read when ${hosts} hosts all answer 429`)
  await measure("wmodal", wmodalClient(chosen))
  await measure("viem", viemClient(chosen))
}
