/** Where this server shows the picture of a currency or token, by its symbol. */
export const getTokenIconUrl = (origin: string, symbol: string): string =>
  `${origin}/public/getTokenImage/${encodeURIComponent(symbol)}`
