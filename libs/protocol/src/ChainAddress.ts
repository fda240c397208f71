import { Result } from "effect"
import { decodeBase58 } from "./Base58.ts"
import { isBitcoinAddress, parseBitcoinAddress } from "./BitcoinAddress.ts"
import type { Namespace } from "./Caip.ts"
import { isEvmAddress } from "./EvmAddress.ts"
import { isCaseInsensitiveAddress } from "./isSameAddress.ts"
import { isPolkadotAddress } from "./PolkadotAddress.ts"
import { isSolanaAddress } from "./SolanaAddress.ts"

/** Validates an address of this namespace: by its checksum where the namespace has one, else by its form. */
export const isValidAddress = (namespace: Namespace, text: string): boolean => validators[namespace](text)

const validators: Readonly<Record<Namespace, (text: string) => boolean>> = {
  eip155: isEvmAddress,
  solana: isSolanaAddress,
  polkadot: isPolkadotAddress,
  bip122: isBitcoinAddress,
}

/**
 * Returns the namespace of a text in the form of an address; `null` if it has the form of none. A text of another length
 * in Solana's alphabet may be a mistyped address of another chain.
 */
export const findAddressNamespace = (text: string): Namespace | null =>
  namespacesByChecksum.find(
    (namespace) =>
      isValidAddress(namespace, text) && (namespace !== "solana" || decodeBase58(text)?.length === 32),
  ) ?? null

/** Reports that a text has the form of an address of this namespace, and another checksum: it has a typo. */
export const isMistypedAddress = (namespace: Namespace, text: string): boolean => {
  const parsed = namespace === "bip122" ? parseBitcoinAddress(text) : null
  return parsed !== null && Result.isFailure(parsed) && parsed.failure.reason._tag === "Checksum"
}

// Types with a checksum come first: a Solana address has only a format.
const namespacesByChecksum = ["eip155", "bip122", "polkadot", "solana"] as const

/**
 * Returns the canonical form of an address or a hash for comparison: case is insignificant on EVM chains, and in
 * segwit addresses and hashes of Bitcoin, and significant in all others.
 */
export const normalizeAddress = (namespace: Namespace, text: string): string =>
  namespace === "eip155" || (namespace === "bip122" && isCaseInsensitiveAddress(text))
    ? text.toLowerCase()
    : text

/** Names of the chains for users. */
export const namespaceLabels: Readonly<Record<Namespace, string>> = {
  eip155: "EVM networks",
  solana: "Solana",
  polkadot: "Polkadot",
  bip122: "Bitcoin",
}
