import { BoundedMap } from "../../world/BoundedMap.ts"
import type { World } from "../../world/World.ts"
import { randomToken } from "../server/randomToken.ts"
import { siteNow } from "../server/siteClock.ts"
import type { Requester } from "../siteCalls.ts"
import { type DescribedRequests, makeDescribedRequests } from "./DescribedRequests.ts"
import type { EmailChange } from "./emailChange.ts"

const sessionTtlMs = 30 * 86_400_000

/** A user's session on one device. */
export interface UserSession {
  /** Opaque. Its bearer is authenticated as the user. */
  readonly token: string
  readonly userId: string
  /** Who started the sign-in. Only its key approves requests. */
  readonly requester: Requester
  readonly requests: DescribedRequests
  /** The pending email change; `null` when there is none. */
  emailChange: EmailChange | null
}

export interface UserSessions {
  readonly begin: (userId: string, requester: Requester) => UserSession
  /** `undefined` when the session has ended or is unknown. */
  readonly find: (token: string) => UserSession | undefined
  readonly end: (token: string) => void
  /** Ends the sessions of one user, or all. */
  readonly endAll: (userId?: string) => void
  readonly count: (userId: string) => number
}

/** @param changed called after each start or end of a session */
export const makeUserSessions = (world: World, changed: () => void): UserSessions => {
  const sessions = new BoundedMap<string, { readonly session: UserSession; readonly since: number }>()
  const end = (token: string) => {
    if (sessions.delete(token)) changed()
  }
  const find = (token: string) => {
    const held = sessions.get(token)
    if (held === undefined) return undefined
    if (siteNow(world) - held.since < sessionTtlMs) return held.session
    end(token)
    return undefined
  }
  return {
    begin: (userId, requester) => {
      const session: UserSession = {
        token: randomToken(),
        userId,
        requester,
        requests: makeDescribedRequests(),
        emailChange: null,
      }
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
