import {
  type CaipAddress,
  type CaipNetworkId,
  isSameAddress,
  type Namespace,
  toNetworkId,
  toPlainAddress,
} from "@wmodal/protocol"
import { decodeList } from "../wallet/decodeList.ts"
import { ProviderError } from "../wallet/ProviderError.ts"
import type { ApprovedNamespace, RemoteWallet, RemoteWalletEvent } from "./RemoteWallet.ts"
import { toWalletRejection } from "./WalletRejection.ts"

/** A wallet's current approval for one namespace, and the requests to it. */
export interface NamespaceSession {
  readonly namespace: Namespace
  /** `null` while no account of this namespace is approved. */
  readonly getApproved: () => ApprovedNamespace | null
  /** The network that the dApp uses; `null` while no account is approved. */
  readonly network: () => CaipNetworkId | null
  /** Returns `true` if an account can be used on the network. */
  readonly covers: (network: CaipNetworkId) => boolean
  /** Plain and unique, the one in use first. Returns those of all networks if none is on this one. */
  readonly addresses: (network: CaipNetworkId | null) => readonly string[]
  /** Sets the network, also for later reloads. */
  readonly use: (network: CaipNetworkId) => void
  /** Sets the network of a new session and discards the state of an earlier one. */
  readonly begin: (network: CaipNetworkId | null) => void
  /**
   * Sends a request to the wallet, once. Rejects with a `ProviderError`: that of the wallet or, without a request, 4200
   * for a method and 4100 for a network that it has not approved.
   */
  readonly request: (network: CaipNetworkId, method: string, params: unknown) => Promise<unknown>
  /** Calls `changed` whenever any of this may have changed. @returns the function that ends it */
  readonly listen: (changed: () => void) => () => void
}

/** The namespaces with one address on every network: an approved account is valid on all approved networks. */
const sharedAddressNamespaces: ReadonlySet<Namespace> = new Set(["eip155", "solana"])

export const makeNamespaceSession = (wire: RemoteWallet, namespace: Namespace): NamespaceSession => {
  const listeners = new Set<() => void>()
  let silence: (() => void) | null = null
  /** The account that the wallet reported last, in use as long as it is approved. */
  let chosen: string | null = null
  /** The network that the wallet reported last, before its approval: relay messages may arrive out of order. */
  let wished: CaipNetworkId | null = null

  const now = () => wire.session()?.namespaces[namespace] ?? null
  const covers = (network: CaipNetworkId) => {
    const approved = now()
    return (
      approved !== null &&
      approved.networks.includes(network) &&
      (sharedAddressNamespaces.has(namespace) || approved.accounts.some(isOnNetwork(network)))
    )
  }

  const tell = () => {
    const standing = [...listeners]
    for (const listener of standing) listener()
  }

  const hear = (event: RemoteWalletEvent) => {
    switch (event._tag) {
      case "SessionDeleted":
        chosen = null
        wished = null
        break
      case "SessionUpdated":
        if (wished !== null && covers(wished)) {
          wire.setActiveNetwork(wished)
          wished = null
        }
        break
      case "SessionEvent": {
        if (!event.network.startsWith(`${namespace}:`)) return
        if (event.name === "accountsChanged") chosen = decodeAddress(event.data) ?? chosen
        else if (event.name === "chainChanged") {
          const named = decodeNetwork(namespace, event.data) ?? event.network
          if (covers(named)) wire.setActiveNetwork(named)
          wished = covers(named) ? null : named
        } else return
      }
    }
    tell()
  }

  return {
    namespace,
    getApproved: now,
    covers,
    network: () => {
      const used = wire.activeNetwork(namespace)
      if (used !== null && covers(used)) return used
      const first = now()?.accounts[0]
      return first === undefined ? null : toNetworkId(first)
    },
    addresses: (network) => {
      const all = now()?.accounts ?? []
      const here = network === null ? [] : all.filter(isOnNetwork(network))
      const plain = [...new Set((here.length > 0 ? here : all).map(toPlainAddress))]
      const first = plain.find((address) => chosen !== null && isSameAddress(address, chosen))
      return first === undefined ? plain : [first, ...plain.filter((address) => address !== first)]
    },
    use: (network) => {
      wished = null
      wire.setActiveNetwork(network)
      tell()
    },
    begin: (network) => {
      chosen = null
      wished = null
      if (network !== null && covers(network)) wire.setActiveNetwork(network)
    },
    request: async (network, method, params) => {
      const approved = now()
      if (approved === null) throw new ProviderError(4100, "The wallet shares no account on this chain.")
      if (!approved.methods.includes(method))
        throw new ProviderError(4200, `The wallet has not approved ${method}.`)
      if (!approved.networks.includes(network))
        throw new ProviderError(4100, "The wallet has not approved this network.")
      try {
        return await wire.request(network, method, params)
      } catch (thrown) {
        throw toWalletRejection(thrown, method)
      }
    },
    listen: (changed) => {
      listeners.add(changed)
      silence ??= wire.listen(hear)
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        silence?.()
        silence = null
      }
    },
  }
}

const isOnNetwork = (network: CaipNetworkId) => (account: CaipAddress) => account.startsWith(`${network}:`)

/** Decodes the first of a list of accounts, plain or as CAIP-10. */
const decodeAddress = (data: unknown): string | null => {
  const [first] = decodeList(data, 1) ?? []
  return typeof first === "string" && first.length <= 200 ? toPlainAddress(first) : null
}

/** Decodes a network: its CAIP-2 id, its reference, or that as a number or in hex. */
const decodeNetwork = (namespace: Namespace, data: unknown): CaipNetworkId | null => {
  const text = typeof data === "number" ? `${data}` : data
  if (typeof text !== "string" || text.length > 100) return null
  const reference = text.startsWith(`${namespace}:`) ? text.slice(namespace.length + 1) : text
  if (/^0x[0-9a-f]{1,16}$/i.test(reference)) return `${namespace}:${BigInt(reference)}`
  return /^[-_a-z0-9]{1,32}$/i.test(reference) ? `${namespace}:${reference}` : null
}
