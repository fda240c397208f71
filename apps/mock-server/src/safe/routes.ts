import type { Context, Hono } from "hono"
import { decodePart, parseJsonBody } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { RequestError } from "../http/RequestError.ts"
import { readBody } from "../http/readBody.ts"
import { getServerUrls } from "../phone/getServerUrls.ts"
import type { FetchHandler } from "../phone/wallet/WorldNodes.ts"
import { perWorld } from "../world/perWorld.ts"
import type { Worlds } from "../world/Worlds.ts"
import { renderSafePage } from "./page/html.ts"
import { safeStyle } from "./page/style.ts"
import type { SafeWallet } from "./SafeWallet.ts"

const getSafeSlot = perWorld((): { made?: Promise<SafeWallet> } => ({}))

const makeHeaders = (frames: string) => ({
  "cache-control": "no-store",
  "content-security-policy": `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src ${frames}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  "x-content-type-options": "nosniff",
})

/**
 * Adds the Safe of each world: a page that embeds a dApp, named by `?app=`, and speaks the Safe Apps SDK's messages with
 * it, over a real account. It is not an endpoint of the world: it has no faults and is not logged.
 */
export const addSafeRoutes = (
  app: Hono<Env>,
  { ask, worlds }: { readonly worlds: Worlds; readonly ask: FetchHandler },
): void => {
  const open = (c: Context<Env>): Promise<SafeWallet> => {
    const { projectId } = worlds.open(c.req.param("projectId") ?? "", null)
    const slot = getSafeSlot(worlds.open(projectId, null))
    const { http: blockchain } = getServerUrls(c)
    slot.made ??= import("./SafeWallet.ts").then(({ makeSafeWallet }) =>
      makeSafeWallet({ projectId, ask, blockchain }),
    )
    return slot.made
  }

  app.post("/control/worlds/:projectId/safe", async (c) => {
    const safe = await open(c)
    const { SafeCall } = await import("./SafeWallet.ts")
    const call = decodePart("body", SafeCall, parseJsonBody(await readBody(c)))
    try {
      return c.json({ data: (await safe.perform(call)) ?? null })
    } catch (error) {
      throw new RequestError({
        status: 400,
        field: "params",
        description: error instanceof Error ? error.message : "It could not be performed",
      })
    }
  })

  app.get("/w/:world/safe", (c) => {
    const dapp = URL.parse(c.req.query("app") ?? "")
    if (dapp === null || !/^https?:$/.test(dapp.protocol))
      throw new RequestError({ status: 400, field: "app", description: "It must be the URL of a dApp" })
    return c.html(renderSafePage(dapp.href), 200, makeHeaders(dapp.origin))
  })
  app.get("/w/:world/safe/style.css", (c) =>
    c.body(safeStyle, 200, { ...makeHeaders("'none'"), "content-type": "text/css; charset=utf-8" }),
  )
  app.get("/w/:world/safe/:file", async (c) => {
    const { scripts } = await import("./page/generated/scripts.ts")
    const text = scripts.get(c.req.param("file"))
    if (text === undefined)
      throw new RequestError({ status: 404, field: "path", description: "No such file" })
    return c.body(text, 200, { ...makeHeaders("'none'"), "content-type": "text/javascript; charset=utf-8" })
  })
}
