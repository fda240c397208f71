import { type CaipNetworkId, parseBitcoinAddress } from "@wmodal/protocol"
import { Result } from "effect"
import { normalizeAddress as written } from "./addresses.ts"

/** Bitcoin's networks, by the wallets' names for them. Source: CAIP-2 for BIP-122, `@exodus/bitcoin-wallet-standard-chains`. */
const networkByChain: Readonly<Record<string, CaipNetworkId>> = {
  "bitcoin:mainnet": "bip122:000000000019d6689c085ae165831e93",
  "bitcoin:testnet": "bip122:000000000933ea01ad0ee984209779ba",
  "bitcoin:regtest": "bip122:0f9188f13cb7b2c71f2a335e3a4fc328",
}

/** The network that a wallet means; `null` where it means none of them. */
export const toBitcoinNetworkId = (chain: string): CaipNetworkId | null =>
  Object.hasOwn(networkByChain, chain) ? (networkByChain[chain] ?? null) : null

/** The networks that an address may be of, as it is written; none for what is no address that somebody owns. */
export const getNetworksOfAddress = (address: string): readonly CaipNetworkId[] => {
  const parsed = parseBitcoinAddress(address)
  if (Result.isFailure(parsed) || written(address) !== address) return []
  const { network } = parsed.success
  // The old addresses of a regtest are those of a testnet.
  const names = network === "testnet" && !address.startsWith("tb1") ? ["testnet", "regtest"] : [network]
  return names.flatMap((name) => toBitcoinNetworkId(`bitcoin:${name}`) ?? [])
}
