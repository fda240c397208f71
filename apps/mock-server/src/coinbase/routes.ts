import type { Context, Hono } from "hono"
import { decodePart, parseJsonBody } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { RequestError } from "../http/RequestError.ts"
import { readBody } from "../http/readBody.ts"
import { getServerUrls } from "../phone/getServerUrls.ts"
import type { FetchHandler } from "../phone/wallet/WorldNodes.ts"
import { perWorld } from "../world/perWorld.ts"
import type { Worlds } from "../world/Worlds.ts"
import type { CoinbaseWallet } from "./CoinbaseWallet.ts"
import { renderCoinbasePage } from "./page/html.ts"
import { coinbaseStyle } from "./page/style.ts"

const getCoinbaseSlot = perWorld((): { made?: Promise<CoinbaseWallet> } => ({}))

const headers = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  "x-content-type-options": "nosniff",
}

/**
 * Adds what Coinbase Wallet's pop-up is in each world: a page that speaks the messages of `@coinbase/wallet-sdk` with the
 * page that has opened it, over a real account. It is not an endpoint of the world: it has no faults and is not logged.
 */
export const addCoinbaseRoutes = (
  app: Hono<Env>,
  { ask, worlds }: { readonly worlds: Worlds; readonly ask: FetchHandler },
): void => {
  const open = (c: Context<Env>): Promise<CoinbaseWallet> => {
    const { projectId } = worlds.open(c.req.param("projectId") ?? "", null)
    const slot = getCoinbaseSlot(worlds.open(projectId, null))
    const { http: blockchain } = getServerUrls(c)
    slot.made ??= import("./CoinbaseWallet.ts").then(({ makeCoinbaseWallet }) =>
      makeCoinbaseWallet({ projectId, ask, blockchain }),
    )
    return slot.made
  }

  app.post("/control/worlds/:projectId/coinbase", async (c) => {
    const wallet = await open(c)
    const { CoinbaseCall } = await import("./CoinbaseWallet.ts")
    return c.json(await wallet.perform(decodePart("body", CoinbaseCall, parseJsonBody(await readBody(c)))))
  })

  app.get("/w/:world/coinbase/connect", (c) => c.html(renderCoinbasePage(), 200, headers))
  app.get("/w/:world/coinbase/style.css", (c) =>
    c.body(coinbaseStyle, 200, { ...headers, "content-type": "text/css; charset=utf-8" }),
  )
  app.get("/w/:world/coinbase/:file", async (c) => {
    const { scripts } = await import("./page/generated/scripts.ts")
    const text = scripts.get(c.req.param("file"))
    if (text === undefined)
      throw new RequestError({ status: 404, field: "path", description: "No such file" })
    return c.body(text, 200, { ...headers, "content-type": "text/javascript; charset=utf-8" })
  })
}
