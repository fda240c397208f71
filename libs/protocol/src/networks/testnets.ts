import type { Network } from "../Network.ts"

/** BNB Smart Chain Testnet, `eip155:97`. */
export const bscTestnet: Network = {
  id: 97,
  caipNetworkId: "eip155:97",
  chainNamespace: "eip155",
  name: "BNB Smart Chain Testnet",
  nativeCurrency: { name: "BNB", symbol: "tBNB", decimals: 18 },
  rpcUrls: { default: { http: ["https://data-seed-prebsc-1-s1.bnbchain.org:8545"] } },
  blockExplorers: { default: { name: "BscScan", url: "https://testnet.bscscan.com" } },
  testnet: true,
}

/** ZKsync Sepolia Testnet, `eip155:300`. */
export const zksyncSepolia: Network = {
  id: 300,
  caipNetworkId: "eip155:300",
  chainNamespace: "eip155",
  name: "ZKsync Sepolia Testnet",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://sepolia.era.zksync.dev"] } },
  blockExplorers: { default: { name: "ZKsync Explorer", url: "https://sepolia.explorer.zksync.io" } },
  testnet: true,
}

/** Unichain Sepolia, `eip155:1301`. */
export const unichainSepolia: Network = {
  id: 1301,
  caipNetworkId: "eip155:1301",
  chainNamespace: "eip155",
  name: "Unichain Sepolia",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://sepolia.unichain.org"] } },
  blockExplorers: { default: { name: "Uniscan", url: "https://sepolia.uniscan.xyz" } },
  testnet: true,
}

/** Mantle Sepolia Testnet, `eip155:5003`. */
export const mantleSepolia: Network = {
  id: 5003,
  caipNetworkId: "eip155:5003",
  chainNamespace: "eip155",
  name: "Mantle Sepolia Testnet",
  nativeCurrency: { name: "MNT", symbol: "MNT", decimals: 18 },
  rpcUrls: { default: { http: ["https://rpc.sepolia.mantle.xyz"] } },
  blockExplorers: {
    default: { name: "Mantle Testnet Explorer", url: "https://explorer.sepolia.mantle.xyz" },
  },
  testnet: true,
}

/** Avalanche Fuji, `eip155:43113`. */
export const avalancheFuji: Network = {
  id: 43113,
  caipNetworkId: "eip155:43113",
  chainNamespace: "eip155",
  name: "Avalanche Fuji",
  nativeCurrency: { name: "Avalanche Fuji", symbol: "AVAX", decimals: 18 },
  rpcUrls: { default: { http: ["https://api.avax-test.network/ext/bc/C/rpc"] } },
  blockExplorers: { default: { name: "SnowTrace", url: "https://testnet.snowtrace.io" } },
  testnet: true,
}

/** Polygon Amoy, `eip155:80002`. */
export const polygonAmoy: Network = {
  id: 80002,
  caipNetworkId: "eip155:80002",
  chainNamespace: "eip155",
  name: "Polygon Amoy",
  nativeCurrency: { name: "POL", symbol: "POL", decimals: 18 },
  rpcUrls: { default: { http: ["https://polygon-amoy.drpc.org"] } },
  blockExplorers: { default: { name: "PolygonScan", url: "https://amoy.polygonscan.com" } },
  testnet: true,
}

/** Base Sepolia, `eip155:84532`. */
export const baseSepolia: Network = {
  id: 84532,
  caipNetworkId: "eip155:84532",
  chainNamespace: "eip155",
  name: "Base Sepolia",
  nativeCurrency: { name: "Sepolia Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://sepolia.base.org"] } },
  blockExplorers: { default: { name: "Basescan", url: "https://sepolia.basescan.org" } },
  testnet: true,
}

/** Arbitrum Sepolia, `eip155:421614`. */
export const arbitrumSepolia: Network = {
  id: 421614,
  caipNetworkId: "eip155:421614",
  chainNamespace: "eip155",
  name: "Arbitrum Sepolia",
  nativeCurrency: { name: "Arbitrum Sepolia Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://sepolia-rollup.arbitrum.io/rpc"] } },
  blockExplorers: { default: { name: "Arbiscan", url: "https://sepolia.arbiscan.io" } },
  testnet: true,
}

/** Sepolia, `eip155:11155111`. */
export const sepolia: Network = {
  id: 11155111,
  caipNetworkId: "eip155:11155111",
  chainNamespace: "eip155",
  name: "Sepolia",
  nativeCurrency: { name: "Sepolia Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: {
    default: { http: ["https://ethereum-sepolia-rpc.publicnode.com", "https://11155111.rpc.thirdweb.com"] },
  },
  blockExplorers: { default: { name: "Etherscan", url: "https://sepolia.etherscan.io" } },
  testnet: true,
}

/** OP Sepolia, `eip155:11155420`. */
export const optimismSepolia: Network = {
  id: 11155420,
  caipNetworkId: "eip155:11155420",
  chainNamespace: "eip155",
  name: "OP Sepolia",
  nativeCurrency: { name: "Sepolia Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://sepolia.optimism.io"] } },
  blockExplorers: { default: { name: "Blockscout", url: "https://optimism-sepolia.blockscout.com" } },
  testnet: true,
}

/** Zora Sepolia, `eip155:999999999`. */
export const zoraSepolia: Network = {
  id: 999999999,
  caipNetworkId: "eip155:999999999",
  chainNamespace: "eip155",
  name: "Zora Sepolia",
  nativeCurrency: { name: "Zora Sepolia", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://sepolia.rpc.zora.energy"] } },
  blockExplorers: { default: { name: "Zora Sepolia Explorer", url: "https://sepolia.explorer.zora.energy" } },
  testnet: true,
}

/** Aurora Testnet, `eip155:1313161555`. */
export const auroraTestnet: Network = {
  id: 1313161555,
  caipNetworkId: "eip155:1313161555",
  chainNamespace: "eip155",
  name: "Aurora Testnet",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://testnet.aurora.dev"] } },
  blockExplorers: { default: { name: "Aurorascan", url: "https://testnet.aurorascan.dev" } },
  testnet: true,
}

/** EVM test networks in operation, by chain id. */
export const evmTestnets: readonly Network[] = [
  bscTestnet,
  zksyncSepolia,
  unichainSepolia,
  mantleSepolia,
  avalancheFuji,
  polygonAmoy,
  baseSepolia,
  arbitrumSepolia,
  sepolia,
  optimismSepolia,
  zoraSepolia,
  auroraTestnet,
]
