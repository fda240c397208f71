const symbols =
  "ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP"

const suggested: ReadonlySet<string> = new Set(symbols.split(" "))

/** Whether a token of the exchange is among the well-known ones. Source: the AppKit 1.7.2 wire. */
export const isSuggested = (symbol: string): boolean => suggested.has(symbol)
