import { isCaipNetworkId } from "@wmodal/protocol"
import type { Context, Hono } from "hono"
import { getCookie, setCookie } from "hono/cookie"
import * as z from "zod/mini"
import { decodePart, parseJsonBody } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { getWorld } from "../http/withWorldLog.ts"
import { getHostSessions } from "./HostSessions.ts"
import { SignInRefused, verifySignIn } from "./verifySignIn.ts"

const Signed = z.object({ message: z.string(), signature: z.string() })
const VerifyBody = z.extend(Signed, { more: z._default(z.array(Signed).check(z.maxLength(100)), []) })
const SignOutBody = z.object({ address: z.optional(z.string()), chainId: z.optional(z.string()) })

const cookieName = "wmodal-host"

/**
 * The dApp's own server, for sign-in with a signature. A page reaches it on its own origin, through its development
 * server or a proxy. `Secure` is missing from the cookie because this server speaks plain HTTP. At `/host/keys`, the
 * same server supports no smart accounts.
 */
export const addHostRoutes = (app: Hono<Env>): void => {
  addRoutesAt(app, "/host", false)
  addRoutesAt(app, "/host/keys", true)
}

const addRoutesAt = (app: Hono<Env>, path: string, keysOnly: boolean): void => {
  app.get(`${path}/nonce`, (c) => {
    c.header("cache-control", "no-store")
    return c.json({ nonce: getHostSessions(getWorld(c)).offerNonce() })
  })

  app.post(`${path}/verify`, async (c) => {
    const world = getWorld(c)
    const sessions = getHostSessions(world)
    try {
      const { more, ...first } = decodePart("body", VerifyBody, parseJsonBody(c.get("body")))
      const verified = await verifySignIn(world, { signed: [first, ...more], host: getPageHost(c), keysOnly })
      const [session] = verified
      setCookie(c, cookieName, sessions.add(getCookie(c, cookieName), verified), {
        httpOnly: true,
        sameSite: "Lax",
        path: "/",
      })
      return c.json({ address: session?.address, chainId: session?.chainId })
    } catch (error) {
      if (error instanceof SignInRefused) return c.json({ error: error.message }, 401)
      throw error
    }
  })

  app.get(`${path}/session`, (c) => {
    c.header("cache-control", "no-store")
    const sessions = getHostSessions(getWorld(c)).list(getCookie(c, cookieName))
    return c.json({
      sessions: sessions.map(({ address, chainId, message, signature }) => ({
        address,
        chainId,
        message,
        signature,
      })),
    })
  })

  app.post(`${path}/sign-out`, (c) => {
    const { address, chainId } = decodePart("body", SignOutBody, parseJsonBody(c.get("body")))
    const account = address !== undefined && isCaipNetworkId(chainId) ? { address, chainId } : undefined
    getHostSessions(getWorld(c)).remove(getCookie(c, cookieName), account)
    return c.json({})
  })
}

/** Returns the host of the page that asks; that of this server for a client without an origin. */
const getPageHost = (c: Context<Env>): string =>
  URL.parse(c.req.header("origin") ?? "")?.host ?? c.req.header("host") ?? ""
