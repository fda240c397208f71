import type { Network } from "../Network.ts"

export const goerli: Network = {
  id: 5,
  caipNetworkId: "eip155:5",
  chainNamespace: "eip155",
  name: "Goerli",
  nativeCurrency: { name: "Goerli Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

export const zksyncGoerli: Network = {
  id: 280,
  caipNetworkId: "eip155:280",
  chainNamespace: "eip155",
  name: "ZKsync Era Goerli Testnet",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

export const optimismGoerli: Network = {
  id: 420,
  caipNetworkId: "eip155:420",
  chainNamespace: "eip155",
  name: "Optimism Goerli",
  nativeCurrency: { name: "Goerli Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

export const zoraGoerli: Network = {
  id: 999,
  caipNetworkId: "eip155:999",
  chainNamespace: "eip155",
  name: "Zora Goerli Testnet",
  nativeCurrency: { name: "Zora Goerli", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

export const holesky: Network = {
  id: 17000,
  caipNetworkId: "eip155:17000",
  chainNamespace: "eip155",
  name: "Holesky",
  nativeCurrency: { name: "Holesky Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

export const polygonMumbai: Network = {
  id: 80001,
  caipNetworkId: "eip155:80001",
  chainNamespace: "eip155",
  name: "Polygon Mumbai",
  nativeCurrency: { name: "MATIC", symbol: "MATIC", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

export const berachainBartio: Network = {
  id: 80084,
  caipNetworkId: "eip155:80084",
  chainNamespace: "eip155",
  name: "Berachain bArtio",
  nativeCurrency: { name: "BERA Token", symbol: "BERA", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

export const baseGoerli: Network = {
  id: 84531,
  caipNetworkId: "eip155:84531",
  chainNamespace: "eip155",
  name: "Base Goerli",
  nativeCurrency: { name: "Goerli Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
}

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
