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

/** Networks on which tokens can be swapped. */
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
