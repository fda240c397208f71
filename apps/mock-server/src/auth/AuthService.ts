import { createHmac, timingSafeEqual } from "node:crypto"
import * as z from "zod/mini"
import { BoundedMap } from "../world/BoundedMap.ts"
import { perWorld } from "../world/perWorld.ts"
import { makeSeededRandom } from "../world/SeededRandom.ts"
import type { World } from "../world/World.ts"

const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "JWT" })).toString("base64url")

/** Signs a token with HS256 over JSON. Source: RFC 7519. */
const signJwt = (key: Uint8Array, claims: object): string => {
  const signed = `${header}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`
  return `${signed}.${computeMac(key, signed).toString("base64url")}`
}

/** Returns the claims of a token; `null` when the signature or the claims are invalid. Does not check its times. */
const verifyJwt = <Claims extends z.ZodMiniType>(
  key: Uint8Array,
  claims: Claims,
  token: string,
): z.output<Claims> | null => {
  const [head, payload = "", mac = "", ...rest] = token.split(".")
  if (head !== header || rest.length > 0) return null
  const expected = computeMac(key, `${head}.${payload}`)
  const given = Buffer.from(mac, "base64url")
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const decoded = claims.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()))
  return decoded.success ? decoded.data : null
}

const computeMac = (key: Uint8Array, text: string) => createHmac("sha256", key).update(text).digest()

/** A signed-in session. */
export interface SignInSession {
  /** The address as it was signed. */
  readonly address: string
  /** EIP-155. */
  readonly chainId: number
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Sign-in to one world. The world's clock dates its tokens. */
export interface AuthService {
  /** Returns a new nonce and the token that contains it. */
  readonly offerNonce: () => { readonly nonce: string; readonly token: string }
  /** Returns the nonce of a valid, unused token; otherwise `null`. */
  readonly readNonce: (token: string) => string | null
  /** Signs in and uses up the nonce. Returns the session's token. */
  readonly signIn: (nonce: string, who: Omit<SignInSession, "metadata">) => string
  /** Returns the session of a token; `null` when the token is invalid or the session is over. */
  readonly find: (token: string) => SignInSession | null
  readonly update: (token: string, metadata: SignInSession["metadata"]) => void
  readonly signOut: (token: string) => void
}

/** Seconds. */
const tokenTtlSeconds = { nonce: 300, session: 86_400 } as const

const NonceClaims = z.object({ nonce: z.string(), exp: z.number() })

const SessionClaims = z.object({ jti: z.string(), exp: z.number() })

const makeAuthService = (world: World): AuthService => {
  const random = () => world.random("auth")
  const key = makeSeededRandom(`${world.seed}\nauth`).bytes(32)
  /** Bounded: an entry outlives its token, because each sign-in takes at least a second of the world's clock. */
  const spent = new BoundedMap<string, true>()
  const sessions = new BoundedMap<string, SignInSession>()

  const seconds = () => Math.floor(world.now() / 1000)
  const sign = (seconds: number, claims: object, lifetime: number) =>
    signJwt(key, { ...claims, iat: seconds, exp: seconds + lifetime })
  const read = <Claims extends z.ZodMiniType<{ readonly exp: number }>>(claims: Claims, token: string) => {
    const decoded = verifyJwt(key, claims, token)
    return decoded !== null && decoded.exp > seconds() ? decoded : null
  }
  const idOf = (token: string) => read(SessionClaims, token)?.jti ?? ""

  return {
    offerNonce: () => {
      const nonce = Buffer.from(random().bytes(16)).toString("hex")
      return { nonce, token: sign(seconds(), { nonce }, tokenTtlSeconds.nonce) }
    },
    readNonce: (token) => {
      const nonce = read(NonceClaims, token)?.nonce
      return nonce === undefined || spent.has(nonce) ? null : nonce
    },
    signIn: (nonce, { address, chainId }) => {
      spent.set(nonce, true)
      const jti = random().uuid()
      sessions.set(jti, { address, chainId, metadata: {} })
      return sign(seconds(), { jti, sub: `eip155:${chainId}:${address}` }, tokenTtlSeconds.session)
    },
    find: (token) => sessions.get(idOf(token)) ?? null,
    update: (token, metadata) => {
      const id = idOf(token)
      const session = sessions.get(id)
      if (session !== undefined)
        sessions.set(id, { ...session, metadata: { ...session.metadata, ...metadata } })
    },
    signOut: (token) => void sessions.delete(idOf(token)),
  }
}

export const getAuthService = perWorld(makeAuthService)
