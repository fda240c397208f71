import { type Namespace, truncate } from "@wmodal/protocol"

/** How many characters of both ends a person compares. */
const compared = 4

/** How addresses of a kind of chain are compared: upper and lower case are the same on EVM chains. */
export const sameForm = (namespace: Namespace, address: string): string =>
  namespace === "eip155" ? address.toLowerCase() : address

/**
 * Whether two addresses, both in `sameForm`, could be taken for one another: the same ends, whether by four
 * characters of each or as an address is shortened on screen, and another middle.
 */
export const looksAlike = (one: string, other: string): boolean =>
  one !== other && (ends(one) === ends(other) || truncate(one) === truncate(other))

const ends = (address: string) => {
  const digits = address.replace(/^0x/, "")
  return `${digits.slice(0, compared)} ${digits.slice(-compared)}`
}
