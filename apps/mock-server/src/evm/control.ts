import type { Hono } from "hono"
import * as z from "zod/mini"
import { decodePart, parseJsonBody } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { parseNetwork } from "../http/parseNetwork.ts"
import { readBody } from "../http/readBody.ts"
import type { Worlds } from "../world/Worlds.ts"
import { fetchChainHead } from "./ChainHead.ts"
import { servedEvmNetworks } from "./networks.ts"
import { fetchRpcResults } from "./rpcResults.ts"
import { countPendingTransactions } from "./savedChain.ts"

/** Calls in the description of the control API. */
export const evmControlCalls = {
  "POST /control/worlds/:projectId/mining?chainId=":
    "`{ auto: false }` pauses mining on an EVM chain until `{ mine }` a number of blocks or `{ auto: true }`; pending transactions can be replaced with a higher fee. The setting lasts as long as the world. Returns the number of pending transactions and the latest block.",
}

const Mining = z.strictObject({
  auto: z.optional(z.boolean()),
  mine: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
})

/** Adds the calls behind the guard of the control API. */
export const addEvmControl = (app: Hono<Env>, worlds: Worlds): void => {
  app.post("/control/worlds/:projectId/mining", async (c) => {
    const { auto, mine } = decodePart("body", Mining, parseJsonBody(await readBody(c)))
    const network = parseNetwork(c.req.query("chainId") ?? "", servedEvmNetworks)
    const chain = await worlds.open(c.req.param("projectId"), null).chain(network)
    // Sequential: a chain dates the block of each call by the clock of its world.
    if (auto !== undefined) await fetchRpcResults(chain, [["evm_setAutomine", auto]])
    for (let block = 0; block < (mine ?? 0); block += 1) await fetchRpcResults(chain, [["evm_mine"]])
    const { pending, queued } = await countPendingTransactions(chain)
    const { hash, number } = await fetchChainHead(chain)
    return c.json({ auto: chain.mining(), waiting: pending + queued, block: { number, hash } })
  })
}
