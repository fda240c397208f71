import type { Network } from "../Network.ts"

/** Bitcoin, `bip122:000000000019d6689c085ae165831e93`. The URLs speak mempool-style REST, not JSON-RPC. */
export const bitcoin: Network = {
  id: "000000000019d6689c085ae165831e93",
  caipNetworkId: "bip122:000000000019d6689c085ae165831e93",
  chainNamespace: "bip122",
  name: "Bitcoin",
  nativeCurrency: { name: "Bitcoin", symbol: "BTC", decimals: 8 },
  rpcUrls: { default: { http: ["https://mempool.space/api"] } },
  blockExplorers: { default: { name: "mempool.space", url: "https://mempool.space" } },
}

/** Bitcoin Testnet, `bip122:000000000933ea01ad0ee984209779ba`. */
export const bitcoinTestnet: Network = {
  id: "000000000933ea01ad0ee984209779ba",
  caipNetworkId: "bip122:000000000933ea01ad0ee984209779ba",
  chainNamespace: "bip122",
  name: "Bitcoin Testnet",
  nativeCurrency: { name: "Bitcoin", symbol: "BTC", decimals: 8 },
  rpcUrls: { default: { http: ["https://mempool.space/testnet/api"] } },
  blockExplorers: { default: { name: "mempool.space", url: "https://mempool.space/testnet" } },
  testnet: true,
}

/** The Bitcoin networks. */
export const bitcoinNetworks: readonly Network[] = [bitcoin, bitcoinTestnet]
