import { marketPriceOf } from "../blockchain/prices.ts"
import type { Asset } from "../evm/assets.ts"

/** What somebody gets for their money. Money is in cents of what they pay with. */
export interface Quote {
  readonly total: bigint
  readonly fee: bigint
  readonly networkFee: bigint
  /** What is left to buy for. */
  readonly subtotal: bigint
  /** Base units of the asset. */
  readonly bought: bigint
}

/** Thousandths of the total: 1.5 % together. */
const fees = { provider: 12n, network: 3n } as const

/** The same for the same request, in every run. `rate` is US cents for one of what is paid with. */
export const quoteOf = (
  { symbol, decimals }: Pick<Asset, "symbol" | "decimals">,
  { total, rate }: { readonly total: bigint; readonly rate: bigint },
): Quote => {
  const fee = share(total, fees.provider)
  const networkFee = share(total, fees.network)
  const subtotal = total - fee - networkFee
  const price = centsOf(marketPriceOf(symbol))
  return {
    total,
    fee,
    networkFee,
    subtotal,
    bought: (subtotal * rate * 10n ** BigInt(decimals)) / (100n * price),
  }
}

/** The least total, in US cents, that buys as much. `amount` is in base units. */
export const totalFor = (
  { symbol, decimals }: Pick<Asset, "symbol" | "decimals">,
  amount: bigint,
): bigint => {
  const subtotal = ceil(amount * centsOf(marketPriceOf(symbol)), 10n ** BigInt(decimals))
  return ceil(subtotal * 1000n, 1000n - fees.provider - fees.network)
}

/** Halves are rounded up. */
const share = (total: bigint, thousandths: bigint) => (total * thousandths + 500n) / 1000n

const ceil = (value: bigint, by: bigint) => (value + by - 1n) / by

/** Prices are whole cents, kept as a number of dollars. */
const centsOf = (price: number) => BigInt(Math.round(price * 100))
