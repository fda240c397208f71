import { type CaipNetworkId, isSameAddress } from "@wmodal/protocol"
import {
  describeRecap,
  describeRecapByAction,
  parseDateTime,
  parseRecap,
  recapPrefix,
  type SiwxMessage,
} from "@wmodal/protocol/siwx"
import { Data } from "effect"
import { invalid, type Refusal } from "./SiwxVerdict.ts"
import { toCanonicalChainId, toChainId } from "./toChainId.ts"

/** What a message must say. An absent member is not checked. */
export interface SiwxExpectation {
  /** The authority of the page, such as `app.example` or `localhost:5173`. */
  readonly domain: string
  /** The nonce that the server issued for this sign-in. Accept each once. */
  readonly nonce: string
  /** The message's URI is this one, or one below it: `https://app.example` allows `https://app.example/login`. */
  readonly uri?: string
  readonly address?: string
  /** CAIP-2 ids, one of which the message names. */
  readonly chains?: readonly CaipNetworkId[]
  /** URIs that the message's resources include. */
  readonly resources?: readonly string[]
  /** The time of the verification. Default: the current time. */
  readonly now?: Date
}

/** The error for expectations that cannot be checked. It rejects the promise, because the server has a mistake. */
export class SiwxOptionsError extends Data.TaggedError("SiwxOptionsError")<{ readonly option: string }> {
  override get message(): string {
    return `verifySiwx: \`${this.option}\` is missing or not valid.`
  }
}

/** The difference between the clocks of the user and the server that `Issued At` may show, in milliseconds. */
const maxClockSkewMs = 60_000

/** Returns why a message is not the expected one. @throws SiwxOptionsError */
export const checkExpectation = (message: SiwxMessage, expected: SiwxExpectation): Refusal | null => {
  const { address, chains, domain, nonce, resources, uri } = expected
  const now = (expected.now ?? new Date()).getTime()
  // `undefined` would equal a field that the message does not have, and no time is later than NaN.
  if (typeof domain !== "string" || domain === "") throw new SiwxOptionsError({ option: "expected.domain" })
  if (typeof nonce !== "string" || nonce === "") throw new SiwxOptionsError({ option: "expected.nonce" })
  if (Number.isNaN(now)) throw new SiwxOptionsError({ option: "expected.now" })

  if (message.domain !== domain)
    return invalid("Domain", `The message is for ${message.domain}, not for ${domain}.`)
  if (uri !== undefined && !isAtOrBelow(message.uri ?? "", uri))
    return invalid("Uri", `The URI is ${message.uri ?? "absent"}, not ${uri}.`)
  if (address !== undefined && !isSameAddress(message.address, address))
    return invalid("Address", `The account is ${message.address}, not ${address}.`)
  const chainId = toChainId(message)
  if (chainId === "Foreign" || (chains !== undefined && !isListed(chainId, chains)))
    return invalid("Chain", `The chain is ${message.chainId ?? "absent"}, which is not accepted.`)
  if (message.nonce !== nonce) return invalid("Nonce", "The nonce is not the one that was issued.")
  if (isIssuedLater(message, now + maxClockSkewMs))
    return invalid("IssuedInFuture", `The message is issued in the future, at ${message.issuedAt}.`)
  if (message.notBefore !== undefined && !(parseDateTime(message.notBefore) <= now))
    return invalid("NotYetValid", `The message is valid from ${message.notBefore} on.`)
  if (message.expirationTime !== undefined && !(parseDateTime(message.expirationTime) > now))
    return invalid("Expired", `The message expired at ${message.expirationTime}.`)
  const missing = resources?.find((resource) => !message.resources?.includes(resource))
  if (missing !== undefined) return invalid("Resources", `The resources do not include ${missing}.`)
  return checkRecap(message)
}

// A time that the runtime cannot read is NaN, which each comparison of this file refuses.

/** A message that expires before it is issued is valid until then: siwe's vectors have one. */
const isIssuedLater = ({ expirationTime, issuedAt }: SiwxMessage, time: number): boolean =>
  issuedAt !== undefined &&
  !(parseDateTime(issuedAt) <= time) &&
  !(expirationTime !== undefined && parseDateTime(expirationTime) < parseDateTime(issuedAt))

const isAtOrBelow = (uri: string, base: string): boolean =>
  uri === base || (uri.startsWith(base) && (/[/?#]$/.test(base) || /^[/?#]/.test(uri.slice(base.length))))

const isListed = (chainId: CaipNetworkId | null, chains: readonly CaipNetworkId[]): boolean =>
  chains.some((chain) => toCanonicalChainId(chain) === chainId)

/** Users read the statement, not the encoded ReCap, so both have to say the same. Source: ERC-5573. */
const checkRecap = ({ resources = [], statement = "" }: SiwxMessage): Refusal | null => {
  const at = resources.findIndex((resource) => resource.startsWith(recapPrefix))
  if (at === -1) return null
  const recap = at === resources.length - 1 ? parseRecap(resources[at] ?? "") : null
  if (recap === null) return invalid("Recap", "The resources end with no readable ReCap.")
  return [describeRecap, describeRecapByAction].some((describe) => statement.endsWith(describe(recap)))
    ? null
    : invalid("Recap", "The statement does not say what the ReCap in the resources authorizes.")
}
