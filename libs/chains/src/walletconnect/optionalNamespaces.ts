import type { Namespace, Network } from "@wmodal/protocol"
import type { NamespaceOverride } from "./WalletConnect.ts"

/** The requested namespaces. All are optional: a wallet approves those that it supports. Source: CAIP-25. */
export type OptionalNamespaces = Readonly<Record<string, OptionalNamespace>>

interface OptionalNamespace {
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** CAIP-2. */
  readonly chains: readonly string[]
}

/**
 * Source: the AppKit 1.7.2 wire, without `eth_sign`, which signs what no wallet can show, and without
 * `wallet_grantPermissions`. A host app that needs them proposes them by its override. Polkadot's, which are not on that
 * wire: the WalletConnect RPC reference.
 */
const namespaceMethods: Readonly<Record<Namespace, readonly string[]>> = {
  eip155: [
    "eth_accounts",
    "eth_requestAccounts",
    "eth_sendRawTransaction",
    "eth_signTransaction",
    "eth_signTypedData",
    "eth_signTypedData_v3",
    "eth_signTypedData_v4",
    "eth_sendTransaction",
    "personal_sign",
    "wallet_switchEthereumChain",
    "wallet_addEthereumChain",
    "wallet_getPermissions",
    "wallet_requestPermissions",
    "wallet_registerOnboarding",
    "wallet_watchAsset",
    "wallet_scanQRCode",
    "wallet_getCallsStatus",
    "wallet_showCallsStatus",
    "wallet_sendCalls",
    "wallet_getCapabilities",
    "wallet_revokePermissions",
    "wallet_getAssets",
  ],
  solana: [
    "solana_signMessage",
    "solana_signTransaction",
    "solana_requestAccounts",
    "solana_getAccounts",
    "solana_signAllTransactions",
    "solana_signAndSendTransaction",
  ],
  bip122: ["sendTransfer", "signMessage", "signPsbt", "getAccountAddresses"],
  polkadot: ["polkadot_signTransaction", "polkadot_signMessage"],
}

/** The Solana chain ids of older wallets. Source: the WalletConnect docs, chain ids of Solana. */
const legacyChainIds: Readonly<Record<string, string>> = {
  "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp": "solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ",
  "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1": "solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K",
}

/** Returns the current id of a network, from any id that wallets use. */
export const canonicalChainId = (chain: string): string =>
  Object.keys(legacyChainIds).find((current) => legacyChainIds[current] === chain) ?? chain

/** Makes a request with all networks of the host app, so that one approval covers them. */
export const makeOptionalNamespaces = (
  networks: readonly Network[],
  override: NamespaceOverride = {},
): OptionalNamespaces => {
  const ours = new Set<Namespace>(networks.map(({ chainNamespace }) => chainNamespace))
  const names = new Set<string>([...ours, ...Object.values(override).flatMap((given) => Object.keys(given))])
  return Object.fromEntries(
    [...names].map((name): readonly [string, OptionalNamespace] => [
      name,
      {
        methods:
          override.methods?.[name] ?? [...ours].flatMap((one) => (one === name ? namespaceMethods[one] : [])),
        events: override.events?.[name] ?? ["accountsChanged", "chainChanged"],
        chains: override.chains?.[name] ?? getChainIds(networks, name),
      },
    ]),
  )
}

const getChainIds = (networks: readonly Network[], name: string): readonly string[] => {
  const current = networks
    .filter(({ chainNamespace }) => chainNamespace === name)
    .map(({ caipNetworkId }) => caipNetworkId)
  return [...new Set([...current, ...current.flatMap((id) => legacyChainIds[id] ?? [])])]
}
