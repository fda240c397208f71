import type { Hono } from "hono"
import * as z from "zod/mini"
import { decodePart, parseJsonBody } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { RequestError } from "../http/RequestError.ts"
import { readBody } from "../http/readBody.ts"
import type { Worlds } from "../world/Worlds.ts"
import { bitcoinNetworks } from "./bitcoinNetworks.ts"
import type { Ledger } from "./ledger/Ledger.ts"
import { getTip } from "./ledger/LedgerState.ts"

const mainnetId = "bip122:000000000019d6689c085ae165831e93"

/** Calls in the description of the control API. */
export const bitcoinControlCalls = {
  "POST /control/worlds/:projectId/bitcoin/mine?chainId=":
    "Mines `{ blocks }`, one by default; the first contains the whole mempool. Default chain: mainnet.",
  "POST /control/worlds/:projectId/bitcoin/drop?chainId=":
    "Drops `{ txid }` and its descendants from the mempool.",
  "POST /control/worlds/:projectId/bitcoin/patience?chainId=":
    "Sets `{ seconds }` of the world's clock until the mempool is mined automatically; `null`: never.",
}

const MineBody = z.optional(
  z.strictObject({ blocks: z.optional(z.int().check(z.minimum(1), z.maximum(1000))) }),
)
const DropBody = z.strictObject({ txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })
const PatienceBody = z.strictObject({ seconds: z.nullable(z.int().check(z.minimum(0))) })

/** Adds the calls behind the guard of the control API. */
export const addBitcoinControl = (app: Hono<Env>, worlds: Worlds): void => {
  const ledger = async (projectId: string, chainId = mainnetId): Promise<Ledger> => {
    const network = bitcoinNetworks.get(chainId)
    if (network === undefined)
      throw new RequestError({
        status: 400,
        field: "chainId",
        description: "Unknown Bitcoin network",
      })
    const { getLedger } = await import("./ledger/Ledger.ts")
    return getLedger(worlds.open(projectId, null), network)
  }

  app.post("/control/worlds/:projectId/bitcoin/mine", async (c) => {
    const change = decodePart("body", MineBody, parseJsonBody(await readBody(c)))
    const { mine, state } = await ledger(c.req.param("projectId"), c.req.query("chainId"))
    mine(change?.blocks ?? 1)
    const { hash, height } = getTip(state)
    return c.json({ hash, height })
  })

  app.post("/control/worlds/:projectId/bitcoin/drop", async (c) => {
    const { txid } = decodePart("body", DropBody, parseJsonBody(await readBody(c)))
    const { drop } = await ledger(c.req.param("projectId"), c.req.query("chainId"))
    return c.json({ dropped: drop(txid) })
  })

  app.post("/control/worlds/:projectId/bitcoin/patience", async (c) => {
    const { seconds } = decodePart("body", PatienceBody, parseJsonBody(await readBody(c)))
    const { setBlockDelay } = await ledger(c.req.param("projectId"), c.req.query("chainId"))
    setBlockDelay(seconds)
    return c.json({ seconds })
  })
}
