import type { Network } from "../Network.ts"
import { bitcoinNetworks } from "./bitcoin.ts"
import { evmMainnets } from "./mainnets.ts"
import { retiredNetworks } from "./retired.ts"
import { solanaNetworks } from "./solana.ts"
import { evmTestnets } from "./testnets.ts"

export * from "./bitcoin.ts"
export * from "./mainnets.ts"
export * from "./retired.ts"
export * from "./solana.ts"
export * from "./testnets.ts"

/** Every EVM network of the table, retired ones included. */
export const evmNetworks: readonly Network[] = /* @__PURE__ */ evmMainnets.concat(
  evmTestnets,
  retiredNetworks,
)

/** The whole table. */
export const networks: readonly Network[] = /* @__PURE__ */ evmNetworks.concat(
  solanaNetworks,
  bitcoinNetworks,
)
