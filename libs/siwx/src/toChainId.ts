import type { CaipNetworkId } from "@wmodal/protocol"
import { type SiwxMessage, siwxBlockchains } from "@wmodal/protocol/siwx"

/** The names of Solana's networks in a message. Source: Sign-In With Solana, CAIP-2 references of solana. */
const solanaNetworks: Readonly<Record<string, string>> = {
  mainnet: "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
  devnet: "EtWTRABZaYq6iMfeYKouRu166VU2xqa1",
  testnet: "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
}

/**
 * Returns the CAIP-2 id of a message's chain. Returns `null` if the message names none, and `"Foreign"` if it names
 * one of another blockchain.
 */
export const toChainId = ({ blockchain, chainId }: SiwxMessage): CaipNetworkId | null | "Foreign" => {
  if (chainId === undefined) return null
  const namespace = Object.entries(siwxBlockchains).find(([, word]) => word === blockchain)?.[0] ?? ""
  const [reference = "", prefix = namespace] = chainId.split(":", 2).toReversed()
  if (prefix !== namespace) return "Foreign"
  return toCanonicalChainId(`${namespace}:${reference}`)
}

/** Returns the id with the genesis hash for an id with the name of a Solana network. */
export const toCanonicalChainId = (chainId: CaipNetworkId): CaipNetworkId => {
  const name = /^solana:(\w+)$/.exec(chainId)?.[1] ?? ""
  const reference = Object.hasOwn(solanaNetworks, name) ? solanaNetworks[name] : undefined
  return reference === undefined ? chainId : `solana:${reference}`
}
