import type { Network } from "@wmodal/protocol"

/** US dollars for one, by symbol. Invented, and the same for ever; what is not listed costs one dollar. */
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

/** US dollars for one, wherever it is. Whole cents. */
export const getMarketPrice = (symbol: string): number => prices[symbol] ?? 1

/** US dollars for one on `network`: currencies of test networks are worth nothing. */
export const getPrice = (symbol: string, network: Network): number =>
  network.testnet === true ? 0 : getMarketPrice(symbol)
