import { outcome, timed } from "../figures.ts"
import { type BenchClient, viemClient, wmodalClient } from "./clients.ts"
import type { Nodes } from "./Nodes.ts"

/** One read of a busy host whose `Retry-After` is a date: 2 to 3 s from now, since dates have whole seconds. */
export const compareRetryAfter = async ({ urls, tell }: Nodes) => {
  const chosen = urls.slice(0, 1)
  const measure = async (name: string, client: BenchClient) => {
    const until = Math.ceil(Date.now() / 1000) * 1000 + 2000
    await tell([{ _tag: "Busy", until, says: "date" }])
    const free = until - Date.now()
    const { ms, value } = await timed(() => outcome(client.call(1)))
    const requests = await tell([])
    await client.end()
    console.log(`  ${name} ${requests} requests in ${ms.toFixed(0)} ms, free after ${free} ms: ${value}`)
  }
  console.log("One read of a host that says 429 and, in a date, when to come again")
  await measure("wmodal", wmodalClient(chosen))
  await measure("viem", viemClient(chosen))
}
