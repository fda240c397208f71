import { type Namespace, truncate } from "@wmodal/protocol"

/** Number of characters at each end that a user compares. */
const comparedLength = 4

/** The prefix of every segwit address. Source: BIP-173, BIP-350. */
const segwitPrefix = /^(?:bc|tb|bcrt)1[qp]/i

/**
 * Returns the canonical form of an address for comparison: case is insignificant on EVM chains and in segwit addresses,
 * and significant in all others.
 */
export const normalizeAddress = (namespace: Namespace, address: string): string =>
  namespace === "eip155" || (namespace === "bip122" && segwitPrefix.test(address))
    ? address.toLowerCase()
    : address

/**
 * Returns whether two addresses, both from `normalizeAddress`, look alike: the same ends, by four characters of each or
 * by the shortened form on screen, and another middle. Users compare letters without their case.
 */
export const isLookAlike = (one: string, other: string): boolean => {
  if (one === other) return false
  const [first, second] = [one.toLowerCase(), other.toLowerCase()]
  return getEnds(first) === getEnds(second) || truncate(first) === truncate(second)
}

/** Removes the prefix that all addresses share, which carries no information. */
const getEnds = (address: string) => {
  const digits = address.replace(segwitPrefix, "").replace(/^0x/, "")
  return `${digits.slice(0, comparedLength)} ${digits.slice(-comparedLength)}`
}
