import type { Network } from "../Network.ts"
import { bitcoinNetworks } from "./bitcoin.ts"
import { evmMainnets } from "./mainnets.ts"
import { retiredNetworks } from "./retiredNetworks.ts"
import { solanaNetworks } from "./solana.ts"
import { evmTestnets } from "./testnets.ts"

export * from "./bitcoin.ts"
export * from "./mainnets.ts"
export * from "./polkadot.ts"
export * from "./retiredNetworks.ts"
export * from "./solana.ts"
export * from "./swapNetworks.ts"
export * from "./testnets.ts"

/** Every EVM network of the table, including retired ones. */
export const evmNetworks: readonly Network[] = /* @__PURE__ */ evmMainnets.concat(
  evmTestnets,
  retiredNetworks,
)

/**
 * All networks of the table: those that the servers' clients know, swap on, or reach through the blockchain
 * endpoint's proxy. Excludes two of the proxy's names: `near:mainnet`, whose namespace no supported wallet has, and
 * the former id of Solana's mainnet.
 */
export const networks: readonly Network[] = /* @__PURE__ */ evmNetworks.concat(
  solanaNetworks,
  bitcoinNetworks,
)
