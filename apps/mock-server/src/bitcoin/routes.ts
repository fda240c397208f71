import type { Context, Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { Failed } from "../http/Failed.ts"
import { worldOf } from "../http/observe.ts"
import { bitcoinNetworks } from "./bitcoinNetworks.ts"
import { type Ledger, ledgerOf } from "./ledger/Ledger.ts"
import { addressRoutes } from "./rest/addressRoutes.ts"
import { blockRoutes } from "./rest/blockRoutes.ts"
import { Refusal } from "./rest/Refusal.ts"
import { type RestAnswer, type RestRoutes, text } from "./rest/RestRoutes.ts"
import { transactionRoutes } from "./rest/transactionRoutes.ts"
import { Rejected } from "./transaction/Rejected.ts"

/** Below it is what a network's `rpcUrls` would have below `https://mempool.space/api`. */
const base = "/bitcoin/:reference/api"

/** The nodes of Bitcoin, which speak REST as mempool.space does. */
export const addBitcoinRoutes = (app: Hono<Env>): void => {
  const routes: RestRoutes = { ...blockRoutes, ...addressRoutes, ...transactionRoutes }
  for (const [path, answer] of Object.entries(routes))
    app.get(`${base}${path}`, (c) =>
      respond(c, (ledger) =>
        answer({ ledger, param: (name) => c.req.param(name) ?? "", query: (name) => c.req.query(name) }),
      ),
    )
  app.post(`${base}/tx`, (c) => respond(c, (ledger) => text(broadcast(ledger, c.get("body")))))
  app.all(`${base}/*`, (c) =>
    respond(c, () => {
      throw new Refusal({ status: 404, text: `endpoint does not exist ${JSON.stringify(c.req.path)}` })
    }),
  )
}

const respond = (c: Context<Env>, answer: (ledger: Ledger) => RestAnswer): Response => {
  const world = worldOf(c)
  const network = bitcoinNetworks.get(`bip122:${c.req.param("reference") ?? ""}`)
  if (network === undefined)
    throw new Failed({ status: 400, field: "chainId", description: "We have no such network of Bitcoin" })
  c.header("cache-control", "no-store")
  try {
    const { contentType, body } = answer(ledgerOf(world, network))
    return c.body(body, 200, { "content-type": contentType })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return c.text(error.text, error.status)
  }
}

/** @throws Refusal */
const broadcast = (ledger: Ledger, hex: string): string => {
  try {
    return ledger.send(hex.trim())
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    const { code, message } = error
    throw new Refusal({
      status: 400,
      text: `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}`,
    })
  }
}
