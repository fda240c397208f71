import type { Context, Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { RequestError } from "../http/RequestError.ts"
import { getWorld } from "../http/withWorldLog.ts"
import { bitcoinNetworks } from "./bitcoinNetworks.ts"

/** The base path. Below it are the paths of `https://mempool.space/api`. */
const base = "/bitcoin/:reference/api"

/** Adds the REST routes of the Bitcoin nodes, in the format of mempool.space. */
export const addBitcoinRoutes = (app: Hono<Env>): void => {
  app.on(["GET", "POST"], [base, `${base}/*`], async (c: Context<Env>) => {
    const world = getWorld(c)
    const network = bitcoinNetworks.get(`bip122:${c.req.param("reference") ?? ""}`)
    if (network === undefined)
      throw new RequestError({
        status: 400,
        field: "chainId",
        description: "Unknown Bitcoin network",
      })
    // The libraries load slowly, so they are imported on the first Bitcoin request.
    const { answerRest } = await import("./rest/answerRest.ts")
    const { status, contentType, body } = answerRest({
      world,
      network,
      method: c.req.method,
      path: /\/bitcoin\/[^/]+\/api(.*)$/.exec(c.req.path)?.[1] ?? "",
      query: (name) => c.req.query(name),
      body: c.get("body"),
    })
    return c.body(body, status, { "content-type": contentType, "cache-control": "no-store" })
  })
}
