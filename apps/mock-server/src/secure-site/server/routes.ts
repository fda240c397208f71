import { isLoopbackUrl } from "@wmodal/protocol"
import { type Context, Hono, type MiddlewareHandler } from "hono"
import type { Sleep } from "../../faults/applyFault.ts"
import { parseJsonBody } from "../../http/decodePart.ts"
import type { Env } from "../../http/Env.ts"
import { makeEventStream } from "../../http/eventStream.ts"
import { getForeignPage } from "../../http/getForeignPage.ts"
import { RequestError, toErrorResponse } from "../../http/RequestError.ts"
import { getWorld, withWorldLog } from "../../http/withWorldLog.ts"
import { getServerUrls } from "../../phone/getServerUrls.ts"
import type { World } from "../../world/World.ts"
import type { Worlds } from "../../world/Worlds.ts"
import { addFramePages } from "../frame/routes.ts"
import { type SiteCall, terminalHeader } from "../siteCalls.ts"
import type { Site } from "./Site.ts"
import { SiteRejection } from "./SiteRejection.ts"
import { type SiteCallContext, siteCallHandlers } from "./siteCallHandlers.ts"

export interface SecureSiteOptions {
  readonly worlds: Worlds
  readonly siteOf: (world: World) => Site
  readonly sleep: Sleep
  /** Aborted when the server closes. */
  readonly closing: AbortSignal
  /** Called with each unforeseen error. */
  readonly unforeseen: (error: Error) => void
}

/** The logged parameters of a page's address. The others are secrets. */
const loggedQueryNames = ["projectId", "chainId", "version", "enableLogger"]

/** Creates the secure site on an origin of its own: its pages and their endpoints. */
export const makeSecureSite = ({
  worlds,
  siteOf,
  sleep,
  closing,
  unforeseen,
}: SecureSiteOptions): Hono<Env> => {
  const app = new Hono<Env>()
  app.onError((error, c) => toSiteErrorResponse(error, c, unforeseen))
  app.use(requireOwnHost)
  app.use("/w/*", requireOwnOrigin)
  app.get("/w/:world/frame/events", (c) => {
    const world = worlds.open(c.req.param("world"), getForeignPage(c.req.raw.headers, c.req.url))
    return c.body(makeEventStream({ ...siteOf(world).frames, ended: world.ended }), 200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
    })
  })
  const told = {
    query: (query: Readonly<Record<string, string>>) =>
      Object.fromEntries(Object.entries(query).filter(([name]) => loggedQueryNames.includes(name))),
    // Bodies contain emails, codes, tokens and signed data.
    body: () => "",
  }
  const observed = withWorldLog({ worlds, sleep, closing, told })
  app.use("/w/:world/*", observed)
  app.post("/w/:world/wallet/:name", async (c) => {
    const name = c.req.param("name")
    const world = getWorld(c)
    const site = siteOf(world)
    const asked: SiteCallContext = {
      site,
      projectId: world.projectId,
      origin: new URL(c.req.url).origin,
      isTerminal: c.req.header("origin") === undefined,
      peer: c.env?.incoming?.socket.remoteAddress ?? null,
      signal: AbortSignal.any([c.req.raw.signal, closing, world.ended]),
      waits: () => c.get("unanswered")?.(),
    }
    const [, token = ""] = /^Bearer (\S+)$/.exec(c.req.header("authorization") ?? "") ?? []
    const found = site.sessions.find(token)
    // A terminal's session is of no use to a page, and the reverse.
    const isOwn = found !== undefined && (found.requester.origin === null) === asked.isTerminal
    const session = isOwn ? found : null
    const body = parseJsonBody(c.get("body"))
    if (!isSiteCall(name)) throw new SiteRejection({ status: 404, message: "No such call." })
    return c.json(await siteCallHandlers[name](body, asked, session), 200, noStore)
  })
  app.all("/w/*", (c) => c.notFound())
  app.use(observed)
  addFramePages(app)
  app.notFound((c) => c.json({ message: "No such page." }, 404))
  return app
}

const isSiteCall = (name: string): name is SiteCall => Object.hasOwn(siteCallHandlers, name)

/**
 * Accepts this machine's names and the address that it was reached at. Under any other host, a page of that name could
 * send requests as this site, and links in emails would lead there.
 */
const requireOwnHost: MiddlewareHandler<Env> = async (c, next) => {
  if (!isLoopbackUrl(c.req.url) && new URL(c.req.url).host !== new URL(getServerUrls(c).http).host)
    throw new SiteRejection({ status: 421, message: "Unknown host name." })
  await next()
}

/**
 * Rejects requests of other origins, which browsers always declare in a POST. A client without a browser must declare
 * itself instead, so that a missing origin is never an accident.
 */
const requireOwnOrigin: MiddlewareHandler<Env> = async (c, next) => {
  const page = c.req.header("origin")
  const isOwn =
    page === undefined
      ? c.req.method === "GET" || c.req.header(terminalHeader.name) === terminalHeader.value
      : page === new URL(c.req.url).origin
  if (!isOwn) throw new SiteRejection({ status: 403, message: "Only pages of this site may call this." })
  await next()
}

const noStore = { "cache-control": "no-store", "x-content-type-options": "nosniff" }

/** Converts an error to a response. Rejections contain a text for the requester; unforeseen errors contain none. */
const toSiteErrorResponse = (error: Error, c: Context<Env>, unforeseen: (error: Error) => void): Response => {
  if (error instanceof SiteRejection) {
    const { status, message, code } = error
    return c.json({ message, ...(code !== undefined && { code }) }, status, noStore)
  }
  if (error instanceof RequestError) return c.json({ message: error.description }, error.status, noStore)
  const { status } = toErrorResponse(error, c)
  if (status !== 500) return c.json({ message: error.message }, 503, noStore)
  unforeseen(error)
  return c.json({ message: "Something went wrong" }, 500, noStore)
}
