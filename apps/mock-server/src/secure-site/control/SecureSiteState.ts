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
  /** The origins whose pages may use the wallets; `null` when every page may. */
  readonly origins: readonly string[] | null
  readonly frame: { readonly frozen: boolean; readonly revoked: number }
}

export const getSecureSiteState = ({
  mailbox,
  users,
  sessions,
  farcaster,
  frames,
  origins,
}: Site): SecureSiteState => ({
  mails: mailbox.getEmails(),
  users: users
    .entries()
    .map(({ user, preferred }) => ({ ...user, preferred, sessions: sessions.count(user.id) })),
  farcaster: { waiting: farcaster.newest() !== null },
  origins: origins.list(),
  frame: frames.state(),
})
