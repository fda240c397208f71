import { createHash } from "node:crypto"
import { BoundedMap } from "../../world/BoundedMap.ts"
import type { Provider, User } from "../User.ts"
import type { AccountType } from "../wallet/UserWallet.ts"

/** A stored user. */
export interface UserRecord {
  readonly user: User
  /** `null` until the user chooses one. */
  readonly preferred: AccountType | null
  /** Devices on which the user has signed in or which the user confirmed by email. */
  readonly devices: ReadonlySet<string>
}

export interface Users {
  readonly byId: (id: string) => UserRecord | undefined
  /** Returns the user who signs in by this email. A provider's user with the same email is a different one. */
  readonly byEmail: (email: string) => UserRecord | undefined
  /** Returns the provider's user with this `identifier`, an email or a name, and creates it when absent. */
  readonly findOrCreate: (
    provider: Provider,
    identifier: string,
    user: Pick<User, "email" | "username">,
  ) => UserRecord
  /** Returns whether a user with another ID has this email. */
  readonly isTaken: (email: string, id: string) => boolean
  readonly setEmail: (id: string, email: string) => void
  readonly setPreferredAccount: (id: string, type: AccountType) => void
  readonly trustDevice: (id: string, device: string) => void
  readonly entries: () => readonly UserRecord[]
}

/** Maximum number of devices per user. The oldest one is dropped first. */
const maxDevices = 100

/** @param changed called after each change */
export const makeUsers = (changed: () => void): Users => {
  const members = new BoundedMap<string, UserRecord>()
  /** User IDs by sign-in method and identifier. */
  const ids = new BoundedMap<string, string>()
  const keyOf = (provider: Provider, identifier: string) => `${provider} ${identifier}`

  const find = (provider: Provider, identifier: string) =>
    members.get(ids.get(keyOf(provider, identifier)) ?? "")

  const change = (id: string, over: (member: UserRecord) => Partial<UserRecord>) => {
    const member = members.get(id)
    if (member === undefined) return
    members.set(id, { ...member, ...over(member) })
    changed()
  }

  /** Returns an unused ID, because an earlier owner of the email may have kept theirs after an email change. */
  const freeId = (key: string, turn = 0): string => {
    const id = createHash("sha256").update(`${key}\n${turn}`).digest("hex").slice(0, 32)
    return members.has(id) ? freeId(key, turn + 1) : id
  }

  return {
    byId: (id) => members.get(id),
    byEmail: (email) => find("email", email),
    findOrCreate: (provider, identifier, { email, username }) => {
      const known = find(provider, identifier)
      if (known !== undefined) return known
      const key = keyOf(provider, identifier)
      const id = freeId(key)
      const member: UserRecord = {
        user: { id, email, username, provider },
        preferred: null,
        devices: new Set(),
      }
      members.set(id, member)
      ids.set(key, id)
      changed()
      return member
    },
    isTaken: (email, id) => [...members.values()].some(({ user }) => user.email === email && user.id !== id),
    setEmail: (id, email) =>
      change(id, ({ user }) => {
        if (user.provider === "email") {
          ids.delete(keyOf("email", user.email ?? ""))
          ids.set(keyOf("email", email), id)
        }
        return { user: { ...user, email } }
      }),
    setPreferredAccount: (id, preferred) => change(id, () => ({ preferred })),
    trustDevice: (id, device) =>
      change(id, ({ devices }) => ({ devices: new Set([...devices, device].slice(-maxDevices)) })),
    entries: () => [...members.values()],
  }
}
