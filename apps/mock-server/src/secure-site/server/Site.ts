import type { Sleep } from "../../faults/endure.ts"
import type { Ask } from "../../phone/wallet/WorldNodes.ts"
import { perWorld } from "../../world/perWorld.ts"
import type { World } from "../../world/World.ts"
import { type Farcaster, makeFarcaster } from "../farcaster/Farcaster.ts"
import { type Mailbox, makeMailbox } from "../mail/Mailbox.ts"
import { makePost } from "../mail/Post.ts"
import { makeSocial, type Social } from "../social/Social.ts"
import { type EmailChanges, makeEmailChanges } from "../users/emailChange.ts"
import { type EmailSignIn, makeEmailSignIn } from "../users/emailSignIn.ts"
import { makeSessions, type Session, type Sessions } from "../users/Sessions.ts"
import { type Member, makeUsers, type Users } from "../users/Users.ts"
import type { MakeUserWallet } from "../wallet/makeUserWallet.ts"
import type { UserWallet } from "../wallet/UserWallet.ts"
import { type Frames, makeFrames } from "./Frames.ts"
import { SiteRefusal } from "./SiteRefusal.ts"

/** What the secure site knows in one world. */
export interface Site {
  readonly mailbox: Mailbox
  readonly users: Users
  readonly sessions: Sessions
  readonly emailSignIn: EmailSignIn
  readonly emailChanges: EmailChanges
  readonly social: Social
  readonly farcaster: Farcaster
  readonly frames: Frames
  /** Whose session it is. */
  readonly memberOf: (session: Session) => Member
  readonly walletOf: (member: Member) => Promise<UserWallet>
  /** Is told of every change of what the control API shows. */
  readonly subscribe: (listener: () => void) => () => void
}

export interface SitesOptions {
  readonly sleep: Sleep
  /** The server's endpoints. */
  readonly ask: Ask
  /** Base URL of the server's endpoints. */
  readonly blockchain: () => string
  /** How a user's wallet is made. */
  readonly makeWallet: () => Promise<MakeUserWallet>
}

/** The site of each world, made when it is first looked at. */
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
    const sessions = makeSessions(world, changed)
    const post = makePost(world, mailbox)
    return {
      mailbox,
      users,
      sessions,
      emailSignIn: makeEmailSignIn({ world, users, sessions, post, sleep }),
      emailChanges: makeEmailChanges(users, post),
      social: makeSocial(world, users, sessions),
      farcaster: makeFarcaster({ world, users, sessions, sleep, changed }),
      frames,
      memberOf: ({ userId }) => {
        const member = users.byId(userId)
        if (member === undefined) throw ended()
        return member
      },
      walletOf: async ({ user: { id } }) =>
        (await makeWallet())({ world, ask, blockchain: blockchain(), user: { id } }),
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    }
  })

/** 401: signing in anew is all that helps. */
export const ended = () =>
  new SiteRefusal({ status: 401, message: "Your session has ended. Please sign in again." })
