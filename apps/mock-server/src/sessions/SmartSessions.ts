import type { GrantedSession, SessionTerms, SmartSession } from "@wmodal/api"
import { type Hex, isAddressEqual, toHex } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import type { EvmAccount } from "../http/EvmAccount.ts"
import { Failed } from "../http/Failed.ts"
import { perWorld } from "../world/perWorld.ts"
import { RecentMap } from "../world/RecentMap.ts"
import type { World } from "../world/World.ts"

/** A session and whose it is. It has no context, and is not listed, until it is activated. */
interface OpenedSession {
  readonly account: EvmAccount
  readonly session: SmartSession
}

/** What apps may do by themselves with the smart accounts of one world. A session is gone once it expires, by the world's clock. */
export interface SmartSessions {
  /** Those that were activated, oldest first; one that was revoked says when. */
  readonly list: (account: EvmAccount) => readonly SmartSession[]
  /** `origin` is the page that asks; `undefined` where nobody said. @throws Failed */
  readonly open: (account: EvmAccount, terms: SessionTerms, origin: string | undefined) => GrantedSession
  /** @throws Failed */
  readonly activate: (
    account: EvmAccount,
    terms: SessionTerms & { readonly pci: string; readonly context: string },
  ) => void
  /** The session of that permission that the address has on whichever network. @throws Failed */
  readonly find: (address: Hex, pci: string) => OpenedSession
  /** @throws Failed where that was done before. */
  readonly revoke: (pci: string) => void
}

/** Seconds for which a session lasts that says nothing of it. */
const defaultLifetime = 86_400

const makeSmartSessions = (world: World): SmartSessions => {
  const byPci = new RecentMap<string, OpenedSession>()
  const random = world.random("sessions")
  const seconds = () => Math.floor(world.now() / 1000)
  const update = (pci: string, change: Partial<SmartSession>) => {
    const opened = byPci.get(pci)
    if (opened !== undefined) byPci.set(pci, { ...opened, session: { ...opened.session, ...change } })
  }

  /** @throws Failed when it is no time to come. */
  const expiryOf = ({ expiry }: SessionTerms, otherwise: number): number => {
    if (expiry !== undefined && expiry <= seconds()) throw refused(400, "expiry", "The expiry is past")
    return expiry ?? otherwise
  }

  const find = (address: Hex, pci: string): OpenedSession => {
    const opened = byPci.get(pci)
    if (
      opened === undefined ||
      !isAddressEqual(opened.account.address, address) ||
      opened.session.expiry <= seconds()
    )
      throw refused(404, "pci", "No such session")
    return opened
  }

  return {
    list: ({ network, address }) =>
      [...byPci.values()]
        .filter(
          ({ account, session }) =>
            account.network === network &&
            isAddressEqual(account.address, address) &&
            session.context !== "" &&
            session.expiry > seconds(),
        )
        .map(({ session }) => session),

    open: (account, terms, origin) => {
      const createdAt = seconds()
      const expiry = expiryOf(terms, createdAt + defaultLifetime)
      const pci = random.uuid()
      const { publicKey } = privateKeyToAccount(toHex(random.bytes(32)))
      const session = {
        project: { id: world.projectId, name: world.projectId, ...(origin !== undefined && { url: origin }) },
        pci,
        expiry,
        createdAt,
        permissions: terms.permissions ?? [],
        policies: terms.policies ?? [],
        context: "",
      }
      byPci.set(pci, { account, session })
      return { pci, key: { type: "secp256k1", publicKey } }
    },

    activate: (account, { pci, context, ...terms }) => {
      const { account: owner, session } = find(account.address, pci)
      if (owner.network !== account.network) throw refused(404, "pci", "No such session")
      if (session.context !== "") throw refused(400, "pci", "The session has been activated")
      if (context === "") throw refused(400, "context", "The context is empty")
      const { permissions = session.permissions, policies = session.policies } = terms
      update(pci, { context, permissions, policies, expiry: expiryOf(terms, session.expiry) })
    },

    find,

    revoke: (pci) => {
      if (byPci.get(pci)?.session.revokedAt !== undefined)
        throw refused(400, "pci", "The session has been revoked")
      update(pci, { revokedAt: seconds() })
    },
  }
}

const refused = (status: 400 | 404, field: string, description: string) =>
  new Failed({ status, field, description })

export const smartSessionsOf = perWorld(makeSmartSessions)
