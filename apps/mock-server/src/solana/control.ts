import type { Hono } from "hono"
import * as z from "zod/mini"
import { decodePart, parseJsonBody } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { parseNetwork } from "../http/parseNetwork.ts"
import { readBody } from "../http/readBody.ts"
import type { Worlds } from "../world/Worlds.ts"
import { getSolanaChain, servedSolanaNetworks } from "./solanaChains.ts"

/** Calls in the description of the control API. */
export const solanaControlCalls = {
  "POST /control/worlds/:projectId/solana/mining?chainId=":
    "`{ auto: false }` keeps transactions pending until `{ auto: true }` or `{ mine }` a number of blocks. `{ pass }` mines a number of blocks without them; transactions older than 150 blocks expire.",
}

const blocks = z.optional(z.int().check(z.minimum(1), z.maximum(100_000)))
const Mining = z.strictObject({ auto: z.optional(z.boolean()), mine: blocks, pass: blocks })

/** Adds the calls behind the guard of the control API. */
export const addSolanaControl = (app: Hono<Env>, worlds: Worlds): void => {
  app.post("/control/worlds/:projectId/solana/mining", async (c) => {
    const { auto, mine = 0, pass = 0 } = decodePart("body", Mining, parseJsonBody(await readBody(c)))
    const network = parseNetwork(c.req.query("chainId") ?? "", servedSolanaNetworks)
    const chain = await getSolanaChain(worlds.open(c.req.param("projectId"), null), network)
    if (pass > 0) chain.advance(pass)
    if (auto !== undefined) chain.setMiningHeld(!auto)
    if (mine > 0) chain.mine(mine)
    const { height, slot, blockhash } = chain.head()
    return c.json({ block: { height, slot, blockhash } })
  })
}
