import type { SentEmail } from "../mail/Mailbox.ts"
import type { Site } from "../server/Site.ts"
import type { User } from "../User.ts"
import type { AccountType } from "../wallet/UserWallet.ts"

/** What the control API shows of a world's secure site. JSON. */
export interface SecureSiteState {
  /** The newest last. */
  readonly mails: readonly SentEmail[]
  readonly users: readonly (User & {
    /** `null` as long as none was chosen. */
    readonly preferred: AccountType | null
    /** How many devices are signed in. */
    readonly sessions: number
  })[]
  /** Whether a link waits for a phone. */
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
