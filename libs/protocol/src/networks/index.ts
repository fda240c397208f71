import type { Network } from "../Network.ts"
import { bitcoinNetworks } from "./bitcoin.ts"
import { evmMainnets } from "./mainnets.ts"
import { retiredNetworks } from "./retiredNetworks.ts"
import { solanaNetworks } from "./solana.ts"
import { evmTestnets } from "./testnets.ts"

export * from "./bitcoin.ts"
export * from "./mainnets.ts"
export * from "./retiredNetworks.ts"
export * from "./solana.ts"
export * from "./swapNetworks.ts"
export * from "./testnets.ts"

/** Every EVM network of the table, retired ones included. */
export const evmNetworks: readonly Network[] = /* @__PURE__ */ evmMainnets.concat(
  evmTestnets,
  retiredNetworks,
)

/**
 * The whole table: what the wire's clients know, swap on, or reach through the blockchain endpoint's proxy. Two
 * names of the proxy's are left out: `near:mainnet`, whose namespace no wallet here speaks, and the id that
 * Solana's mainnet had before its present one.
 */
export const networks: readonly Network[] = /* @__PURE__ */ evmNetworks.concat(
  solanaNetworks,
  bitcoinNetworks,
)
