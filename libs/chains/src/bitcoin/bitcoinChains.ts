import { type CaipNetworkId, parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import { normalizeAddress as written } from "./addresses.ts"

/**
 * Bitcoin networks by the names that wallets use. Source: CAIP-2 for BIP-122, `@exodus/bitcoin-wallet-standard-chains`.
 */
const networkByChain: Readonly<Record<string, CaipNetworkId>> = {
  "bitcoin:mainnet": "bip122:000000000019d6689c085ae165831e93",
  "bitcoin:testnet": "bip122:000000000933ea01ad0ee984209779ba",
  "bitcoin:regtest": "bip122:0f9188f13cb7b2c71f2a335e3a4fc328",
}

/** Returns the network of a wallet's chain name; `null` if it is unknown. */
export const toBitcoinNetworkId = (chain: string): CaipNetworkId | null =>
  Object.hasOwn(networkByChain, chain) ? (networkByChain[chain] ?? null) : null

/** Returns the networks that an address is valid on; an empty list if it is invalid or has no owner. */
export const getNetworksOfAddress = (address: string): readonly CaipNetworkId[] => {
  const parsed = parseBitcoinAddress(address)
  if (Result.isFailure(parsed) || written(address) !== address) return []
  const { network } = parsed.success
  // Legacy addresses of a regtest have the form of a testnet.
  const names = network === "testnet" && !address.startsWith("tb1") ? ["testnet", "regtest"] : [network]
  return names.flatMap((name) => toBitcoinNetworkId(`bitcoin:${name}`) ?? [])
}
