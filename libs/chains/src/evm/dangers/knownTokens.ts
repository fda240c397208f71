/** Tokens that are worth a US dollar, as `chain id:address` in lower case, with their symbols. Source: their issuers. */
const pegged: Readonly<Record<string, string>> = {
  "1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48": "USDC",
  "1:0xdac17f958d2ee523a2206206994597c13d831ec7": "USDT",
  "1:0x6b175474e89094c44da98b954eedeac495271d0f": "DAI",
  "10:0x0b2c639c533813f4aa9d7837caf62653d097ff85": "USDC",
  "137:0x3c499c542cef5e3811e1192ce70d8cc03d5c3359": "USDC",
  "8453:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913": "USDC",
  "42161:0xaf88d065e77c8cc2239327c5edb3a432268e5831": "USDC",
}

/** Tokens that are the native currency, wrapped, with its symbol. As above. */
const wrapped: Readonly<Record<string, string>> = {
  "1:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2": "ETH",
  "10:0x4200000000000000000000000000000000000006": "ETH",
  "56:0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c": "BNB",
  "137:0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270": "POL",
  "8453:0x4200000000000000000000000000000000000006": "ETH",
  "42161:0x82af49447d8a07e3bd95bd0d56f35241523fbab1": "ETH",
  "43114:0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7": "AVAX",
}

/** Older forms of USDC that bridges issue under the same symbol, or did. As above. Source: circle.com. */
const bridged: ReadonlySet<string> = new Set([
  "10:0x7f5c764cbc14f9669b88837ca1490cca17c31607",
  "137:0x2791bca1f2de4661ed88a30c99a7a9449aa84174",
  "42161:0xff970a61a04b1ca14834a43f5de4533ebddb5cc8",
])

export const peggedTokens: ReadonlySet<string> = new Set(Object.keys(pegged))
export const wrappedCurrencies: ReadonlySet<string> = new Set(Object.keys(wrapped))

/** Letters of other scripts that look like the Latin ones of these symbols, each in the place of its twin. */
const [twins, latin] = ["АΑВΒСϹЕΕІΙМΜНΗОΟ0РΡЅТΤ₮ՍѴԜХΧ", "AABBCCEEIIMMHHOOOPPSTTTUVWXX"]

const toPlainSymbol = (symbol: string) =>
  [...symbol.normalize("NFKD").toUpperCase()]
    .map((letter) => latin[twins.indexOf(letter)] ?? letter)
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .join("")

/**
 * Returns whether a token calls itself like one of these, or like the native currency, and is another contract.
 * @param token address in any case @param symbol as its contract says it
 */
export const isImitation = (chainId: bigint, token: string, symbol: string): boolean => {
  const key = `${chainId}:${token.toLowerCase()}`
  const said = toPlainSymbol(symbol)
  // Some networks have their currency as a token, at an address that no one can take.
  if (pegged[key] !== undefined || wrapped[key] !== undefined || bridged.has(key) || BigInt(token) < 0x10000n)
    return false
  const isHere = ([one]: readonly [string, string]) => one.startsWith(`${chainId}:`)
  return (
    Object.entries(pegged).some((one) => isHere(one) && one[1] === said) ||
    Object.entries(wrapped).some((one) => isHere(one) && (one[1] === said || `W${one[1]}` === said))
  )
}

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
