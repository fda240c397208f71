import type { Sleep } from "../../faults/applyFault.ts"
import { BoundedMap } from "../../world/BoundedMap.ts"
import type { World } from "../../world/World.ts"
import type { Mailer, MailRequester } from "../mail/Mailer.ts"
import { noCode, type OneTimeCode } from "../mail/OneTimeCode.ts"
import { makePendingResult, type PendingResult } from "../server/PendingResult.ts"
import { randomToken } from "../server/randomToken.ts"
import { SiteRejection } from "../server/SiteRejection.ts"
import { siteNow } from "../server/siteClock.ts"
import type { Requester as SignInRequester } from "../siteCalls.ts"
import type { UserSession, UserSessions } from "./UserSessions.ts"
import type { Users } from "./Users.ts"

/** `codeSite`: the site's own origin if the user types the code there; `null` if the requester receives it. */
type Requester = SignInRequester & MailRequester & { readonly codeSite: string | null }

const linkTtlMs = 600_000

/** A sign-in by one email on one device. */
interface EmailSignInAttempt {
  readonly email: string
  readonly device: string
}

/** A link in an email that confirms a device. */
interface DeviceLink extends EmailSignInAttempt {
  readonly requester: Requester
  readonly token: string
  readonly since: number
  readonly opened: PendingResult<void>
}

export interface EmailSignIn {
  /**
   * A new device must be confirmed by a link first, whether a user has this email or not: the result tells a requester
   * nothing about the email.
   * @param pageOf returns the address of the page for a link's token
   */
  readonly begin: (
    attempt: EmailSignInAttempt,
    requester: Requester,
    session: UserSession | null,
    pageOf: (token: string) => string,
  ) => "VERIFY_DEVICE" | "VERIFY_OTP" | "CONNECT"
  /** Waits until the link in the email is opened. */
  readonly deviceConfirmed: (attempt: EmailSignInAttempt, signal: AbortSignal) => Promise<void>
  /** Returns who requested the confirmation of a link; `undefined` for a link that is not open. */
  readonly requesterOf: (token: string) => SignInRequester | undefined
  /** Confirms a device and sends a code. Repeated calls have no effect. Returns the email. */
  readonly confirmDevice: (token: string) => string
  /** Returns the newest unopened link, to that address if one is given. */
  readonly newestLink: (email?: string) => string | null
  readonly finish: (attempt: EmailSignInAttempt, otp: string) => UserSession
}

interface EmailSignInDeps {
  readonly world: World
  readonly users: Users
  readonly sessions: UserSessions
  readonly post: Mailer
  readonly sleep: Sleep
}

export const makeEmailSignIn = ({ world, users, sessions, post, sleep }: EmailSignInDeps): EmailSignIn => {
  const codes = new BoundedMap<string, { readonly code: OneTimeCode; readonly requester: Requester }>()
  const links = new BoundedMap<string, DeviceLink>()
  /** By token. */
  const linksByToken = new BoundedMap<string, DeviceLink>()
  /** Devices that were confirmed for an email which no user has yet. */
  const confirmed = new BoundedMap<string, true>()
  const keyOf = ({ email, device }: EmailSignInAttempt) => `${device} ${email}`
  const sendCode = (attempt: EmailSignInAttempt, requester: Requester) => {
    const code = post.sendCode(attempt.email, "Your sign-in code", requester.origin, requester.codeSite)
    codes.set(keyOf(attempt), { code, requester })
  }

  const forgetLink = (attempt: EmailSignInAttempt) => {
    const link = links.get(keyOf(attempt))
    if (link === undefined) return
    links.delete(keyOf(attempt))
    linksByToken.delete(link.token)
    link.opened.reject(attemptReplaced())
  }

  const isOpen = (link: DeviceLink) => siteNow(world) - link.since < linkTtlMs

  return {
    begin: (attempt, requester, session, pageOf) => {
      const { device, email } = attempt
      const user = users.byEmail(email)
      if (
        user !== undefined &&
        session?.userId === user.user.id &&
        isSameRequester(session.requester, requester)
      )
        return "CONNECT"
      post.request(email, requester)
      codes.delete(keyOf(attempt))
      forgetLink(attempt)
      if (user?.devices.has(device) || confirmed.has(keyOf(attempt))) {
        sendCode(attempt, requester)
        return "VERIFY_OTP"
      }
      const link: DeviceLink = {
        ...attempt,
        requester,
        token: randomToken(),
        since: siteNow(world),
        opened: makePendingResult(sleep),
      }
      links.set(keyOf(attempt), link)
      linksByToken.set(link.token, link)
      post.sendLink(email, "Confirm your new device", pageOf(link.token), requester.origin)
      return "VERIFY_DEVICE"
    },
    deviceConfirmed: async (attempt, signal) => {
      const link = links.get(keyOf(attempt))
      if (link === undefined) throw linkExpired()
      await link.opened.wait(linkTtlMs - (siteNow(world) - link.since), signal, linkExpired)
    },
    requesterOf: (token) => {
      const link = linksByToken.get(token)
      return link !== undefined && isOpen(link) ? link.requester : undefined
    },
    confirmDevice: (token) => {
      const link = linksByToken.get(token)
      if (link === undefined || !isOpen(link)) throw linkExpired()
      if (link.opened.resolve()) {
        confirmed.set(keyOf(link), true)
        sendCode(link, link.requester)
      }
      return link.email
    },
    newestLink: (email) =>
      [...linksByToken.values()].findLast(
        (link) => !link.opened.isSettled() && isOpen(link) && (email ?? link.email) === link.email,
      )?.token ?? null,
    finish: (attempt, otp) => {
      const sent = codes.get(keyOf(attempt))
      if (sent === undefined) throw noCode()
      sent.code.use(otp)
      codes.delete(keyOf(attempt))
      forgetLink(attempt)
      const { email, device } = attempt
      post.reset(email, sent.requester)
      confirmed.delete(keyOf(attempt))
      const { user } = users.findOrCreate("email", email, { email, username: null })
      users.trustDevice(user.id, device)
      return sessions.begin(user.id, sent.requester)
    },
  }
}

const isSameRequester = (one: SignInRequester, other: SignInRequester): boolean =>
  one.key === other.key && one.origin === other.origin

const linkExpired = () =>
  new SiteRejection({ status: 410, message: "This link is no longer valid. Please sign in again." })
const attemptReplaced = () =>
  new SiteRejection({ status: 410, message: "This sign-in was replaced by a newer one." })
