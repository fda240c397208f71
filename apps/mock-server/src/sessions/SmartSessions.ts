import type { GrantedSession, SessionTerms, SmartSession } from "@wmodal/api"
import { type Hex, isAddressEqual, toHex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import type { EvmAccount } from "../http/EvmAccount.ts"
import { RequestError } from "../http/RequestError.ts"
import { BoundedMap } from "../world/BoundedMap.ts"
import { perWorld } from "../world/perWorld.ts"
import type { World } from "../world/World.ts"

/** A session and its account. It has no context, and is not listed, until it is activated. */
interface StoredSmartSession {
  readonly account: EvmAccount
  readonly session: SmartSession
  /** The clock of its expiry: the machine's for a time that a client set, else the world's. */
  readonly expiresBy: "wallNow" | "now"
  /** True for one that the wallet has listed, and no dApp has opened here. */
  readonly isRecord: boolean
}

/** The smart sessions of one world: permissions of apps on smart accounts. An expired session is removed. */
export interface SmartSessions {
  /** Returns activated sessions, oldest first; a revoked one has its revocation time. */
  readonly list: (account: EvmAccount) => readonly SmartSession[]
  /** Opens a session. `origin` is the dApp's; `undefined` when the request has none. @throws Failed */
  readonly open: (account: EvmAccount, terms: SessionTerms, origin: string | undefined) => GrantedSession
  /** Lists a session that the wallet granted, by its context, unless its dApp has activated it here. */
  readonly record: (
    account: EvmAccount,
    granted: SessionTerms & { readonly expiry: number; readonly context: string },
    origin: string | undefined,
  ) => void
  /** @throws Failed */
  readonly activate: (
    account: EvmAccount,
    terms: SessionTerms & { readonly pci: string; readonly context: string },
  ) => void
  /** Finds the session of that permission for the address on any network. @throws Failed */
  readonly find: (address: Hex, pci: string) => StoredSmartSession
  /** @throws Failed when it is already revoked. */
  readonly revoke: (pci: string) => void
}

/** Default duration of a session, in seconds. */
const defaultTtlSeconds = 86_400

const makeSmartSessions = (world: World): SmartSessions => {
  const byPci = new BoundedMap<string, StoredSmartSession>()
  const seconds = () => Math.floor(world.now() / 1000)
  const isPast = (expiry: number, by: StoredSmartSession["expiresBy"]) => expiry * 1000 <= world[by]()

  /** @throws Failed if the requested time is in the past. */
  const expiryOf = ({ expiry }: SessionTerms) => {
    if (expiry === undefined) return null
    if (isPast(expiry, "wallNow")) throw sessionRejected(400, "expiry", "The expiry has passed")
    return { expiry, expiresBy: "wallNow" } as const
  }

  const find = (address: Hex, pci: string): StoredSmartSession => {
    const opened = byPci.get(pci)
    if (
      opened === undefined ||
      !isAddressEqual(opened.account.address, address) ||
      isPast(opened.session.expiry, opened.expiresBy)
    )
      throw sessionRejected(404, "pci", "No such session")
    return opened
  }

  const toProject = (origin: string | undefined) => ({
    id: world.projectId,
    name: world.projectId,
    ...(origin !== undefined && { url: origin }),
  })
  /** Removes the wallet's own record of a session, which its dApp has activated or a new grant of its key replaces. */
  const forgetRecord = (account: EvmAccount, context: string) => {
    for (const [pci, { account: owner, isRecord, session }] of byPci)
      if (isRecord && owner.network === account.network && isAddressEqual(owner.address, account.address))
        if (session.context === context) byPci.delete(pci)
  }

  return {
    list: ({ network, address }) =>
      [...byPci.values()]
        .filter(
          ({ account, session, expiresBy }) =>
            account.network === network &&
            isAddressEqual(account.address, address) &&
            session.context !== "" &&
            !isPast(session.expiry, expiresBy),
        )
        .map(({ session }) => session),

    open: (account, terms, origin) => {
      const createdAt = seconds()
      const { expiry, expiresBy } = expiryOf(terms) ?? {
        expiry: createdAt + defaultTtlSeconds,
        expiresBy: "now",
      }
      const random = world.random("sessions")
      const pci = random.uuid()
      const { publicKey } = privateKeyToAccount(toHex(random.bytes(32)))
      const session = {
        project: toProject(origin),
        pci,
        expiry,
        createdAt,
        permissions: terms.permissions ?? [],
        policies: terms.policies ?? [],
        context: "",
      }
      byPci.set(pci, { account, session, expiresBy, isRecord: false })
      return { pci, key: { type: "secp256k1", publicKey } }
    },

    record: (account, { context, expiry, permissions = [], policies = [] }, origin) => {
      forgetRecord(account, context)
      const pci = world.random("sessions").uuid()
      const session = {
        project: toProject(origin),
        pci,
        expiry,
        createdAt: seconds(),
        permissions,
        policies,
        context,
      }
      byPci.set(pci, { account, session, expiresBy: "wallNow", isRecord: true })
    },

    activate: (account, { pci, context, ...terms }) => {
      const opened = find(account.address, pci)
      const { account: owner, session } = opened
      if (owner.network !== account.network) throw sessionRejected(404, "pci", "No such session")
      if (session.context !== "") throw sessionRejected(400, "pci", "The session has been activated")
      if (context === "") throw sessionRejected(400, "context", "Missing context")
      const { permissions = session.permissions, policies = session.policies } = terms
      const { expiry, expiresBy } = expiryOf(terms) ?? { ...opened, expiry: session.expiry }
      forgetRecord(account, context)
      const activated = { ...session, context, permissions, policies, expiry }
      byPci.set(pci, { account, session: activated, expiresBy, isRecord: false })
    },

    find,

    revoke: (pci) => {
      const opened = byPci.get(pci)
      if (opened === undefined) return
      if (opened.session.revokedAt !== undefined)
        throw sessionRejected(400, "pci", "The session has been revoked")
      byPci.set(pci, { ...opened, session: { ...opened.session, revokedAt: seconds() } })
    },
  }
}

const sessionRejected = (status: 400 | 404, field: string, description: string) =>
  new RequestError({ status, field, description })

export const getSmartSessions = perWorld(makeSmartSessions)
