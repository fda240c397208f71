import type { Network } from "../Network.ts"

/** Polkadot, `polkadot:91b171bb158e2d3848fa23a9f1c25182`. */
export const polkadot: Network = {
  id: "91b171bb158e2d3848fa23a9f1c25182",
  caipNetworkId: "polkadot:91b171bb158e2d3848fa23a9f1c25182",
  chainNamespace: "polkadot",
  name: "Polkadot",
  nativeCurrency: { name: "Polkadot", symbol: "DOT", decimals: 10 },
  rpcUrls: { default: { http: ["https://rpc.polkadot.io"] } },
}

/** Kusama, `polkadot:b0a8d493285c2df73290dfb7e61f870f`. */
export const kusama: Network = {
  id: "b0a8d493285c2df73290dfb7e61f870f",
  caipNetworkId: "polkadot:b0a8d493285c2df73290dfb7e61f870f",
  chainNamespace: "polkadot",
  name: "Kusama",
  nativeCurrency: { name: "Kusama", symbol: "KSM", decimals: 12 },
  rpcUrls: { default: { http: ["https://kusama-rpc.polkadot.io"] } },
}

/** Westend, `polkadot:e143f23803ac50e8f6f8e62695d1ce9e`. */
export const westend: Network = {
  id: "e143f23803ac50e8f6f8e62695d1ce9e",
  caipNetworkId: "polkadot:e143f23803ac50e8f6f8e62695d1ce9e",
  chainNamespace: "polkadot",
  name: "Westend",
  nativeCurrency: { name: "Westend", symbol: "WND", decimals: 12 },
  rpcUrls: { default: { http: ["https://westend-rpc.polkadot.io"] } },
  testnet: true,
}

/** The Polkadot networks, which the servers' clients do not know: wallets alone reach them. */
export const polkadotNetworks: readonly Network[] = [polkadot, kusama, westend]
