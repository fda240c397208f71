import { type CaipNetworkId, type Namespace, type Network, RpcError } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { bitcoin } from "../bitcoin/index.ts"
import { evm } from "../evm/index.ts"
import type {
  ApprovedNamespace,
  ApprovedSession,
  RemoteWallet,
  RemoteWalletEvent,
} from "../remote/RemoteWallet.ts"
import { solana } from "../solana/index.ts"
import { ProviderError } from "../wallet/ProviderError.ts"

/** A logged request to a wallet or a node. */
interface RemoteRequest {
  readonly network: CaipNetworkId
  readonly method: string
  readonly params: unknown
}

export interface ScriptedRemoteWalletOptions {
  readonly networks?: readonly Network[]
  readonly namespaces: ApprovedSession["namespaces"]
  readonly properties?: ApprovedSession["properties"]
  /** Returns the wallet's response; throws to reject. */
  readonly answer?: (question: RemoteRequest) => unknown
  /** Returns the nodes' response; throws an RpcError's reason to fail. */
  readonly node?: (question: RemoteRequest) => unknown
}

/** A WalletConnect session whose approval, responses and events a test defines. */
export interface ScriptedRemoteWallet {
  readonly remoteWallet: RemoteWallet
  /** All requests to the wallet. */
  readonly asked: readonly RemoteRequest[]
  /** All requests to the nodes. */
  readonly read: readonly RemoteRequest[]
  readonly listeners: () => number
  /** Replaces the approval. */
  readonly update: (namespaces: ApprovedSession["namespaces"]) => void
  readonly tell: (network: CaipNetworkId, name: string, data: unknown) => void
  readonly end: () => void
}

export const makeScriptedRemoteWallet = ({
  answer = () => null,
  namespaces,
  networks = [mainnet, optimism],
  node = () => null,
  properties = {},
}: ScriptedRemoteWalletOptions): ScriptedRemoteWallet => {
  const asked: RemoteRequest[] = []
  const reads: RemoteRequest[] = []
  const listeners = new Set<(event: RemoteWalletEvent) => void>()
  const inUse = new Map<Namespace, CaipNetworkId>()
  let session: ApprovedSession | null = {
    wallet: { name: "Phone", icon: null },
    namespaces,
    properties,
  }
  const emit = (event: RemoteWalletEvent) => {
    const standing = [...listeners]
    for (const listener of standing) listener(event)
  }

  return {
    asked,
    read: reads,
    listeners: () => listeners.size,
    update: (changed) => {
      session = { wallet: { name: "Phone", icon: null }, namespaces: changed, properties }
      emit({ _tag: "SessionUpdated" })
    },
    tell: (network, name, data) => emit({ _tag: "SessionEvent", network, name, data }),
    end: () => {
      session = null
      emit({ _tag: "SessionDeleted" })
    },
    remoteWallet: {
      deps: {
        chains: [evm(), solana(), bitcoin()],
        networks,
        warn: () => {},
        read: ({ caipNetworkId }, method, params) =>
          Effect.try({
            try: () => {
              const question = { network: caipNetworkId, method, params }
              reads.push(question)
              return node(question)
            },
            catch: (reason) => new RpcError({ method, host: "node", reason: reason as RpcError["reason"] }),
          }),
      },
      session: () => session,
      request: async (network, method, params) => {
        if (session === null) throw new ProviderError(4900, "The session has ended.")
        const question = { network, method, params }
        asked.push(question)
        return answer(question)
      },
      activeNetwork: (namespace) => inUse.get(namespace) ?? null,
      setActiveNetwork: (network) => {
        const namespace = networks.find((one) => one.caipNetworkId === network)?.chainNamespace
        if (namespace !== undefined) inUse.set(namespace, network)
      },
      listen: (listener) => {
        listeners.add(listener)
        return () => {
          listeners.delete(listener)
        }
      },
    },
  }
}

/** Makes an approval: these accounts, on their networks, and these methods. */
export const toApprovedNamespace = (
  accounts: ApprovedNamespace["accounts"],
  methods: readonly string[],
): ApprovedNamespace => {
  const networkOf = (account: string): CaipNetworkId => {
    const [namespace = "", reference = ""] = account.split(":")
    return `${namespace}:${reference}`
  }
  const [first, ...rest] = accounts
  const others = new Set(rest.map(networkOf).filter((network) => network !== networkOf(first)))
  return { accounts, methods, networks: [networkOf(first), ...others] }
}
