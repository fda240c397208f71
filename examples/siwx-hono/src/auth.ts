import { makeSiwxNonce, parseDateTime, parseSiwxMessage, type SiwxNode, verifySiwx } from "@wmodal/siwx"
import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { deleteCookie, getCookie, setCookie } from "hono/cookie"

export interface AuthOptions {
  /** The page's origin, such as `https://app.example`. It is the only one that may sign in. */
  readonly origin: string
  /** Nodes by CAIP-2 id, for smart accounts. */
  readonly rpc?: Readonly<Record<`${string}:${string}`, SiwxNode>>
  readonly now?: () => number
}

/** A signed-in account. */
export interface Session {
  readonly address: string
  /** CAIP-2, such as `eip155:1`. */
  readonly chainId: string
  readonly message: string
  readonly signature: string
  /** UTC milliseconds. */
  readonly expiresAt: number
}

const cookie = "siwx"
const nonceTtlMs = 5 * 60_000
const sessionTtlMs = 24 * 60 * 60_000
const maxEntries = 100_000

/** Adds an entry and drops the oldest ones: strangers must not fill the memory. */
const addBounded = <V>(map: Map<string, V>, key: string, value: V) => {
  map.set(key, value)
  const [oldest = ""] = map.keys()
  if (map.size > maxEntries) map.delete(oldest)
}

const isSame = (one: { address: string; chainId: string }, other: { address: string; chainId: string }) =>
  one.chainId === other.chainId && one.address.toLowerCase() === other.address.toLowerCase()

const maxMessages = 100

const isSigned = (one: unknown): one is Pick<Session, "message" | "signature"> =>
  typeof one === "object" &&
  one !== null &&
  "message" in one &&
  typeof one.message === "string" &&
  "signature" in one &&
  typeof one.signature === "string"

/** The sign-in of a server. Mount it under a path of the page's own origin. */
export const makeAuth = ({ origin, rpc = {}, now = Date.now }: AuthOptions) => {
  const domain = new URL(origin).host
  // Keep both in a database when there is more than one process.
  /** Issued and not used, with the end of each in UTC milliseconds. */
  const nonces = new Map<string, number>()
  /** By the random id in a browser's cookie. */
  const visitors = new Map<string, readonly Session[]>()
  const app = new Hono()
  const cookieOptions = { path: "/", prefix: "host", httpOnly: true, secure: true, sameSite: "Lax" } as const

  const getSessions = (id: string | undefined) =>
    (visitors.get(id ?? "") ?? []).filter(({ expiresAt }) => expiresAt > now())

  app.use(async (c, next) => {
    c.header("cache-control", "no-store")
    // SameSite keeps the cookie from other sites. This also stops requests without it, which would sign a victim in
    // as the attacker, and pages of sibling domains. Browsers name the origin of each POST; a terminal has none.
    if (c.req.method === "POST") {
      if ((c.req.header("origin") ?? origin) !== origin)
        return c.json({ error: "This origin may not sign in." }, 403)
      if (!/^application\/json\b/.test(c.req.header("content-type") ?? ""))
        return c.json({ error: "The body is not JSON." }, 415)
    }
    return next()
  })
  app.use(bodyLimit({ maxSize: 64 * 1024, onError: (c) => c.json({ error: "The body is too large." }, 413) }))

  app.get("/nonce", (c) => {
    const nonce = makeSiwxNonce()
    addBounded(nonces, nonce, now() + nonceTtlMs)
    return c.json({ nonce })
  })

  app.post("/verify", async (c) => {
    const body = await c.req.json().catch(() => null)
    // A wallet that signs in when it connects may sign a message for each of its networks, all with one nonce.
    const more: unknown = body?.more ?? []
    const signed = Array.isArray(more) ? [body, ...more] : []
    if (signed.length > maxMessages || !signed.every(isSigned))
      return c.json({ error: "The message or the signature is missing." }, 400)
    const parsed = parseSiwxMessage(signed[0]?.message ?? "")
    if (parsed._tag === "Failure") return c.json({ error: parsed.failure.message }, 401)

    // Taken before the verification, so that two requests cannot use it.
    const { nonce = "" } = parsed.success
    const nonceEnd = nonces.get(nonce)
    nonces.delete(nonce)
    if (nonceEnd === undefined || nonceEnd <= now())
      return c.json({ error: "The nonce is unknown, old or used." }, 401)

    const sessions: Session[] = []
    for (const { message, signature } of signed) {
      const verdict = await verifySiwx({
        message,
        signature,
        expected: { domain, uri: origin, nonce, now: new Date(now()) },
        rpc,
      })
      // A node that fails says nothing about the user: no session is made, and none ends.
      if (verdict._tag === "Unknown") return c.json({ error: verdict.text }, 503)
      if (verdict._tag === "Invalid") return c.json({ error: verdict.text }, 401)
      if (verdict.chainId === null) return c.json({ error: "The message names no chain." }, 401)
      const { address, expirationTime } = verdict.message
      sessions.push({
        address,
        chainId: verdict.chainId,
        message,
        signature,
        expiresAt: Math.min(
          now() + sessionTtlMs,
          expirationTime === undefined ? Number.POSITIVE_INFINITY : parseDateTime(expirationTime),
        ),
      })
    }
    // A new cookie with each sign-in: one that was planted before gets nothing.
    const before = getCookie(c, cookie, "host")
    const others = getSessions(before).filter((one) => !sessions.some((session) => isSame(one, session)))
    const id = crypto.randomUUID()
    visitors.delete(before ?? "")
    addBounded(visitors, id, [...others, ...sessions])
    setCookie(c, cookie, id, cookieOptions)
    const [{ address, chainId, expiresAt } = {}] = sessions as readonly Partial<Session>[]
    return c.json({ address, chainId, expiresAt })
  })

  app.get("/session", (c) => c.json({ sessions: getSessions(getCookie(c, cookie, "host")) }))

  app.post("/sign-out", async (c) => {
    const body: { address?: unknown; chainId?: unknown } | null = await c.req.json().catch(() => null)
    const { address, chainId } = body ?? {}
    const id = getCookie(c, cookie, "host")
    if (id !== undefined && typeof address === "string" && typeof chainId === "string") {
      const rest = getSessions(id).filter((one) => !isSame(one, { address, chainId }))
      if (visitors.has(id)) visitors.set(id, rest)
    } else {
      visitors.delete(id ?? "")
      deleteCookie(c, cookie, cookieOptions)
    }
    return c.json({})
  })
  return app
}
