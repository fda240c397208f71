import { type Hex, isAddress } from "viem"
import { servedEvmNetworks } from "../evm/networks.ts"
import { RequestError } from "../http/RequestError.ts"
import { isPersonalSignature } from "../signatures/PersonalSignature.ts"
import type { World } from "../world/World.ts"
import { getAuthService } from "./AuthService.ts"

/** The message that a user signs to sign in. Times are UTC milliseconds. */
export interface SignInMessage {
  /** Host, with the port unless it is the scheme's default. */
  readonly domain: string
  readonly address: Hex
  readonly uri: string
  /** EIP-155. */
  readonly chainId: number
  readonly nonce: string
  readonly notBefore: number
  readonly expirationTime: number
}

// EIP-4361 with two differences of the AppKit 1.7.2 wire format: the literal `**blockchain**`, and a chain ID that
// may be CAIP-2.
const messagePattern = new RegExp(
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

/** Parses a sign-in message; `null` when the text or a date in it is invalid. */
export const parseSignInMessage = (text: string): SignInMessage | null => {
  const fields = messagePattern.exec(text)?.groups
  if (fields === undefined) return null
  const { domain = "", address = "", uri = "", chainId, nonce = "" } = fields
  const notBefore = parseDate(fields["notBefore"], -Infinity)
  const expirationTime = parseDate(fields["expirationTime"], Infinity)
  if (!isAddress(address, { strict: false }) || Number.isNaN(notBefore) || Number.isNaN(expirationTime))
    return null
  return { domain, address, uri, chainId: Number(chainId), nonce, notBefore, expirationTime }
}

const parseDate = (text: string | undefined, absent: number) =>
  text === undefined ? absent : Date.parse(text)

/** A sign-in request of a client. */
export interface SignInRequest {
  readonly nonceToken: string
  readonly message: string
  readonly signature: string
  /** The requesting dApp's `Origin` header; `undefined` when it is absent. */
  readonly pageOrigin: string | undefined
}

/**
 * Signs in the signer of a currently valid message for this origin and nonce.
 * @returns the session's token.
 * @throws Failed: 400 when the message is invalid, 401 when the proof is.
 */
export const signIn = async (world: World, given: SignInRequest): Promise<string> => {
  const { nonceToken, message: text, signature, pageOrigin } = given
  const authority = getAuthService(world)
  const message = parseSignInMessage(text)
  if (message === null)
    throw new RequestError({ status: 400, field: "message", description: "Not a sign-in message" })
  const { address, chainId, nonce } = message
  if (authority.readNonce(nonceToken) !== nonce) throw signInRejected("nonce", "Invalid nonce")
  if (!isFromOrigin(message, pageOrigin)) throw signInRejected("domain", "The message is for another domain")
  const now = world.wallNow()
  if (now < message.notBefore || now >= message.expirationTime)
    throw signInRejected("message", "The message is expired or not yet valid")
  const network = servedEvmNetworks.get(`eip155:${chainId}`) ?? null
  if (!(await isPersonalSignature({ world, network, address, message: text, signature })))
    throw signInRejected("signature", "Invalid signature")
  // Checks again: another request may have used the nonce during the chain call.
  if (authority.readNonce(nonceToken) !== nonce) throw signInRejected("nonce", "Invalid nonce")
  return authority.signIn(nonce, { address, chainId })
}

/** Returns whether the message is for the origin's own host. Clients outside a browser send no origin. */
const isFromOrigin = ({ domain, uri }: SignInMessage, origin: string | undefined): boolean =>
  getHost(uri) === domain && (origin === undefined || getHost(origin) === domain)

const getHost = (url: string) => (URL.canParse(url) ? new URL(url).host : null)

const signInRejected = (field: string, description: string) =>
  new RequestError({ status: 401, field, description })
