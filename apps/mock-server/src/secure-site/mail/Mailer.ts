import { BoundedMap } from "../../world/BoundedMap.ts"
import type { World } from "../../world/World.ts"
import { SiteRejection } from "../server/SiteRejection.ts"
import { siteNow } from "../server/siteClock.ts"
import type { Mailbox } from "./Mailbox.ts"
import { makeOneTimeCode, type OneTimeCode } from "./OneTimeCode.ts"

const emailIntervalMs = 30_000

/** Limits emails and code attempts per email address, independent of the requester. */
interface EmailThrottle {
  /** Checks the interval. @throws SiteRejection within 30 s of the last email */
  readonly check: (email: string) => void
  /** Records an email to this address. */
  readonly recordSent: (email: string) => void
  /** Resets the limit once a user has proved to read this mailbox. */
  readonly reset: (email: string) => void
}

const makeEmailThrottle = (world: World): EmailThrottle => {
  const last = new BoundedMap<string, number>()
  return {
    check: (email) => {
      const left = emailIntervalMs - (siteNow(world) - (last.get(email) ?? Number.NEGATIVE_INFINITY))
      if (left <= 0) return
      const seconds = Math.min(Math.ceil(left / 1000), emailIntervalMs / 1000)
      throw new SiteRejection({ status: 429, message: `Please try again after ${seconds} seconds` })
    },
    recordSent: (email) => {
      last.delete(email)
      last.set(email, siteNow(world))
    },
    reset: (email) => {
      last.delete(email)
    },
  }
}

/** Sends requested emails. */
export interface Mailer extends EmailThrottle {
  readonly sendCode: (to: string, subject: string) => OneTimeCode
  readonly sendLink: (to: string, subject: string, link: string) => void
}

export const makeMailer = (world: World, { send }: Mailbox): Mailer => {
  const throttle = makeEmailThrottle(world)
  return {
    ...throttle,
    sendCode: (to, subject) => {
      const code = makeOneTimeCode(world)
      throttle.recordSent(to)
      send({ to, subject, code: code.digits, link: null })
      return code
    },
    sendLink: (to, subject, link) => {
      throttle.recordSent(to)
      send({ to, subject, code: null, link })
    },
  }
}
