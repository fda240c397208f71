import { RecentMap } from "../../world/RecentMap.ts"
import type { World } from "../../world/World.ts"
import { SiteRefusal } from "../server/SiteRefusal.ts"
import { siteNow } from "../server/siteClock.ts"

const pause = 30_000

/** Keeps anybody from filling a mailbox, and from trying many codes: by address, whoever asks. */
export interface Throttle {
  /** @throws SiteRefusal within 30 s of the last mail. */
  readonly check: (email: string) => void
  /** A mail goes there. */
  readonly mark: (email: string) => void
  /** Somebody has shown that they read its mail. */
  readonly forget: (email: string) => void
}

export const makeThrottle = (world: World): Throttle => {
  const last = new RecentMap<string, number>()
  return {
    check: (email) => {
      const left = pause - (siteNow(world) - (last.get(email) ?? Number.NEGATIVE_INFINITY))
      if (left <= 0) return
      const seconds = Math.min(Math.ceil(left / 1000), pause / 1000)
      throw new SiteRefusal({ status: 429, message: `Please try again after ${seconds} seconds` })
    },
    mark: (email) => {
      last.delete(email)
      last.set(email, siteNow(world))
    },
    forget: (email) => {
      last.delete(email)
    },
  }
}
