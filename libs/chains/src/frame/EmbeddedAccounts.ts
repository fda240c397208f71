import { safeMethods, unsafeMethods } from "@wmodal/frame-rpc"
import type { CaipAddress, Namespace } from "@wmodal/protocol"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type {
  ApprovedNamespace,
  ApprovedSession,
  RemoteWallet,
  RemoteWalletDeps,
  RemoteWalletEvent,
} from "../remote/RemoteWallet.ts"
import type { FrameAccount } from "./FrameAccount.ts"

/** The signed-in account on each chain. */
type AccountsByNamespace = Partial<Readonly<Record<Namespace, FrameAccount>>>

/** The embedded wallet's accounts per chain. A chain is connected only while it has an account here. */
export interface EmbeddedAccounts extends Pick<RemoteWallet, "session" | "activeNetwork" | "listen"> {
  readonly get: (namespace: Namespace) => FrameAccount | null
  readonly all: () => AccountsByNamespace
  /** Replaces all accounts. */
  readonly set: (accounts: AccountsByNamespace) => void
  /** Removes all accounts. `null`: the user signed out. */
  readonly end: (because: ConnectorReason | null) => void
  /** Returns the reason of the last end. */
  readonly getEndReason: () => ConnectorReason | null
}

/** @param changed called after each change, before all other listeners */
export const makeEmbeddedAccounts = (
  { networks }: RemoteWalletDeps,
  changed: () => void,
): EmbeddedAccounts => {
  let accounts: AccountsByNamespace = {}
  let session: ApprovedSession | null = null
  let because: ConnectorReason | null = null
  const listeners = new Set<(event: RemoteWalletEvent) => void>()

  const tell = (event: RemoteWalletEvent) => {
    changed()
    const standing = [...listeners]
    for (const listener of standing) listener(event)
  }

  const approved = (namespace: Namespace): ApprovedNamespace | null => {
    const account = accounts[namespace]
    const [first, ...rest] = networks
      .filter(({ chainNamespace }) => chainNamespace === namespace)
      .map(({ caipNetworkId }) => caipNetworkId)
    if (account === undefined || first === undefined) return null
    const { address } = account
    return {
      accounts: [`${first}:${address}`, ...rest.map((network): CaipAddress => `${network}:${address}`)],
      networks: [first, ...rest],
      methods: embeddedWalletMethods.filter(
        (method) => method.startsWith("solana_") === (namespace === "solana"),
      ),
    }
  }

  const sessionNow = (): ApprovedSession | null => {
    const [eip155, solana] = [approved("eip155"), approved("solana")]
    return eip155 === null && solana === null
      ? null
      : {
          wallet: { name: "Auth", icon: null },
          namespaces: { ...(eip155 && { eip155 }), ...(solana && { solana }) },
          properties: {},
        }
  }

  return {
    get: (namespace) => accounts[namespace] ?? null,
    all: () => accounts,
    session: () => session,
    activeNetwork: (namespace) => accounts[namespace]?.network ?? null,
    set: (taken) => {
      accounts = taken
      session = sessionNow()
      tell({ _tag: "SessionUpdated" })
    },
    end: (reason) => {
      if (session === null) return
      accounts = {}
      session = null
      because = reason
      tell({ _tag: "SessionDeleted" })
    },
    getEndReason: () => because,
    listen: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

const embeddedWalletMethods: readonly string[] = [...safeMethods, ...unsafeMethods]
