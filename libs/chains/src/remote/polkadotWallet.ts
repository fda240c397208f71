import type { CaipNetworkId } from "@wmodal/protocol"
import { decodeAccount } from "../polkadot/addresses.ts"
import { toPolkadotNetworkId } from "../polkadot/polkadotChains.ts"
import type { StandardAccount, StandardWallet } from "../standard/StandardWallet.ts"
import { formatBytes } from "../text/formatBytes.ts"
import { findSharedNetwork, isAccountShared, notSharedError } from "./accountSharing.ts"
import type { NamespaceSession } from "./NamespaceSession.ts"
import type { RemoteWallet } from "./RemoteWallet.ts"
import { standardWalletFromSession } from "./standardWalletFromSession.ts"

interface MessageInput {
  readonly account: StandardAccount
  readonly message: Uint8Array
}

interface TransactionInput {
  readonly account: StandardAccount
  readonly payload: object
  /** CAIP-2. */
  readonly chain: string
}

/** Makes a wallet object from a session's Polkadot namespace. Source: the WalletConnect RPC reference, Polkadot. */
export const polkadotWallet = (
  wire: RemoteWallet,
  approval: NamespaceSession,
  moved: () => void,
): StandardWallet => {
  const has = (method: string) => approval.getApproved()?.methods.includes(method) ?? false

  const request = (network: CaipNetworkId | null, address: string, method: string, params: object) => {
    if (network === null || !isAccountShared(approval, network, address)) throw notSharedError()
    return approval.request(network, method, { address, ...params })
  }

  return standardWalletFromSession(approval, {
    chains: wire.deps.networks.flatMap(({ caipNetworkId }) => toPolkadotNetworkId(caipNetworkId) ?? []),
    networkOf: toPolkadotNetworkId,
    moved,
    describe: (address) => ({ publicKey: decodeAccount(address) ?? new Uint8Array() }),
    features: () => ({
      ...(has("polkadot_signMessage") && {
        "polkadot:signMessage": {
          version: "1.0.0",
          signMessage: async ({ account: { address }, message }: MessageInput) =>
            request(findSharedNetwork(approval, address), address, "polkadot_signMessage", {
              message: formatBytes(message),
            }),
        },
      }),
      ...(has("polkadot_signTransaction") && {
        "polkadot:signTransaction": {
          version: "1.0.0",
          signTransaction: async ({ account: { address }, chain, payload }: TransactionInput) =>
            request(toPolkadotNetworkId(chain), address, "polkadot_signTransaction", {
              transactionPayload: payload,
            }),
        },
      }),
    }),
  })
}
