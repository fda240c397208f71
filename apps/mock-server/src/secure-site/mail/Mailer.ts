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
  /**
   * @param requester the origin of the page that requested the code, which the email names; `null` for a terminal
   * @param codeSite the site's own origin if the user types the code there; `null` if the requester receives it
   */
  readonly sendCode: (
    to: string,
    subject: string,
    requester: string | null,
    codeSite?: string | null,
  ) => OneTimeCode
  readonly sendLink: (to: string, subject: string, link: string, requester: string | null) => void
}

export const makeMailer = (world: World, { send }: Mailbox): Mailer => {
  const throttle = makeEmailThrottle(world)
  return {
    ...throttle,
    sendCode: (to, subject, requester, codeSite = null) => {
      const code = makeOneTimeCode(world)
      throttle.recordSent(to)
      send({ to, subject, code: code.digits, link: null, requester, text: describeCode(requester, codeSite) })
      return code
    },
    sendLink: (to, subject, link, requester) => {
      throttle.recordSent(to)
      send({ to, subject, code: null, link, requester, text: describeLink(requester) })
    },
  }
}

/** The plain wire passes the code through the requesting page, which thus reads it. */
const describeCode = (requester: string | null, codeSite: string | null): string =>
  requester !== null && codeSite !== null
    ? `${requester} started this. Enter the code only in the window of ${codeSite}, and give it to no other site, not even ${requester}. If you started nothing there, ignore this email.`
    : requester === null
      ? "A terminal program requested this code. Enter it only in a program that you started yourself, and give it to no website."
      : `${requester} requested this code, and reads it when you enter it there. Enter it on no other site. If you are not signing in at ${requester}, ignore this email.`

const describeLink = (requester: string | null): string =>
  `${requester ?? "A terminal program"} requests your wallet from a device that has never used it. Confirm it only if you are signing in there now, on your own device. The confirmed device can approve payments.`
