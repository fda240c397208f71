import { Data, Result } from "effect"
import { formatAmount } from "./Amount.ts"
import { decodeBase58 } from "./Base58.ts"
import { isValidAddress } from "./ChainAddress.ts"
import { decodePercent } from "./decodePercent.ts"
import { parseUrl } from "./parseUrl.ts"
import { hasDeceptiveCharacters, stackedMarks } from "./sanitizeLine.ts"
import { joinedEmoji } from "./sanitizeName.ts"
import { isLoopbackUrl } from "./transport/isLoopbackUrl.ts"

/** The transfer that a `solana:` link requests. All fields are untrusted. */
export interface SolanaUri {
  readonly recipient: string
  /** A decimal number of whole tokens. Absent where the payer chooses the amount. */
  readonly amount?: string
  /** The mint of the token. Absent for the native currency. */
  readonly token?: string
  /** The accounts by which the recipient finds the payment: read-only and without a signature in its transfer. */
  readonly references: readonly string[]
  /** The text of the memo instruction, in one visible line. */
  readonly memo?: string
  /** The recipient's name. */
  readonly label?: string
  /** The purpose of the payment. */
  readonly message?: string
  /** The names of the parameters that the specification does not have, as written. */
  readonly unused: readonly string[]
}

/**
 * Parses a `solana:` link of a transfer. Lists unknown parameters, and rejects repeated and malformed ones, and links
 * that name a server instead of a transfer. Source: Solana Pay.
 */
