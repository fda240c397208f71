import { type BalanceChange, type FeePart, sanitizeLine } from "@wmodal/chains"
import type { SendReview } from "@wmodal/core/flows"
import {
  addDecimals,
  type Decimal,
  formatAmount,
  type Network,
  type PaymentUri,
  toDecimalUnits,
  zeroDecimal,
} from "@wmodal/protocol"

/** An exact amount for scripts, in base units and as a decimal number. */
export interface ExactAmount {
  readonly symbol: string
  /** The contract's address, `null` for the native currency. */
  readonly token: string | null
  /** Base units. */
  readonly value: bigint
  readonly decimals: number
  readonly amount: string
}

/** A token or the native currency. */
export interface AnyToken {
  /** The contract's address, `null` for the native currency. */
  readonly address: string | null
  readonly symbol: string
  readonly decimals: number
}

export const toExactAmount = (value: bigint, { address, decimals, symbol }: AnyToken): ExactAmount => ({
  symbol,
  token: address,
  value,
  decimals,
  amount: formatAmount(value, decimals),
})

/** Returns the native currency, in which fees are paid. */
export const toNativeToken = ({
  nativeCurrency: { decimals, symbol },
}: Pick<Network, "nativeCurrency">): AnyToken => ({ address: null, decimals, symbol })

/** Formats an amount with all its decimals and its symbol. */
export const formatTokenAmount = (amount: bigint, { decimals, symbol }: Omit<AnyToken, "address">): string =>
  `${formatAmount(amount, decimals)} ${symbol}`

export const formatDecimal = (decimal: Decimal | null): string | null =>
  decimal === null ? null : formatAmount(decimal.units, decimal.decimals)

/** Returns the sum; `null` when an addend is unknown. */
export const sumDecimals = (parts: readonly (Decimal | null)[]): Decimal | null =>
  parts.reduce<Decimal | null>(
    (sum, part) => (sum === null || part === null ? null : addDecimals(sum, part)),
    zeroDecimal,
  )

const usd = new Intl.NumberFormat("en", { style: "currency", currency: "USD" })

/** Formats US dollars cut to cents. Empty when the price is unknown. */
export const formatUsd = (decimal: Decimal | null): string => {
  if (decimal === null) return ""
  const cents = toDecimalUnits(decimal, 2)
  // `Intl` formats a text digit by digit.
  return cents === 0n && decimal.units !== 0n ? "< $0.01" : usd.format(formatAmount(cents, 2) as `${number}`)
}

/** Formats US dollars as an addition to an amount. */
export const formatWorth = (decimal: Decimal | null): string => {
  const text = formatUsd(decimal)
  return text === "" ? "" : ` (${text})`
}

/** Converts a fee to a document: the expected amount, and base units for what it can cost at most. */
export const toFeeDocument = (
  { expected, most }: { readonly expected: bigint; readonly most: bigint | null },
  network: Pick<Network, "nativeCurrency">,
) => ({ ...toExactAmount(expected, toNativeToken(network)), most })

const toFeePartDocument = (part: FeePart, network: Network) =>
  part._tag === "Rate"
    ? { type: "rate", perVbyte: part.perVbyte, vbytes: part.vbytes }
    : { type: part._tag.toLowerCase(), ...toExactAmount(part.amount, toNativeToken(network)) }

/** Converts what a payment link adds to a payment. Its texts are the recipient's claims. */
const toLinkDocument = ({ label, memo, message, references, unused }: PaymentUri) => ({
  label: label === undefined ? null : sanitizeLine(label, maxLinkTextLength),
  message: message === undefined ? null : sanitizeLine(message, maxLinkTextLength),
  memo: memo ?? null,
  references,
  unused: unused.map((name) => sanitizeLine(name, 64)),
})

/** Maximum length of the texts of a link that are shown and not carried out. */
const maxLinkTextLength = 200

/** Returns what a payment link adds to a payment, as names and texts for the user. */
export const toLinkFields = (link: PaymentUri | undefined): readonly { label: string; text: string }[] => {
  if (link === undefined) return []
  const { label, memo, message, references, unused } = toLinkDocument(link)
  const fields: readonly (readonly [string, string | null])[] = [
    ["Requested by", label],
    ["Purpose", message],
    ["Memo", memo],
    ["References", references.length === 0 ? null : references.join("\n")],
    ["Not used", unused.length === 0 ? null : unused.join(", ")],
  ]
  return fields.flatMap(([name, text]) => (text === null ? [] : [{ label: name, text }]))
}

/** Converts a review to a document with all facts that a signer needs. */
export const toReviewDocument = (review: SendReview): Readonly<Record<string, unknown>> => {
  const { amount, fee, holding, network, simulation, to } = review
  const toDifference = ({ after, before, token }: BalanceChange) =>
    toExactAmount(after - before, token === null ? toNativeToken(network) : holding.token)
  return {
    account: review.account,
    network: network.caipNetworkId,
    to: { address: to.address, name: to.name },
    ...(to.link !== undefined && { link: toLinkDocument(to.link) }),
    payment: {
      ...toExactAmount(amount, holding.token),
      usd: formatDecimal(review.fiat),
      ...(review.isRecallable === true && { recallable: true }),
    },
    fee: {
      ...toFeeDocument(fee, network),
      usd: formatDecimal(review.feeFiat),
      ...(fee.parts !== undefined && { parts: fee.parts.map((part) => toFeePartDocument(part, network)) }),
    },
    simulation:
      simulation._tag === "Simulated"
        ? {
            status: "simulated",
            changes: simulation.sender.map((change) => ({
              ...toDifference(change),
              before: change.before,
              after: change.after,
            })),
            received: simulation.recipient.map(toDifference),
          }
        : { status: "unavailable" },
    stops: review.stops.map(({ _tag, ...facts }) => ({ type: _tag, ...facts })),
  }
}

/** Formats a document as lines of a key and a value, for plain output. */
export const formatDocumentLines = (document: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(document).map(
    ([key, field]) =>
      `${key}\t${typeof field === "string" ? field : JSON.stringify(field, (_name, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner))}`,
  )
