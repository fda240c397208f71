import { type Hex, isAddress } from "viem"

/** What a person signs to sign in. Times are UTC milliseconds. */
export interface SignInMessage {
  /** Host, with its port where it is not the scheme's own. */
  readonly domain: string
  readonly address: Hex
  readonly uri: string
  /** EIP-155. */
  readonly chainId: number
  readonly nonce: string
  readonly notBefore: number
  readonly expirationTime: number
}

// EIP-4361, save for the two words of the AppKit 1.7.2 wire: the literal `**blockchain**`, and a chain id that
// may be CAIP-2.
const form = new RegExp(
  [
    "^(?<domain>[^\\s/]+) wants you to sign in with your (?:\\*\\*blockchain\\*\\*|Ethereum) account:",
    "(?<address>0x[0-9a-fA-F]{40})",
    "(?:\n[^\n]+)?\n?\nURI: (?<uri>[^\n]+)",
    "Version: 1",
    "Chain ID: (?:eip155:)?(?<chainId>\\d{1,15})",
    "Nonce: (?<nonce>[^\n]+?)(?:\nIssued At: [^\n]+)?" +
      "(?:\nExpiration Time: (?<expirationTime>[^\n]+))?" +
      "(?:\nNot Before: (?<notBefore>[^\n]+))?" +
      "(?:\nRequest ID: [^\n]*)?(?:\nResources:(?:\n- [^\n]*)*)?$",
  ].join("\n"),
)

/** `null` where the text is no such message, as when a date of it is none. */
export const parseSignInMessage = (text: string): SignInMessage | null => {
  const fields = form.exec(text)?.groups
  if (fields === undefined) return null
  const { domain = "", address = "", uri = "", chainId, nonce = "" } = fields
  const notBefore = dateOf(fields["notBefore"], -Infinity)
  const expirationTime = dateOf(fields["expirationTime"], Infinity)
  if (!isAddress(address, { strict: false }) || Number.isNaN(notBefore) || Number.isNaN(expirationTime))
    return null
  return { domain, address, uri, chainId: Number(chainId), nonce, notBefore, expirationTime }
}

const dateOf = (text: string | undefined, absent: number) => (text === undefined ? absent : Date.parse(text))
