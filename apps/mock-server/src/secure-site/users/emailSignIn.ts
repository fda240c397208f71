import type { Sleep } from "../../faults/endure.ts"
import { RecentMap } from "../../world/RecentMap.ts"
import type { World } from "../../world/World.ts"
import { noCode, type OneTimeCode } from "../mail/OneTimeCode.ts"
import type { Post } from "../mail/Post.ts"
import { type Awaited, makeAwaited } from "../server/Awaited.ts"
import { drawn } from "../server/drawn.ts"
import { SiteRefusal } from "../server/SiteRefusal.ts"
import { siteNow } from "../server/siteClock.ts"
import type { Session, Sessions } from "./Sessions.ts"
import type { Users } from "./Users.ts"

const linkLifetime = 600_000

/** One device that signs in by one email. */
interface Attempt {
  readonly email: string
  readonly device: string
}

/** A link in a mail, that says the device is the user's. */
interface DeviceLink extends Attempt {
  readonly userId: string
  readonly token: string
  readonly since: number
  readonly opened: Awaited<void>
}

export interface EmailSignIn {
  /** @param pageOf the address of the page that a mail's link leads to, by its token */
  readonly begin: (
    attempt: Attempt,
    session: Session | null,
    pageOf: (token: string) => string,
  ) => "VERIFY_DEVICE" | "VERIFY_OTP" | "CONNECT"
  /** Until the link in the mail was opened. */
  readonly deviceConfirmed: (attempt: Attempt, signal: AbortSignal) => Promise<void>
  /** The link was opened: a code is in the mail. Opened again, nothing happens. @returns the email */
  readonly confirmDevice: (token: string) => string
  /** The newest link that nobody has opened, to that address if one is given. */
  readonly newestLink: (email?: string) => string | null
  readonly finish: (attempt: Attempt, otp: string) => Session
}

interface Parts {
  readonly world: World
  readonly users: Users
  readonly sessions: Sessions
  readonly post: Post
  readonly sleep: Sleep
}

export const makeEmailSignIn = ({ world, users, sessions, post, sleep }: Parts): EmailSignIn => {
  const codes = new RecentMap<string, OneTimeCode>()
  const links = new RecentMap<string, DeviceLink>()
  /** By its token. */
  const linksByToken = new RecentMap<string, DeviceLink>()
  const keyOf = ({ email, device }: Attempt) => `${device} ${email}`
  const sendCode = (attempt: Attempt) =>
    codes.set(keyOf(attempt), post.sendCode(attempt.email, "Your sign-in code"))

  const forgetLink = (attempt: Attempt) => {
    const link = links.get(keyOf(attempt))
    if (link === undefined) return
    links.delete(keyOf(attempt))
    linksByToken.delete(link.token)
    link.opened.reject(replaced())
  }

  const isOpen = (link: DeviceLink) => siteNow(world) - link.since < linkLifetime

  return {
    begin: (attempt, session, pageOf) => {
      const { device, email } = attempt
      const user = users.byEmail(email)
      if (user !== undefined && session?.userId === user.user.id) return "CONNECT"
      post.check(email)
      codes.delete(keyOf(attempt))
      forgetLink(attempt)
      if (user === undefined || user.devices.has(device)) {
        sendCode(attempt)
        return "VERIFY_OTP"
      }
      const link: DeviceLink = {
        ...attempt,
        userId: user.user.id,
        token: drawn(),
        since: siteNow(world),
        opened: makeAwaited(sleep),
      }
      links.set(keyOf(attempt), link)
      linksByToken.set(link.token, link)
      post.sendLink(email, "Confirm your new device", pageOf(link.token))
      return "VERIFY_DEVICE"
    },
    deviceConfirmed: async (attempt, signal) => {
      const link = links.get(keyOf(attempt))
      if (link === undefined) throw tooLate()
      await link.opened.wait(linkLifetime - (siteNow(world) - link.since), signal, tooLate)
    },
    confirmDevice: (token) => {
      const link = linksByToken.get(token)
      if (link === undefined || !isOpen(link)) throw tooLate()
      if (link.opened.resolve()) {
        users.trust(link.userId, link.device)
        sendCode(link)
      }
      return link.email
    },
    newestLink: (email) =>
      [...linksByToken.values()].findLast(
        (link) => !link.opened.isSettled() && isOpen(link) && (email ?? link.email) === link.email,
      )?.token ?? null,
    finish: (attempt, otp) => {
      const code = codes.get(keyOf(attempt))
      if (code === undefined) throw noCode()
      code.use(otp)
      codes.delete(keyOf(attempt))
      forgetLink(attempt)
      const { email, device } = attempt
      post.forget(email)
      const { user } = users.enter("email", email, { email, username: null })
      users.trust(user.id, device)
      return sessions.begin(user.id)
    },
  }
}

const tooLate = () =>
  new SiteRefusal({ status: 410, message: "This link is not valid any more. Please sign in again." })
const replaced = () =>
  new SiteRefusal({ status: 410, message: "A newer sign-in has taken the place of this one." })
