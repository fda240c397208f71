import { BoundedMap } from "../../world/BoundedMap.ts"
import type { World } from "../../world/World.ts"
import { randomToken } from "../server/randomToken.ts"
import { SiteRejection } from "../server/SiteRejection.ts"
import { siteNow } from "../server/siteClock.ts"
import type { Requester } from "../siteCalls.ts"
import type { PageProvider } from "../User.ts"
import type { UserSession, UserSessions } from "../users/UserSessions.ts"
import type { Users } from "../users/Users.ts"

const signInTtlMs = 600_000

interface PendingSocialSignIn {
  readonly provider: PageProvider
  readonly device: string
  readonly requester: Requester
  readonly since: number
}

interface SocialSignInResult extends PendingSocialSignIn {
  readonly email: string
}

/** Sign-in at a stand-in for a provider's page. A result is valid once and only for the requesting device. */
export interface SocialSignIn {
  /** Returns the `state` of the provider's page. */
  readonly begin: (provider: PageProvider, device: string, requester: Requester) => string
  /** Returns who started the sign-in of a state; `undefined` when it is not pending. */
  readonly requesterOf: (state: string) => Requester | undefined
  /** Signs in the identity that the page reports. Returns the code of the result, and the origin to deliver it to. */
  readonly answer: (
    state: string,
    email: string,
  ) => { readonly provider: PageProvider; readonly code: string; readonly origin: string | null }
  readonly finish: (code: string, device: string) => UserSession
}

export const makeSocialSignIn = (world: World, users: Users, sessions: UserSessions): SocialSignIn => {
  const asked = new BoundedMap<string, PendingSocialSignIn>()
  const results = new BoundedMap<string, SocialSignInResult>()

  const isOpen = ({ since }: PendingSocialSignIn) => siteNow(world) - since < signInTtlMs
  const held = <A extends PendingSocialSignIn>(entries: BoundedMap<string, A>, key: string): A => {
    const entry = entries.get(key)
    if (entry === undefined || !isOpen(entry)) throw socialSignInExpired()
    return entry
  }

  return {
    begin: (provider, device, requester) => {
      const state = randomToken()
      asked.set(state, { provider, device, requester, since: siteNow(world) })
      return state
    },
    requesterOf: (state) => {
      const entry = asked.get(state)
      return entry !== undefined && isOpen(entry) ? entry.requester : undefined
    },
    answer: (state, email) => {
      const pending = held(asked, state)
      asked.delete(state)
      const code = randomToken()
      results.set(code, { ...pending, email, since: siteNow(world) })
      return { provider: pending.provider, code, origin: pending.requester.origin }
    },
    finish: (code, device) => {
      const result = held(results, code)
      // The result stays valid for its own device.
      if (result.device !== device) throw socialSignInExpired()
      results.delete(code)
      const { email, provider, requester } = result
      const [username = null] = email.split("@")
      return sessions.begin(users.findOrCreate(provider, email, { email, username }).user.id, requester)
    },
  }
}

export const socialSignInExpired = () =>
  new SiteRejection({ status: 410, message: "This sign-in is no longer valid. Please try again." })
