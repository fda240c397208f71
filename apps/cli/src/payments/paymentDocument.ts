import type { FeePart } from "@wmodal/chains"
import type { SendReview } from "@wmodal/core/flows"
import type { Decimal } from "@wmodal/protocol"
import { formatAmount, toDecimalUnits } from "@wmodal/protocol"

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

export const toExactAmount = (
  value: bigint,
  {
    address,
    decimals,
    symbol,
  }: { readonly address: string | null; readonly decimals: number; readonly symbol: string },
): ExactAmount => ({ symbol, token: address, value, decimals, amount: formatAmount(value, decimals) })

/** Returns the native currency, in which fees are paid. */
export const toNativeToken = ({ nativeCurrency: { decimals, symbol } }: SendReview["network"]) => ({
  address: null,
  decimals,
  symbol,
})

export const formatDecimal = (decimal: Decimal | null): string | null =>
  decimal === null ? null : formatAmount(decimal.units, decimal.decimals)

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

const toFeePartDocument = (part: FeePart, native: ReturnType<typeof toNativeToken>) => {
  switch (part._tag) {
    case "Priority":
      return { type: "priority", ...toExactAmount(part.amount, native) }
    case "Rent":
      return { type: "rent", ...toExactAmount(part.amount, native) }
    case "Rate":
      return { type: "rate", perVbyte: part.perVbyte, vbytes: part.vbytes }
  }
}

/** Converts a review to a document with all facts that a signer needs. */
export const toReviewDocument = (review: SendReview): Readonly<Record<string, unknown>> => {
  const { account, amount, fee, holding, network, simulation, stops, to } = review
  const native = toNativeToken(network)
  const tokenOf = (address: string | null) => (address === null ? native : holding.token)
  return {
    account,
    network: network.caipNetworkId,
    to: { address: to.address, name: to.name },
    payment: { ...toExactAmount(amount, holding.token), usd: formatDecimal(review.fiat) },
    fee: {
      ...toExactAmount(fee.expected, native),
      most: fee.most,
      usd: formatDecimal(review.feeFiat),
      ...(fee.parts !== undefined && { parts: fee.parts.map((part) => toFeePartDocument(part, native)) }),
    },
    simulation:
      simulation._tag === "Simulated"
        ? {
            status: "simulated",
            changes: simulation.sender.map(({ after, before, token }) => ({
              ...toExactAmount(after - before, tokenOf(token)),
              before,
              after,
            })),
            received: simulation.recipient.map(({ after, before, token }) =>
              toExactAmount(after - before, tokenOf(token)),
            ),
          }
        : { status: "unavailable" },
    stops: stops.map((stop) => ({
      type: stop._tag,
      address: stop.address,
      ...(stop._tag === "LookAlike" && { known: stop.known }),
      ...(stop._tag === "LookAlikeName" && { name: stop.name, reads: stop.reads }),
    })),
  }
}

/** Formats a document as lines of a key and a value, for plain output. */
export const formatDocumentLines = (document: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.entries(document).map(
    ([key, field]) =>
      `${key}\t${typeof field === "string" ? field : JSON.stringify(field, (_name, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner))}`,
  )
