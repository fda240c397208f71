import { decodeList } from "../../wallet/decodeList.ts"
import { readGiven, takeOne } from "../../wallet/givenMembers.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/readMember.ts"
import { type AddressRules, readAddress } from "./AddressRules.ts"

/** A payment of Bitcoin that a dApp requests. */
export interface RequestedPayment {
  /** `null` if the dApp names none. */
  readonly from: string | null
  /** Not validated. */
  readonly to: string
  /** Satoshis. */
  readonly amount: bigint
}

/** What would change a payment. A wallet gets none of them, so none is ignored. */
const refusedMembers = ["changeAddress", "memo"]

/**
 * Reads a payment: `recipient` and `amount`, WalletConnect's `recipientAddress` and `account`, or sats-connect's list of
 * one recipient. Throws a `ProviderError` that names the member at fault.
 */
export const readPaymentParams = (given: unknown, rules: AddressRules): RequestedPayment => {
  for (const name of refusedMembers)
    if (readGiven(given, name) !== undefined) throw invalidParamsError(`${name} is not supported.`)
  const listed = readRecipient(given)
  const to = takeOne([
    ["recipient", readGiven(given, "recipient")],
    ["recipientAddress", readGiven(given, "recipientAddress")],
    ["recipients", readGiven(listed, "address")],
  ])
  if (typeof to !== "string") throw invalidParamsError("recipient is not a valid address.")
  const amount = takeOne([
    ["amount", readSatoshis(readGiven(given, "amount"))],
    ["recipients", readSatoshis(readGiven(listed, "amount"))],
  ])
  if (amount === undefined) throw invalidParamsError("amount is missing.")
  const from = takeOne([
    ["address", readAddress(given, "address", rules) ?? undefined],
    ["account", readAddress(given, "account", rules) ?? undefined],
  ])
  return { from: from ?? null, to, amount }
}

/** Returns the only recipient of a list. */
const readRecipient = (given: unknown): unknown => {
  const said = readGiven(given, "recipients")
  if (said === undefined) return undefined
  const list = decodeList(said, 2)
  if (list?.length !== 1) throw invalidParamsError("recipients is not supported with several: use signPsbt.")
  const [one] = list
  if (readGiven(one, "address") === undefined || readGiven(one, "amount") === undefined)
    throw invalidParamsError("recipients has no address or no amount.")
  return one
}

/** The maximum supply in satoshis. */
const maxSatoshis = 2_100_000_000_000_000n

/** Reads satoshis: decimal, a number or a bigint, and neither a fraction nor hex nor `1e8`. */
const readSatoshis = (value: unknown): bigint | undefined => {
  if (value === undefined) return undefined
  const isWhole = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value))
  const text = isWhole ? `${value}` : value
  if (typeof text !== "string" || !/^[1-9]\d{0,15}$/.test(text) || BigInt(text) > maxSatoshis)
    throw invalidParamsError("amount is not a valid number of satoshis.")
  return BigInt(text)
}

/** The protocol of a signed message. */
type MessageProtocol = "ecdsa" | "bip322"

/** The names that wallets give them. `bip322-simple` is Unisat's and OKX's, and the form of all wallets. */
const protocols: ReadonlyMap<string, MessageProtocol> = new Map([
  ["ecdsa", "ecdsa"],
  ["bip322", "bip322"],
  ["bip322-simple", "bip322"],
])

/** A message that a dApp requests to sign. */
export interface RequestedMessage {
  readonly message: string
  readonly address: string
  readonly protocol: MessageProtocol | null
}

const maxMessageLength = 100_000

/**
 * Reads a message. `address` signs it; WalletConnect's `account` is the wallet's account, of which `address` is one
 * address, and signs if there is no other. Throws a `ProviderError` that names the member at fault. Source: WalletConnect
 * specs, Bitcoin, `signMessage`.
 */
export const readMessageParams = (given: unknown, rules: AddressRules): RequestedMessage => {
  const message = readMember(given, "message")
  if (typeof message !== "string" || message.length > maxMessageLength)
    throw invalidParamsError("message is not a valid text.")
  const account = readAddress(given, "account", rules)
  const address = readAddress(given, "address", rules) ?? account ?? rules.usual
  if (address === null) throw invalidParamsError("address is missing.")
  const named = readGiven(given, "protocol")
  const protocol =
    named === undefined ? null : typeof named === "string" ? protocols.get(named.toLowerCase()) : undefined
  if (protocol === undefined) throw invalidParamsError("protocol is neither ecdsa nor bip322.")
  return { message, address, protocol }
}
