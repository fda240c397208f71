import type { Sleep } from "../../faults/applyFault.ts"
import { BoundedMap } from "../../world/BoundedMap.ts"
import type { World } from "../../world/World.ts"
import { makePendingResult, type PendingResult } from "../server/PendingResult.ts"
import { randomToken } from "../server/randomToken.ts"
import { SiteRejection } from "../server/SiteRejection.ts"
import { siteNow } from "../server/siteClock.ts"
import type { Requester } from "../siteCalls.ts"
import type { UserSession, UserSessions } from "../users/UserSessions.ts"
import type { Users } from "../users/Users.ts"

const channelTtlMs = 600_000

interface FarcasterChannel {
  readonly id: string
  readonly requester: Requester
  readonly since: number
  /** The approving user's name; `null` when the user declined. */
  readonly approval: PendingResult<string | null>
}

/** Sign-in by a link that is opened on a phone. */
export interface Farcaster {
  /** Replaces the device's earlier request. Returns the channel of the link. */
  readonly begin: (device: string, requester: Requester) => string
  /** Returns who requested a link; `undefined` when it is not pending. */
  readonly requesterOf: (channel: string) => Requester | undefined
  readonly answer: (channel: string, userName: string | null) => void
  /** Returns the channel of the newest pending link. */
  readonly newest: () => string | null
  /** Completes once the phone has responded. */
  readonly finish: (device: string, signal: AbortSignal) => Promise<UserSession>
}

interface FarcasterDeps {
  readonly world: World
  readonly users: Users
  readonly sessions: UserSessions
  readonly sleep: Sleep
  /** Called when a link becomes pending or is settled. */
  readonly changed: () => void
}

export const makeFarcaster = ({ world, users, sessions, sleep, changed }: FarcasterDeps): Farcaster => {
  const byDevice = new BoundedMap<string, FarcasterChannel>()
  const byId = new BoundedMap<string, FarcasterChannel>()
  const isOpen = ({ since }: FarcasterChannel) => siteNow(world) - since < channelTtlMs
  const forget = (device: string, channel: FarcasterChannel) => {
    byId.delete(channel.id)
    if (byDevice.get(device) === channel) byDevice.delete(device)
    changed()
  }
  return {
    begin: (device, requester) => {
      const before = byDevice.get(device)
      if (before !== undefined) {
        forget(device, before)
        before.approval.reject(channelExpired())
      }
      const channel: FarcasterChannel = {
        id: randomToken(),
        requester,
        since: siteNow(world),
        approval: makePendingResult(sleep),
      }
      byDevice.set(device, channel)
      byId.set(channel.id, channel)
      changed()
      return channel.id
    },
    requesterOf: (id) => {
      const channel = byId.get(id)
      return channel !== undefined && isOpen(channel) ? channel.requester : undefined
    },
    answer: (id, userName) => {
      const channel = byId.get(id)
      if (channel === undefined || !isOpen(channel) || !channel.approval.resolve(userName))
        throw channelExpired()
      changed()
    },
    newest: () =>
      [...byId.values()].findLast((channel) => isOpen(channel) && !channel.approval.isSettled())?.id ?? null,
    finish: async (device, signal) => {
      const channel = byDevice.get(device)
      if (channel === undefined) throw channelExpired()
      const left = channelTtlMs - (siteNow(world) - channel.since)
      const username = await channel.approval.wait(left, signal, channelExpired)
      // When two calls wait for one response, the other one has the session already.
      if (byDevice.get(device) !== channel) throw channelExpired()
      forget(device, channel)
      if (username === null) throw signInDeclined()
      const { user } = users.findOrCreate("farcaster", username, { email: null, username })
      return sessions.begin(user.id, channel.requester)
    },
  }
}

const channelExpired = () =>
  new SiteRejection({ status: 410, message: "This link is no longer valid. Please try again." })
const signInDeclined = () =>
  new SiteRejection({ status: 403, message: "The sign-in was declined on the phone." })
