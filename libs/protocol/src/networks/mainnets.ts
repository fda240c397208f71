import type { Network } from "../Network.ts"

/** Ethereum, `eip155:1`. */
export const mainnet: Network = {
  id: 1,
  caipNetworkId: "eip155:1",
  chainNamespace: "eip155",
  name: "Ethereum",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://ethereum-rpc.publicnode.com", "https://ethereum.reth.rs/rpc"] } },
  blockExplorers: { default: { name: "Etherscan", url: "https://etherscan.io" } },
}

/** OP Mainnet, `eip155:10`. */
export const optimism: Network = {
  id: 10,
  caipNetworkId: "eip155:10",
  chainNamespace: "eip155",
  name: "OP Mainnet",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://mainnet.optimism.io"] } },
  blockExplorers: { default: { name: "Optimism Explorer", url: "https://optimistic.etherscan.io" } },
}

/** BNB Smart Chain, `eip155:56`. */
export const bsc: Network = {
  id: 56,
  caipNetworkId: "eip155:56",
  chainNamespace: "eip155",
  name: "BNB Smart Chain",
  nativeCurrency: { name: "BNB", symbol: "BNB", decimals: 18 },
  rpcUrls: { default: { http: ["https://bsc-rpc.publicnode.com", "https://56.rpc.thirdweb.com"] } },
  blockExplorers: { default: { name: "BscScan", url: "https://bscscan.com" } },
}

/** Gnosis, `eip155:100`. */
export const gnosis: Network = {
  id: 100,
  caipNetworkId: "eip155:100",
  chainNamespace: "eip155",
  name: "Gnosis",
  nativeCurrency: { name: "xDAI", symbol: "XDAI", decimals: 18 },
  rpcUrls: { default: { http: ["https://rpc.gnosischain.com"] } },
  blockExplorers: { default: { name: "Gnosisscan", url: "https://gnosisscan.io" } },
}

/** Polygon, `eip155:137`. */
export const polygon: Network = {
  id: 137,
  caipNetworkId: "eip155:137",
  chainNamespace: "eip155",
  name: "Polygon",
  nativeCurrency: { name: "POL", symbol: "POL", decimals: 18 },
  rpcUrls: { default: { http: ["https://polygon-bor-rpc.publicnode.com", "https://polygon.drpc.org"] } },
  blockExplorers: { default: { name: "PolygonScan", url: "https://polygonscan.com" } },
}

/** Fantom, `eip155:250`. */
export const fantom: Network = {
  id: 250,
  caipNetworkId: "eip155:250",
  chainNamespace: "eip155",
  name: "Fantom",
  nativeCurrency: { name: "Fantom", symbol: "FTM", decimals: 18 },
  rpcUrls: { default: { http: ["https://rpcapi.fantom.network", "https://250.rpc.thirdweb.com"] } },
  blockExplorers: { default: { name: "FTMScan", url: "https://ftmscan.com" } },
}

/** ZKsync Era, `eip155:324`. */
export const zksync: Network = {
  id: 324,
  caipNetworkId: "eip155:324",
  chainNamespace: "eip155",
  name: "ZKsync Era",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://mainnet.era.zksync.io"] } },
  blockExplorers: { default: { name: "ZKsync Explorer", url: "https://explorer.zksync.io" } },
}

/** Polygon zkEVM, `eip155:1101`. */
export const polygonZkEvm: Network = {
  id: 1101,
  caipNetworkId: "eip155:1101",
  chainNamespace: "eip155",
  name: "Polygon zkEVM",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://zkevm-rpc.com"] } },
  blockExplorers: { default: { name: "PolygonScan", url: "https://zkevm.polygonscan.com" } },
}

/** Sei Network, `eip155:1329`. */
export const sei: Network = {
  id: 1329,
  caipNetworkId: "eip155:1329",
  chainNamespace: "eip155",
  name: "Sei Network",
  nativeCurrency: { name: "Sei", symbol: "SEI", decimals: 18 },
  rpcUrls: { default: { http: ["https://evm-rpc.sei-apis.com"] } },
  blockExplorers: { default: { name: "Seiscan", url: "https://seiscan.io" } },
}

