import type { Network } from "@wmodal/protocol"

/** Fictional constant prices in US dollars, by symbol; an unlisted symbol costs one dollar. */
const prices: Readonly<Record<string, number>> = {
  ETH: 2500,
  POL: 0.5,
  BNB: 600,
  AVAX: 25,
  CELO: 0.6,
  MNT: 0.8,
  S: 0.5,
  FTM: 0.5,
  SOL: 150,
  BTC: 100_000,
  mUSDC: 1,
  mDAI: 1,
  mUSDT: 1,
  mFEE: 2,
}

/** Returns US dollars per unit on any network. Whole cents. */
export const getMarketPrice = (symbol: string): number => prices[symbol] ?? 1

/** Returns US dollars per unit on `network`: test network currencies have a price of 0. */
export const getPrice = (symbol: string, network: Network): number =>
  network.testnet === true ? 0 : getMarketPrice(symbol)
