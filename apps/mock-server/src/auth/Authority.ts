import * as z from "zod/mini"
import { perWorld } from "../world/perWorld.ts"
import { makeRandomStream } from "../world/RandomStream.ts"
import { RecentMap } from "../world/RecentMap.ts"
import type { World } from "../world/World.ts"
import { readJwt, signJwt } from "./Jwt.ts"

/** Somebody who is signed in. */
export interface Session {
  /** As it was signed. */
  readonly address: string
  /** EIP-155. */
  readonly chainId: number
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Who signs people in to one world. All tokens are its own, dated by the world's clock. */
export interface Authority {
  /** The token holds the nonce. */
  readonly offerNonce: () => { readonly nonce: string; readonly token: string }
  /** The nonce of a token that is valid and was not used; `null` of any other. */
  readonly readNonce: (token: string) => string | null
  /** Signs in, and spends the nonce. @returns the session's token. */
  readonly signIn: (nonce: string, who: Omit<Session, "metadata">) => string
  /** `null` where the token is no session's, or that session is over. */
  readonly find: (token: string) => Session | null
  readonly update: (token: string, metadata: Session["metadata"]) => void
  readonly signOut: (token: string) => void
}

/** Seconds. */
const lifetime = { nonce: 300, session: 86_400 } as const

const NonceClaims = z.object({ nonce: z.string(), exp: z.number() })
const SessionClaims = z.object({ jti: z.string(), exp: z.number() })

const makeAuthority = (world: World): Authority => {
  const random = () => world.random("auth")
  const key = makeRandomStream(`${world.seed}\nauth`).bytes(32)
  /** The oldest is forgotten long after its token is over: each sign-in is a second of the world's clock at least. */
  const spent = new RecentMap<string, true>()
  const sessions = new RecentMap<string, Session>()

  const seconds = () => Math.floor(world.now() / 1000)
  const sign = (seconds: number, claims: object, lifetime: number) =>
    signJwt(key, { ...claims, iat: seconds, exp: seconds + lifetime })
  const read = <Claims extends z.ZodMiniType<{ readonly exp: number }>>(claims: Claims, token: string) => {
    const decoded = readJwt(key, claims, token)
    return decoded !== null && decoded.exp > seconds() ? decoded : null
  }
  const idOf = (token: string) => read(SessionClaims, token)?.jti ?? ""

  return {
    offerNonce: () => {
      const nonce = Buffer.from(random().bytes(16)).toString("hex")
      return { nonce, token: sign(seconds(), { nonce }, lifetime.nonce) }
    },
    readNonce: (token) => {
      const nonce = read(NonceClaims, token)?.nonce
      return nonce === undefined || spent.has(nonce) ? null : nonce
    },
    signIn: (nonce, { address, chainId }) => {
      spent.set(nonce, true)
      const jti = random().uuid()
      sessions.set(jti, { address, chainId, metadata: {} })
      return sign(seconds(), { jti, sub: `eip155:${chainId}:${address}` }, lifetime.session)
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

export const authorityOf = perWorld(makeAuthority)
