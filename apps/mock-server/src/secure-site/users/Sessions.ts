import { RecentMap } from "../../world/RecentMap.ts"
import type { World } from "../../world/World.ts"
import { drawn } from "../server/drawn.ts"
import { siteNow } from "../server/siteClock.ts"
import type { EmailChange } from "./emailChange.ts"
import { makePerformed, type Performed } from "./Performed.ts"

const lifetime = 30 * 86_400_000

/** Somebody who is signed in on one device, and for as long as its page keeps the token. */
export interface Session {
  /** Opaque. Whoever has it, is the user. */
  readonly token: string
  readonly userId: string
  readonly performed: Performed
  /** Under way; `null` where none is. */
  emailChange: EmailChange | null
}

export interface Sessions {
  readonly begin: (userId: string) => Session
  /** `undefined` where it has ended, or never was. */
  readonly find: (token: string) => Session | undefined
  readonly end: (token: string) => void
  /** Of one user, or of all. */
  readonly endAll: (userId?: string) => void
  readonly count: (userId: string) => number
}

/** @param changed is told of each that begins or ends */
export const makeSessions = (world: World, changed: () => void): Sessions => {
  const sessions = new RecentMap<string, { readonly session: Session; readonly since: number }>()
  const end = (token: string) => {
    if (sessions.delete(token)) changed()
  }
  const find = (token: string) => {
    const held = sessions.get(token)
    if (held === undefined) return undefined
    if (siteNow(world) - held.since < lifetime) return held.session
    end(token)
    return undefined
  }
  return {
    begin: (userId) => {
      const session: Session = { token: drawn(), userId, performed: makePerformed(), emailChange: null }
      sessions.set(session.token, { session, since: siteNow(world) })
      changed()
      return session
    },
    find,
    end,
    endAll: (userId) => {
      for (const [token, { session }] of sessions)
        if (userId === undefined || session.userId === userId) end(token)
    },
    count: (userId) => [...sessions.values()].filter(({ session }) => session.userId === userId).length,
  }
}