export const parseSolanaUri = (uri: string): Result.Result<SolanaUri, InvalidSolanaUri> => {
  const fail = (reason: SolanaUriReason) => Result.fail(new InvalidSolanaUri({ uri, reason }))
  const server = parseTransactionRequest(uri)
  if (server !== null) return fail(server)
  const [, recipient = "", query = ""] = /^solana:([^:?#]+)(?:\?([^#]*))?$/is.exec(uri) ?? []
  if (!isValidAddress("solana", recipient)) return fail({ _tag: "Form" })
  if (!isKey(recipient)) return fail({ _tag: "Parameter", name: "recipient" })
  const known: { [Name in SingleParameter]?: string } = {}
  const references: string[] = []
  const unused: string[] = []
  for (const parameter of query.split("&")) {
    const [, key = parameter, encoded = ""] = /^([^=]*)=(.*)$/s.exec(parameter) ?? []
    const name = singleParameters.find((single) => single === key)
    // Encoders of the form `a+b` are as common as `a%20b`.
    const value = decodePercent(encoded.replaceAll("+", "%20"))
    const refuse = () => fail({ _tag: "Parameter", name: key })
    if (key === "reference") {
      if (value === null || !isKey(value)) return refuse()
      references.push(value)
    } else if (name !== undefined) {
      if (value === null || known[name] !== undefined || !isValid[name](value)) return refuse()
      known[name] = value
    } else if (key !== "") {
      unused.push(key)
    }
  }
  const { amount, label, memo, message, "spl-token": token } = known
  return Result.succeed({
    recipient,
    ...(amount !== undefined && { amount }),
    ...(token !== undefined && { token }),
    references,
    ...(memo !== undefined && memo !== "" && { memo }),
    ...(label !== undefined && label !== "" && { label }),
    ...(message !== undefined && message !== "" && { message }),
    unused,
  })
}

const singleParameters = ["amount", "spl-token", "label", "message", "memo"] as const

type SingleParameter = (typeof singleParameters)[number]

const isText = () => true

/** An address has no checksum: a mistyped one may have the form of an address, and another length. */
const isKey = (text: string) => isValidAddress("solana", text) && decodeBase58(text)?.length === 32

/** Matches an emoji that a selector makes one, and a keycap. */
const selectedEmoji = /\p{Extended_Pictographic}\uFE0F|[#*0-9]\uFE0F\u20E3/gu

/** Matches characters without a glyph, among them those that choose the form of the one before. */
const invisible = /\p{Default_Ignorable_Code_Point}/u

/** Returns whether each character of a text is seen, in one line. */
const isSeen = (text: string) => {
  const rest = text.replaceAll(joinedEmoji, " ").replaceAll(selectedEmoji, " ")
  return (
    !hasDeceptiveCharacters(rest) &&
    !/\p{Cc}/u.test(rest) &&
    !invisible.test(rest) &&
    rest.search(stackedMarks) < 0
  )
}

const isValid: Readonly<Record<SingleParameter, (text: string) => boolean>> = {
  amount: (text) => /^\d+(\.\d+)?$/.test(text),
  "spl-token": isKey,
  label: isText,
  message: isText,
  // It is signed, so the payer must be able to see all of it.
  memo: isSeen,
}

/** Maximum characters of a server's host, with its port. A cut one would be another server. */
const maxHostLength = 128

/**
 * Returns the server of a transaction request, which decides what is signed; `null` for any other link. Its own query is
 * part of an encoded address only: after a plain one, parameters are the link's, and there are none yet.
 */
const parseTransactionRequest = (uri: string): SolanaUriReason | null => {
  const [, link] = /^solana:(https?(?::|%3a).*)$/is.exec(uri) ?? []
  if (link === undefined) return null
  const [, encoded = "", query] = /^([^?#]*)(?:\?([^#]*))?/s.exec(link) ?? []
  const [, name] = /^([^=&]+)/.exec(query ?? "") ?? []
  if (name !== undefined) return { _tag: "Parameter", name }
  const url = parseUrl(/^https?:/i.test(encoded) ? encoded : (decodePercent(encoded) ?? ""))
  if (url !== null && url.host.length > maxHostLength) return { _tag: "Parameter", name: "host" }
  const isSafe =
    url !== null &&
    (url.protocol === "https:" || (url.protocol === "http:" && isLoopbackUrl(url.href))) &&
    url.username + url.password === ""
  return {
    _tag: "TransactionRequest",
    host: url?.host ?? "",
    url: isSafe ? url.href.replace(/#.*$/s, "") : null,
  }
}

/** Formats a request for a transfer of a token, or of the native currency if it is `null`. Source: Solana Pay. */
export const formatSolanaUri = ({
  amount,
  recipient,
  token,
}: {
  readonly recipient: string
  /** `address` is its mint. */
  readonly token: { readonly address: string | null; readonly decimals: number }
  /** Base units of the token. */
  readonly amount: bigint
}): string =>
  `solana:${recipient}?amount=${formatAmount(amount, token.decimals)}${
    token.address === null ? "" : `&spl-token=${token.address}`
  }`

/** Why a Solana Pay link was rejected. */
export type SolanaUriReason =
  /** Not a `solana:` link with an address. */
  | { readonly _tag: "Form" }
  /** A repeated parameter, or a malformed value. */
  | { readonly _tag: "Parameter"; readonly name: string }
  /**
   * A link to a server that chooses the transaction. `host` has the port where it is no default one, at most 128
   * characters, and is empty if the URL is invalid. `url` is `null` unless it is `https:`, or `http:` on this machine,
   * and without credentials.
   */
  | { readonly _tag: "TransactionRequest"; readonly host: string; readonly url: string | null }

/** The error for a rejected Solana Pay link. */
export class InvalidSolanaUri extends Data.TaggedError("InvalidSolanaUri")<{
  readonly uri: string
  readonly reason: SolanaUriReason
}> {
  override get message() {
    const { reason } = this
    switch (reason._tag) {
      case "Form":
        return `Not a Solana link: ${this.uri}`
      case "Parameter":
        return `Invalid field in a Solana link: ${reason.name}`
      case "TransactionRequest":
        return `A Solana link to a server that chooses the transaction: ${reason.host}`
    }
  }
}
