import { BoundedMap } from "../../world/BoundedMap.ts"
import type { World } from "../../world/World.ts"
import { SiteRejection } from "../server/SiteRejection.ts"
import { siteNow } from "../server/siteClock.ts"
import type { Mailbox } from "./Mailbox.ts"
import { makeOneTimeCode, type OneTimeCode } from "./OneTimeCode.ts"

const emailIntervalMs = 30_000
const maxRequestsPerDay = 10
const dayMs = 86_400_000

/** Who requests an email. */
export interface MailRequester {
  /** The origin that the requester states; `null` for a terminal. */
  readonly origin: string | null
  /** The network address that the request came from; `null` if it is unknown. */
  readonly peer: string | null
}

/** Limits requests of emails, and with them the attempts to guess a code. */
interface EmailThrottle {
  /**
   * Records the request of a code, or of the link that precedes one.
   * @throws SiteRejection within 30 s of the last email to this address by any requester, and for the eleventh
   * request within 24 h for this address by the same origin or from the same network address
   */
  readonly request: (email: string, requester: MailRequester) => void
  /** Records an email to this address. */
  readonly recordSent: (email: string) => void
  /** Resets the limits of this requester once a user has proved to read this mailbox. */
  readonly reset: (email: string, requester: MailRequester) => void
}

const makeEmailThrottle = (world: World): EmailThrottle => {
  const last = new BoundedMap<string, number>()
  /** Times of the requests within a day, by address and requester. */
  const requests = new BoundedMap<string, readonly number[]>()
  const keysOf = (email: string, { origin, peer }: MailRequester) => [
    `${email} by ${origin ?? "a terminal"}`,
    ...(peer === null ? [] : [`${email} from ${peer}`]),
  ]
  return {
    request: (email, requester) => {
      const now = siteNow(world)
      const left = emailIntervalMs - (now - (last.get(email) ?? Number.NEGATIVE_INFINITY))
      if (left > 0) {
        const seconds = Math.min(Math.ceil(left / 1000), emailIntervalMs / 1000)
        throw new SiteRejection({ status: 429, message: `Please try again after ${seconds} seconds` })
      }
      const counted = keysOf(email, requester).map(
        (key) => [key, (requests.get(key) ?? []).filter((time) => now - time < dayMs)] as const,
      )
      for (const [, [oldest, ...further]] of counted)
        if (oldest !== undefined && further.length + 1 >= maxRequestsPerDay)
          throw new SiteRejection({
            status: 429,
            message: `${maxRequestsPerDay} codes were requested for this email within a day. Please try again after ${formatMinute(oldest + dayMs)}.`,
          })
      for (const [key, times] of counted) requests.set(key, [...times, now])
    },
    recordSent: (email) => {
      last.delete(email)
      last.set(email, siteNow(world))
    },
    reset: (email, requester) => {
      last.delete(email)
      for (const key of keysOf(email, requester)) requests.delete(key)
    },
  }
}

/** Returns the first full minute after a time in UTC, such as `2026-11-29 08:15 UTC`. */
const formatMinute = (time: number): string =>
  `${new Date(Math.ceil(time / 60_000) * 60_000).toISOString().slice(0, 16).replace("T", " ")} UTC`

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
  `${requester ?? "A terminal program"} wants to sign in with your email on a device that is new. Confirm it only if you are signing in there now, on your own device. A confirmed device can approve payments.`
