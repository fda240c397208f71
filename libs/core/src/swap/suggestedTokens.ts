const symbolList =
  "ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP"

const suggestedSymbols: ReadonlySet<string> = new Set(symbolList.split(" "))

/** Returns whether a token of the exchange is well-known. Source: the AppKit 1.7.2 wire. */
export const isSuggestedToken = (symbol: string): boolean => suggestedSymbols.has(symbol)