/** Mantle, `eip155:5000`. */
export const mantle: Network = {
  id: 5000,
  caipNetworkId: "eip155:5000",
  chainNamespace: "eip155",
  name: "Mantle",
  nativeCurrency: { name: "MNT", symbol: "MNT", decimals: 18 },
  rpcUrls: { default: { http: ["https://rpc.mantle.xyz"] } },
  blockExplorers: { default: { name: "Mantle Explorer", url: "https://mantlescan.xyz" } },
}

/** Kaia, `eip155:8217`. */
export const kaia: Network = {
  id: 8217,
  caipNetworkId: "eip155:8217",
  chainNamespace: "eip155",
  name: "Kaia",
  nativeCurrency: { name: "Kaia", symbol: "KAIA", decimals: 18 },
  rpcUrls: { default: { http: ["https://public-en.node.kaia.io"] } },
  blockExplorers: { default: { name: "KaiaScan", url: "https://kaiascan.io" } },
}

/** Base, `eip155:8453`. */
export const base: Network = {
  id: 8453,
  caipNetworkId: "eip155:8453",
  chainNamespace: "eip155",
  name: "Base",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://mainnet.base.org"] } },
  blockExplorers: { default: { name: "Basescan", url: "https://basescan.org" } },
}

/** Arbitrum One, `eip155:42161`. */
export const arbitrum: Network = {
  id: 42161,
  caipNetworkId: "eip155:42161",
  chainNamespace: "eip155",
  name: "Arbitrum One",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://arb1.arbitrum.io/rpc"] } },
  blockExplorers: { default: { name: "Arbiscan", url: "https://arbiscan.io" } },
}

/** Celo, `eip155:42220`. */
export const celo: Network = {
  id: 42220,
  caipNetworkId: "eip155:42220",
  chainNamespace: "eip155",
  name: "Celo",
  nativeCurrency: { name: "CELO", symbol: "CELO", decimals: 18 },
  rpcUrls: { default: { http: ["https://forno.celo.org"] } },
  blockExplorers: { default: { name: "Celo Explorer", url: "https://celoscan.io" } },
}

/** Avalanche, `eip155:43114`. */
export const avalanche: Network = {
  id: 43114,
  caipNetworkId: "eip155:43114",
  chainNamespace: "eip155",
  name: "Avalanche",
  nativeCurrency: { name: "Avalanche", symbol: "AVAX", decimals: 18 },
  rpcUrls: { default: { http: ["https://api.avax.network/ext/bc/C/rpc"] } },
  blockExplorers: { default: { name: "SnowTrace", url: "https://snowtrace.io" } },
}

/** Linea Mainnet, `eip155:59144`. */
export const linea: Network = {
  id: 59144,
  caipNetworkId: "eip155:59144",
  chainNamespace: "eip155",
  name: "Linea Mainnet",
  nativeCurrency: { name: "Linea Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://rpc.linea.build"] } },
  blockExplorers: { default: { name: "Etherscan", url: "https://lineascan.build" } },
}

/** Zora, `eip155:7777777`. */
export const zora: Network = {
  id: 7777777,
  caipNetworkId: "eip155:7777777",
  chainNamespace: "eip155",
  name: "Zora",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://rpc.zora.energy"] } },
  blockExplorers: { default: { name: "Explorer", url: "https://explorer.zora.energy" } },
}

/** Aurora, `eip155:1313161554`. */
export const aurora: Network = {
  id: 1313161554,
  caipNetworkId: "eip155:1313161554",
  chainNamespace: "eip155",
  name: "Aurora",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  rpcUrls: { default: { http: ["https://mainnet.aurora.dev"] } },
  blockExplorers: { default: { name: "Aurorascan", url: "https://aurorascan.dev" } },
}

/** EVM networks with a currency of value, by chain id. */
export const evmMainnets: readonly Network[] = [
  mainnet,
  optimism,
  bsc,
  gnosis,
  polygon,
  fantom,
  zksync,
  polygonZkEvm,
  sei,
  mantle,
  kaia,
  base,
  arbitrum,
  celo,
  avalanche,
  linea,
  zora,
  aurora,
]
