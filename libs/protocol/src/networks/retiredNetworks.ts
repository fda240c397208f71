import type { Network } from "../Network.ts"

/** Goerli, `eip155:5`. Retired. */
export const goerli: Network = {
  id: 5,
  caipNetworkId: "eip155:5",
  chainNamespace: "eip155",
  name: "Goerli",
  nativeCurrency: { name: "Goerli Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

/** ZKsync Era Goerli Testnet, `eip155:280`. Retired. */
export const zksyncGoerli: Network = {
  id: 280,
  caipNetworkId: "eip155:280",
  chainNamespace: "eip155",
  name: "ZKsync Era Goerli Testnet",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

/** Optimism Goerli, `eip155:420`. Retired. */
export const optimismGoerli: Network = {
  id: 420,
  caipNetworkId: "eip155:420",
  chainNamespace: "eip155",
  name: "Optimism Goerli",
  nativeCurrency: { name: "Goerli Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

/** Zora Goerli Testnet, `eip155:999`. Retired. */
export const zoraGoerli: Network = {
  id: 999,
  caipNetworkId: "eip155:999",
  chainNamespace: "eip155",
  name: "Zora Goerli Testnet",
  nativeCurrency: { name: "Zora Goerli", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

/** Holesky, `eip155:17000`. Retired. */
export const holesky: Network = {
  id: 17000,
  caipNetworkId: "eip155:17000",
  chainNamespace: "eip155",
  name: "Holesky",
  nativeCurrency: { name: "Holesky Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

/** Polygon Mumbai, `eip155:80001`. Retired. */
export const polygonMumbai: Network = {
  id: 80001,
  caipNetworkId: "eip155:80001",
  chainNamespace: "eip155",
  name: "Polygon Mumbai",
  nativeCurrency: { name: "MATIC", symbol: "MATIC", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

/** Berachain bArtio, `eip155:80084`. Retired. */
export const berachainBartio: Network = {
  id: 80084,
  caipNetworkId: "eip155:80084",
  chainNamespace: "eip155",
  name: "Berachain bArtio",
  nativeCurrency: { name: "BERA Token", symbol: "BERA", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

/** Base Goerli, `eip155:84531`. Retired. */
export const baseGoerli: Network = {
  id: 84531,
  caipNetworkId: "eip155:84531",
  chainNamespace: "eip155",
  name: "Base Goerli",
  nativeCurrency: { name: "Goerli Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

/** Arbitrum Goerli, `eip155:421613`. Retired. */
export const arbitrumGoerli: Network = {
  id: 421613,
  caipNetworkId: "eip155:421613",
  chainNamespace: "eip155",
  name: "Arbitrum Goerli",
  nativeCurrency: { name: "Arbitrum Goerli Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

/**
 * EVM test networks that their operators shut down. They keep their names because a wallet may still be on one, and
 * have no URL because no node responds.
 */
export const retiredNetworks: readonly Network[] = [
  goerli,
  zksyncGoerli,
  optimismGoerli,
  zoraGoerli,
  holesky,
  polygonMumbai,
  berachainBartio,
  baseGoerli,
  arbitrumGoerli,
]

/** Reports that a network is retired. */
export const isRetiredNetwork = ({ caipNetworkId }: Network): boolean =>
  retiredNetworks.some((retired) => retired.caipNetworkId === caipNetworkId)
