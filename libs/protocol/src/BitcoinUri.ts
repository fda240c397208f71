import { Data, Result } from "effect"
import { formatAmount, type InvalidAmount, parseAmount } from "./Amount.ts"
import { decodePercent } from "./decodePercent.ts"

/** The payment that a `bitcoin:` link requests. */
export interface BitcoinUri {
  /** The address as written. `parseBitcoinAddress` validates it. */
  readonly address: string
  /** Satoshi. Absent where the payer chooses the amount. */
  readonly amount?: bigint
  /** The recipient's name. Untrusted. */
  readonly label?: string
  /** The purpose of the payment. Untrusted. */
  readonly message?: string
  /** The names of the optional parameters that this parser does not know, as written. */
  readonly unused: readonly string[]
}

/**
 * Parses a `bitcoin:` link. Lists unknown parameters, of which it rejects required ones (`req-…`), and rejects repeated
 * ones. The case of a parameter's name is insignificant: QR codes are written in capitals. Source: BIP-21, BIP-321.
 */
export const parseBitcoinUri = (uri: string): Result.Result<BitcoinUri, InvalidBitcoinUri> => {
  const fail = (reason: BitcoinUriReason) => Result.fail(new InvalidBitcoinUri({ uri, reason }))
  const [, address = "", query = ""] = /^bitcoin:([a-z0-9]*)(?:\?([^#]*))?$/i.exec(uri) ?? []
  if (address === "") {
    // Without an address it asks for another way to pay, such as `lightning`.
    const [, name] = /^([a-z][a-z0-9_-]*)=/i.exec(query) ?? []
    return fail(name === undefined ? { _tag: "Form" } : { _tag: "Required", name })
  }
  const known: { amount?: string; label?: string; message?: string } = {}
  const unused: string[] = []
  for (const [, written = "", text = ""] of query.matchAll(/([^&=]+)(?:=([^&]*))?/g)) {
    const key = written.toLowerCase()
    if (key.startsWith("req-")) return fail({ _tag: "Required", name: written })
    if (key !== "amount" && key !== "label" && key !== "message") {
      unused.push(written)
      continue
    }
    const value = decodePercent(text)
    if (value === null || known[key] !== undefined) return fail({ _tag: "Parameter", name: key })
    known[key] = value
  }
  const { amount, ...texts } = known
  if (amount === undefined) return Result.succeed({ address, ...texts, unused })
  const satoshi = parseAmount(amount, 8)
  return Result.isFailure(satoshi)
    ? fail({ _tag: "Amount", error: satoshi.failure })
    : Result.succeed({ address, amount: satoshi.success, ...texts, unused })
}

/** Formats a request for a payment; `amount` in satoshi. The inverse of `parseBitcoinUri`. Source: BIP-21. */
export const formatBitcoinUri = ({ address, amount }: Pick<BitcoinUri, "address" | "amount">): string =>
  `bitcoin:${address}${amount === undefined ? "" : `?amount=${formatAmount(amount, 8)}`}`

/** Why a BIP-21 link was rejected. */
export type BitcoinUriReason =
  /** Not a `bitcoin:` link with letters and digits as the address. */
  | { readonly _tag: "Form" }
  | { readonly _tag: "Amount"; readonly error: InvalidAmount }
  /** A repeated parameter, or one that is not percent-encoded UTF-8. */
  | { readonly _tag: "Parameter"; readonly name: string }
  /** A required parameter that this parser does not know. BIP-21 forbids paying such a link. */
  | { readonly _tag: "Required"; readonly name: string }

/** The error for a rejected BIP-21 link. */
export class InvalidBitcoinUri extends Data.TaggedError("InvalidBitcoinUri")<{
  readonly uri: string
  readonly reason: BitcoinUriReason
}> {
  override get message() {
    const { reason } = this
    switch (reason._tag) {
      case "Form":
        return `Not a Bitcoin link: ${this.uri}`
      case "Amount":
        return reason.error.message
      case "Parameter":
        return `Invalid field in a Bitcoin link: ${reason.name}`
      case "Required":
        return `Unknown required field in a Bitcoin link: ${reason.name}`
    }
  }
}
