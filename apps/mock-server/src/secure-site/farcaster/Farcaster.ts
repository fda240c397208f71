import type { Sleep } from "../../faults/endure.ts"
import { RecentMap } from "../../world/RecentMap.ts"
import type { World } from "../../world/World.ts"
import { type Awaited, makeAwaited } from "../server/Awaited.ts"
import { drawn } from "../server/drawn.ts"
import { SiteRefusal } from "../server/SiteRefusal.ts"
import { siteNow } from "../server/siteClock.ts"
import type { Session, Sessions } from "../users/Sessions.ts"
import type { Users } from "../users/Users.ts"

const lifetime = 600_000

interface Channel {
  readonly id: string
  readonly since: number
  /** The name of who approved; `null` where they said no. */
  readonly answered: Awaited<string | null>
}

/** Signing in by a link that is opened on a phone. */
export interface Farcaster {
  /** In place of what the device has asked for before. @returns the channel of the link. */
  readonly begin: (device: string) => string
  readonly answer: (channel: string, userName: string | null) => void
  /** The newest that nobody has answered. */
  readonly newest: () => string | null
  /** Until the phone has answered. */
  readonly finish: (device: string, signal: AbortSignal) => Promise<Session>
}

interface Parts {
  readonly world: World
  readonly users: Users
  readonly sessions: Sessions
  readonly sleep: Sleep
  /** Is told when something is there to be answered, and when it is no more. */
  readonly changed: () => void
}

export const makeFarcaster = ({ world, users, sessions, sleep, changed }: Parts): Farcaster => {
  const byDevice = new RecentMap<string, Channel>()
  const byId = new RecentMap<string, Channel>()
  const isOpen = ({ since }: Channel) => siteNow(world) - since < lifetime
  const forget = (device: string, channel: Channel) => {
    byId.delete(channel.id)
    if (byDevice.get(device) === channel) byDevice.delete(device)
    changed()
  }
  return {
    begin: (device) => {
      const before = byDevice.get(device)
      if (before !== undefined) {
        forget(device, before)
        before.answered.reject(tooLate())
      }
      const channel: Channel = { id: drawn(), since: siteNow(world), answered: makeAwaited(sleep) }
      byDevice.set(device, channel)
      byId.set(channel.id, channel)
      changed()
      return channel.id
    },
    answer: (id, userName) => {
      const channel = byId.get(id)
      if (channel === undefined || !isOpen(channel) || !channel.answered.resolve(userName)) throw tooLate()
      changed()
    },
    newest: () =>
      [...byId.values()].findLast((channel) => isOpen(channel) && !channel.answered.isSettled())?.id ?? null,
    finish: async (device, signal) => {
      const channel = byDevice.get(device)
      if (channel === undefined) throw tooLate()
      const left = lifetime - (siteNow(world) - channel.since)
      const username = await channel.answered.wait(left, signal, tooLate)
      // Of two that wait for the same answer, the other one has it already.
      if (byDevice.get(device) !== channel) throw tooLate()
      forget(device, channel)
      if (username === null) throw declined()
      return sessions.begin(users.enter("farcaster", username, { email: null, username }).user.id)
    },
  }
}

const tooLate = () =>
  new SiteRefusal({ status: 410, message: "This link is not valid any more. Please try again." })
const declined = () => new SiteRefusal({ status: 403, message: "The sign-in was declined on the phone." })
