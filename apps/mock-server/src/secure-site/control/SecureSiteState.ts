import type { SentEmail } from "../mail/Mailbox.ts"
import type { Site } from "../server/Site.ts"
import type { User } from "../User.ts"
import type { AccountType } from "../wallet/UserWallet.ts"

/** The state of a world's secure site in the control API. JSON. */
export interface SecureSiteState {
  /** Sent emails, the newest last. */
  readonly mails: readonly SentEmail[]
  readonly users: readonly (User & {
    /** `null` until the user chooses one. */
    readonly preferred: AccountType | null
    /** Number of signed-in devices. */
    readonly sessions: number
  })[]
  /** True while a Farcaster link is waiting for the phone. */
  readonly farcaster: { readonly waiting: boolean }
  readonly frame: { readonly frozen: boolean; readonly revoked: number }
}

export const getSecureSiteState = ({
  mailbox,
  users,
  sessions,
  farcaster,
  frames,
}: Site): SecureSiteState => ({
  mails: mailbox.getEmails(),
  users: users
    .entries()
    .map(({ user, preferred }) => ({ ...user, preferred, sessions: sessions.count(user.id) })),
  farcaster: { waiting: farcaster.newest() !== null },
  frame: frames.state(),
})
