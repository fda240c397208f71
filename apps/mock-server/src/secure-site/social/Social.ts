import { RecentMap } from "../../world/RecentMap.ts"
import type { World } from "../../world/World.ts"
import { drawn } from "../server/drawn.ts"
import { SiteRefusal } from "../server/SiteRefusal.ts"
import { siteNow } from "../server/siteClock.ts"
import type { PageProvider } from "../User.ts"
import type { Session, Sessions } from "../users/Sessions.ts"
import type { Users } from "../users/Users.ts"

const lifetime = 600_000

interface Asked {
  readonly provider: PageProvider
  readonly device: string
  readonly since: number
}

interface Result extends Asked {
  readonly email: string
}

/** Signing in by a page that stands for a provider's. What it gives is good once, and for the device that asked. */
export interface Social {
  /** @returns the `state` of the provider's page. */
  readonly begin: (provider: PageProvider, device: string) => string
  /** Who it is, as the page says. @returns the provider and the code of the result. */
  readonly answer: (
    state: string,
    email: string,
  ) => { readonly provider: PageProvider; readonly code: string }
  readonly finish: (code: string, device: string) => Session
}

export const makeSocial = (world: World, users: Users, sessions: Sessions): Social => {
  const asked = new RecentMap<string, Asked>()
  const results = new RecentMap<string, Result>()

  const held = <A extends Asked>(entries: RecentMap<string, A>, key: string): A => {
    const entry = entries.get(key)
    if (entry === undefined || siteNow(world) - entry.since >= lifetime) throw over()
    return entry
  }

  return {
    begin: (provider, device) => {
      const state = drawn()
      asked.set(state, { provider, device, since: siteNow(world) })
      return state
    },
    answer: (state, email) => {
      const { provider, device } = held(asked, state)
      asked.delete(state)
      const code = drawn()
      results.set(code, { provider, device, email, since: siteNow(world) })
      return { provider, code }
    },
    finish: (code, device) => {
      const result = held(results, code)
      // It stays for the one whose it is.
      if (result.device !== device) throw over()
      results.delete(code)
      const { email, provider } = result
      const [username = null] = email.split("@")
      return sessions.begin(users.enter(provider, email, { email, username }).user.id)
    },
  }
}

export const over = () =>
  new SiteRefusal({ status: 410, message: "This sign-in is not valid any more. Please try again." })
