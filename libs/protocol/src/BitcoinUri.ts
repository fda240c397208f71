import { Data, Result } from "effect"
import { type InvalidAmount, parseAmount } from "./Amount.ts"

/** What a `bitcoin:` link asks a person to pay. */
export interface BitcoinUri {
  /** As it was written; `parseBitcoinAddress` says whether it is one. */
  readonly address: string
  /** Satoshi. Absent where the payer is to choose. */
  readonly amount?: bigint
  /** Who is paid. From outside, and not to be believed. */
  readonly label?: string
  /** What for. From outside, and not to be believed. */
  readonly message?: string
}

/**
 * Reads a `bitcoin:` link. Parameters that it does not know are passed over, save those that call themselves
 * required (`req-…`); one that says a thing twice is refused. Source: BIP-21.
 */
export const parseBitcoinUri = (uri: string): Result.Result<BitcoinUri, InvalidBitcoinUri> => {
  const fail = (reason: BitcoinUriReason) => Result.fail(new InvalidBitcoinUri({ uri, reason }))
  const [, address = "", query = ""] = /^bitcoin:([a-z0-9]+)(?:\?([^#]*))?$/i.exec(uri) ?? []
  if (address === "") return fail({ _tag: "Form" })
  const known: { amount?: string; label?: string; message?: string } = {}
  for (const [, key = "", text = ""] of query.matchAll(/([^&=]+)(?:=([^&]*))?/g)) {
    if (/^req-/i.test(key)) return fail({ _tag: "Required", name: key })
    if (key !== "amount" && key !== "label" && key !== "message") continue
    const value = decodePercent(text)
    if (value === null || known[key] !== undefined) return fail({ _tag: "Parameter", name: key })
    known[key] = value
  }
  const { amount, ...texts } = known
  if (amount === undefined) return Result.succeed({ address, ...texts })
  const satoshi = parseAmount(amount, 8)
  return Result.isFailure(satoshi)
    ? fail({ _tag: "Amount", error: satoshi.failure })
    : Result.succeed({ address, amount: satoshi.success, ...texts })
}

const decodePercent = (text: string): string | null => {
  const decoded = Result.try(() => decodeURIComponent(text))
  return Result.isSuccess(decoded) ? decoded.success : null
}

export type BitcoinUriReason =
  /** No `bitcoin:` link with letters and digits where the address is. */
  | { readonly _tag: "Form" }
  | { readonly _tag: "Amount"; readonly error: InvalidAmount }
  /** Given twice, or not percent-encoded UTF-8. */
  | { readonly _tag: "Parameter"; readonly name: string }
  /** The link is not to be followed by anybody who does not know this parameter. */
  | { readonly _tag: "Required"; readonly name: string }

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
        return `Unreadable in a Bitcoin link: ${reason.name}`
      case "Required":
        return `Unknown in a Bitcoin link, and required by it: ${reason.name}`
    }
  }
}
