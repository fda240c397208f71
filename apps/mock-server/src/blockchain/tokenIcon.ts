/** Returns the URL of a currency's or token's icon on this server, by symbol. */
export const getTokenIconUrl = (origin: string, symbol: string): string =>
  `${origin}/public/getTokenImage/${encodeURIComponent(symbol)}`
