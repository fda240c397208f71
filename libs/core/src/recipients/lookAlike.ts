import { type Namespace, truncate } from "@wmodal/protocol"

/** How many characters of both ends a person compares. */
const comparedLength = 4

/** How Bitcoin's newer addresses begin, whoever's they are. Source: BIP-173, BIP-350. */
const segwitPrefix = /^(?:bc|tb|bcrt)1[qp]/i

/**
 * The one form of an address that is to be told from others: upper and lower case are the same on EVM chains and in
 * Bitcoin's newer addresses, and say something else everywhere else.
 */
export const normalizeAddress = (namespace: Namespace, address: string): string =>
  namespace === "eip155" || (namespace === "bip122" && segwitPrefix.test(address))
    ? address.toLowerCase()
    : address

/**
 * Whether two addresses, both in `normalizeAddress`, could be taken for one another: the same ends, whether by four
 * characters of each or as an address is shortened on screen, and another middle. Whoever compares them reads letters,
 * and not their size.
 */
export const isLookAlike = (one: string, other: string): boolean => {
  if (one === other) return false
  const [first, second] = [one.toLowerCase(), other.toLowerCase()]
  return getEnds(first) === getEnds(second) || truncate(first) === truncate(second)
}

/** What is the same for everybody is compared by nobody. */
const getEnds = (address: string) => {
  const digits = address.replace(segwitPrefix, "").replace(/^0x/, "")
  return `${digits.slice(0, comparedLength)} ${digits.slice(-comparedLength)}`
}
