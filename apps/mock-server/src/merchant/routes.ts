import { isValidAddress } from "@wmodal/protocol"
import type { Context, Hono } from "hono"
import * as z from "zod/mini"
import { decodePart, parseJsonBody } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { parseNetwork } from "../http/parseNetwork.ts"
import { getWorld } from "../http/withWorldLog.ts"
import { getSolanaChain, servedSolanaNetworks } from "../solana/solanaChains.ts"
import type { OrderKind } from "./orderTransaction.ts"

const Order = z.object({
  account: z.string().check(z.refine((text) => isValidAddress("solana", text), "not an account")),
})

/** Orders whose server answers with a transaction. */
const kinds: Readonly<Record<string, OrderKind>> = {
  coffee: "paid",
  gift: "signed",
  old: "expired",
  forged: "forged",
  all: "emptied",
  drain: "drained",
  foreign: "foreign",
}

const path = "/merchant/:reference/:order"

/**
 * The server of a merchant, which payment links name: `solana:<url>/w/<world>/merchant/<reference>/<order>`. The order
 * chooses how it behaves. Source: Solana Pay, transaction requests.
 */
export const addMerchantRoutes = (app: Hono<Env>): void => {
  app.get(path, (c) => {
    const { order } = c.req.param()
    if (order === "moved") return c.redirect("https://elsewhere.example/pay", 307)
    if (order === "unnamed") return c.json({ icon: "https://merchant.example/icon.svg" })
    return c.json({ label: "Hillside Coffee", icon: new URL("/merchant/icon.svg", c.req.url).href })
  })

  app.post(path, async (c) => {
    const { order } = c.req.param()
    const { account } = decodePart("body", Order, parseJsonBody(c.get("body")))
    switch (order) {
      case "sold-out":
        return c.json({ code: "SP_RESOURCE_NOT_FOUND", message: "The last one was sold." }, 404)
      case "away":
        return c.text("Service unavailable", 503)
      case "sent-on":
        return c.redirect("https://elsewhere.example/pay", 308)
      case "huge":
        return c.json({ message: "x".repeat(1_000_000), transaction: "" })
      case "page":
        return c.html("<h1>Hillside Coffee</h1>")
      case "empty":
        return c.json({ message: "One coffee" })
      case "garbage":
        return c.json({ transaction: "AAAA" })
    }
    const kind = Object.hasOwn(kinds, order) ? kinds[order] : undefined
    if (kind === undefined) return c.json({ message: `No such order: ${order.slice(0, 40)}` }, 404)
    return c.json({ message: "One coffee, thank you", transaction: await makeOrder(c, kind, account) })
  })
}

const makeOrder = async (c: Context<Env>, kind: OrderKind, customer: string): Promise<string> => {
  const network = parseNetwork(`solana:${c.req.param("reference")}`, servedSolanaNetworks)
  const world = getWorld(c)
  const chain = await getSolanaChain(world, network)
  const { makeOrderTransaction } = await import("./orderTransaction.ts")
  return makeOrderTransaction(chain, kind, customer, world.random("merchant").bytes(32))
}
