import type { Sleep } from "../../faults/applyFault.ts"
import type { FetchHandler } from "../../phone/wallet/WorldNodes.ts"
import { perWorld } from "../../world/perWorld.ts"
import type { World } from "../../world/World.ts"
import { type Farcaster, makeFarcaster } from "../farcaster/Farcaster.ts"
import { type Mailbox, makeMailbox } from "../mail/Mailbox.ts"
import { makeMailer } from "../mail/Mailer.ts"
import { makeSocialSignIn, type SocialSignIn } from "../social/SocialSignIn.ts"
import { type EmailChanges, makeEmailChanges } from "../users/emailChange.ts"
import { type EmailSignIn, makeEmailSignIn } from "../users/emailSignIn.ts"
import { makeUserSessions, type UserSession, type UserSessions } from "../users/UserSessions.ts"
import { makeUsers, type UserRecord, type Users } from "../users/Users.ts"
import type { MakeUserWallet } from "../wallet/makeUserWallet.ts"
import type { UserWallet } from "../wallet/UserWallet.ts"
import { type AllowedOrigins, makeAllowedOrigins } from "./AllowedOrigins.ts"
import { type Frames, makeFrames } from "./Frames.ts"
import { SiteRejection } from "./SiteRejection.ts"

/** The secure site of one world. */
export interface Site {
  readonly mailbox: Mailbox
  readonly users: Users
  readonly sessions: UserSessions
  readonly emailSignIn: EmailSignIn
  readonly emailChanges: EmailChanges
  readonly social: SocialSignIn
  readonly farcaster: Farcaster
  readonly frames: Frames
  readonly origins: AllowedOrigins
  /** Returns the user record of a session. */
  readonly requireUserRecord: (session: UserSession) => UserRecord
  readonly getWallet: (member: UserRecord) => Promise<UserWallet>
  /** Subscribes to every change of the state in the control API. */
  readonly subscribe: (listener: () => void) => () => void
}

export interface SitesOptions {
  readonly sleep: Sleep
  /** The server's endpoints. */
  readonly ask: FetchHandler
  /** Base URL of the server's endpoints. */
  readonly blockchain: () => string
  /** Loads the factory of user wallets. */
  readonly makeWallet: () => Promise<MakeUserWallet>
}

/** Returns the site of each world, created on first use. */
export const makeSites = ({ sleep, ask, blockchain, makeWallet }: SitesOptions): ((world: World) => Site) =>
  perWorld((world) => {
    const listeners = new Set<() => void>()
    const changed = () => {
      for (const listener of listeners) listener()
    }
    const frames = makeFrames()
    frames.subscribe(changed)
    const mailbox = makeMailbox(world, changed)
    const users = makeUsers(changed)
    const sessions = makeUserSessions(world, changed)
    const post = makeMailer(world, mailbox)
    return {
      mailbox,
      users,
      sessions,
      emailSignIn: makeEmailSignIn({ world, users, sessions, post, sleep }),
      emailChanges: makeEmailChanges(users, post),
      social: makeSocialSignIn(world, users, sessions),
      farcaster: makeFarcaster({ world, users, sessions, sleep, changed }),
      frames,
      origins: makeAllowedOrigins(changed),
      requireUserRecord: ({ userId }) => {
        const member = users.byId(userId)
        if (member === undefined) throw sessionEnded()
        return member
      },
      getWallet: async ({ user: { id } }) =>
        (await makeWallet())({ world, ask, blockchain: blockchain(), user: { id } }),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  })

/** Creates a 401 error: the user must sign in again. */
export const sessionEnded = () =>
  new SiteRejection({ status: 401, message: "Your session has ended. Please sign in again." })
