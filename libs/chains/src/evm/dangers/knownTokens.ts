/** Tokens that are worth a US dollar, as `chain id:address` in lower case: USDC, USDT and DAI. Source: their issuers. */
export const peggedTokens: ReadonlySet<string> = new Set([
  "1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48",
  "1:0xdac17f958d2ee523a2206206994597c13d831ec7",
  "1:0x6b175474e89094c44da98b954eedeac495271d0f",
  "10:0x0b2c639c533813f4aa9d7837caf62653d097ff85",
  "137:0x3c499c542cef5e3811e1192ce70d8cc03d5c3359",
  "8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  "42161:0xaf88d065e77c8cc2239327c5edb3a432268e5831",
])

/** Tokens that are the native currency, wrapped. As above. */
export const wrappedCurrencies: ReadonlySet<string> = new Set([
  "1:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2",
  "10:0x4200000000000000000000000000000000000006",
  "56:0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c",
  "137:0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270",
  "8453:0x4200000000000000000000000000000000000006",
  "42161:0x82af49447d8a07e3bd95bd0d56f35241523fbab1",
  "43114:0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7",
])

/**
 * Returns whether tokens between the ends of a path keep nothing of what is sent, as any other may: of an exact output
 * on a path of pairs less arrives then, and not all routers look.
 * @param path addresses in any case
 */
export const passesOnAll = (path: readonly string[], chainId: bigint): boolean =>
  path
    .slice(1, -1)
    .map((token) => `${chainId}:${token.toLowerCase()}`)
    .every((key) => peggedTokens.has(key) || wrappedCurrencies.has(key))

/** Returns the address of the wrapped native currency in lower case; `null` if unknown. */
export const findWrappedCurrency = (chainId: bigint): string | null =>
  [...wrappedCurrencies].find((key) => key.startsWith(`${chainId}:`))?.split(":")[1] ?? null
