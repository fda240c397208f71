import type { CaipNetworkId } from "@wmodal/protocol"
import { BoundedMap } from "../world/BoundedMap.ts"
import { perWorld } from "../world/perWorld.ts"
import type { World } from "../world/World.ts"

/** An account that is signed in at the dApp's own server. */
export interface HostSession {
  /** As it was signed. */
  readonly address: string
  readonly chainId: CaipNetworkId
  readonly message: string
  readonly signature: string
  /** UTC milliseconds; infinity for a message without an end. */
  readonly expiresAt: number
}

/** Nonces and sessions of the dApp's own server. A visitor is known by a random cookie. */
export interface HostSessions {
  readonly offerNonce: () => string
  /** Uses a nonce up. Returns false when it is unknown, old or used. */
  readonly takeNonce: (nonce: string) => boolean
  /** Adds sessions, and replaces those of the same accounts. Returns the cookie of the visitor, a new one if needed. */
  readonly add: (cookie: string | undefined, sessions: readonly HostSession[]) => string
  /** Returns the sessions that have not expired. */
  readonly list: (cookie: string | undefined) => readonly HostSession[]
  /** Ends the sessions that match; all of them without an account. */
  readonly remove: (
    cookie: string | undefined,
    account?: { readonly address: string; readonly chainId: string },
  ) => void
}

/** Milliseconds. */
const nonceLifetime = 300_000

const isSame = (one: HostSession, other: { readonly address: string; readonly chainId: string }) =>
  one.chainId === other.chainId && one.address.toLowerCase() === other.address.toLowerCase()

const makeHostSessions = (world: World): HostSessions => {
  const random = () => world.random("host")
  const nonces = new BoundedMap<string, number>()
  const visitors = new BoundedMap<string, readonly HostSession[]>()
  const list: HostSessions["list"] = (cookie = "") =>
    (visitors.get(cookie) ?? []).filter(({ expiresAt }) => expiresAt > world.wallNow())
  return {
    offerNonce: () => {
      const nonce = Buffer.from(random().bytes(16)).toString("hex")
      nonces.set(nonce, world.wallNow() + nonceLifetime)
      return nonce
    },
    takeNonce: (nonce) => {
      const end = nonces.get(nonce)
      nonces.delete(nonce)
      return end !== undefined && end > world.wallNow()
    },
    add: (cookie, sessions) => {
      const known = cookie !== undefined && visitors.has(cookie) ? cookie : random().uuid()
      const kept = list(known).filter((one) => !sessions.some((session) => isSame(one, session)))
      visitors.set(known, [...kept, ...sessions])
      return known
    },
    list,
    remove: (cookie = "", account) => {
      if (visitors.has(cookie))
        visitors.set(cookie, account === undefined ? [] : list(cookie).filter((one) => !isSame(one, account)))
    },
  }
}

export const getHostSessions = perWorld(makeHostSessions)
