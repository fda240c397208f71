import type { CaipNetworkId } from "@wmodal/protocol"

/**
 * Returns the network of a wallet's chain name; `null` if it is none. Wallets have no names of their own for Polkadot's
 * networks: the name is the CAIP-2 id, the first 16 bytes of the genesis block's hash. Source: CAIP-13.
 */
export const toPolkadotNetworkId = (chain: string): CaipNetworkId | null =>
  /^polkadot:[0-9a-f]{32}$/.test(chain) ? `polkadot:${chain.slice("polkadot:".length)}` : null

/** Returns the network of a genesis block. @param hash 0x-hex, 32 bytes */
export const toNetworkOfGenesis = (hash: string): CaipNetworkId => `polkadot:${hash.slice(2, 34)}`
