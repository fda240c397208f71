import type { Network } from "../Network.ts"
import {
  arbitrum,
  aurora,
  avalanche,
  base,
  bsc,
  fantom,
  gnosis,
  kaia,
  mainnet,
  optimism,
  polygon,
  zksync,
} from "./mainnets.ts"

/** Where tokens can be swapped. */
export const swapNetworks: readonly Network[] = [
  mainnet,
  arbitrum,
  optimism,
  zksync,
  base,
  bsc,
  polygon,
  gnosis,
  avalanche,
  fantom,
  kaia,
  aurora,
]
