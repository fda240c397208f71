import type { Network } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import { codesOf, reasonOf } from "../wallet/thrown.ts"
import { chainIdFrom, chainIdToHex } from "./chainId.ts"
import { ask, type Eip1193Provider } from "./Eip1193Provider.ts"

/** With these a wallet says that it does not know the network. MetaMask Mobile wraps 4902; 5000 and 32603 (positive) are others' words for it. */
const unknownToWallet = new Set([4902, 5000, 32603])

/**
 * Switches the wallet, and adds the network first when the wallet does not know it.
 * Untraced: the spans of `Effect.fn` weigh 4 kB in a browser. Source: EIP-3326, EIP-3085.
 */
export const switchNetwork = Effect.fnUntraced(function* (provider: Eip1193Provider, network: Network) {
  const notSupported: ConnectorReason = { _tag: "NetworkNotSupported", network: network.name }
  const chainId = chainIdFrom(network.id)
  if (chainId === null) return yield* Effect.fail(notSupported)
  const change = ask(provider, "wallet_switchEthereumChain", [{ chainId: chainIdToHex(chainId) }])

  const outcome = yield* Effect.result(change)
  if (Result.isSuccess(outcome)) return
  const thrown = outcome.failure
  if (!codesOf(thrown).some((code) => unknownToWallet.has(code))) {
    const reason = reasonOf(thrown, "wallet_switchEthereumChain")
    return yield* Effect.fail(reason._tag === "Unsupported" ? notSupported : reason)
  }

  // What the person did or has yet to do says more than "not supported".
  const theirsOr = (failure: unknown): ConnectorReason => {
    const reason = reasonOf(failure, "wallet_addEthereumChain")
    return reason._tag === "Declined" || reason._tag === "AlreadyAsking" ? reason : notSupported
  }
  yield* Effect.mapError(ask(provider, "wallet_addEthereumChain", [addParameter(network, chainId)]), theirsOr)
  // Adding switches in most wallets, and only adds in some.
  const now = yield* Effect.mapError(ask(provider, "eth_chainId"), theirsOr)
  if (chainIdFrom(now) !== chainId) yield* Effect.mapError(change, theirsOr)
})

const addParameter = (network: Network, chainId: number) => {
  const icon = network.assets?.imageUrl
  return {
    chainId: chainIdToHex(chainId),
    chainName: network.name,
    nativeCurrency: network.nativeCurrency,
    rpcUrls: network.rpcUrls.default.http,
    ...(network.blockExplorers && { blockExplorerUrls: [network.blockExplorers.default.url] }),
    ...(icon?.startsWith("https://") && { iconUrls: [icon] }),
  }
}
