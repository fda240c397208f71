import type { Hex } from "@wmodal/chains/internal"

/** The mock server's tokens, at the same addresses on every chain, with their prices there. */
const tokens: readonly DevToken[] = [
  {
    address: "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c",
    name: "Mock USD Coin",
    symbol: "mUSDC",
    decimals: 6,
    price: 1,
  },
  {
    address: "0x5F6BAaEB5b7c97725f84D1569c4abc85135f4716",
    name: "Mock Dai",
    symbol: "mDAI",
    decimals: 18,
    price: 1,
  },
  {
    address: "0xd73590b21A0E93Ef2d3Ee65ceC81b3AE516A325f",
    name: "Mock Tether",
    symbol: "mUSDT",
    decimals: 6,
    price: 1,
  },
  {
    address: "0x76035a07ED8626298Da983D1f8dd46AD4986df85",
    name: "Mock Fee Token",
    symbol: "mFEE",
    decimals: 18,
    price: 2,
  },
]

const prices: Readonly<Record<string, number>> = { ETH: 2500, POL: 0.5 }

/**
 * Returns the currency and tokens of one network for a dev wallet on the mock server.
 * @param blockchain base URL of the mock server, which serves the token images
 */
export const getMockTokens = (input: {
  readonly blockchain: string
  readonly currency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Currencies of test networks have no value. */
  readonly isTest: boolean
}): readonly DevToken[] => {
  const { blockchain, currency, isTest } = input
  const native = { ...currency, address: null, price: prices[currency.symbol] ?? 0 }
  return [native, ...tokens].map((token) => ({
    ...token,
    price: isTest ? 0 : (token.price ?? 0),
    iconUrl: `${blockchain}/public/getTokenImage/${token.symbol}`,
  }))
}

/** A token known to the wallet: its amounts are formatted, and it is listed in the assets. */
export interface DevToken {
  /** `null` is the native currency, for its name, price and image. */
  readonly address: Hex | null
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** The price of one token in US dollars, for display only; 0 where absent. */
  readonly price?: number
  readonly iconUrl?: string
}

/** Returns the token with this address, or `undefined` for an unknown token. */
export const findToken = (tokens: readonly DevToken[], address: Hex | null): DevToken | undefined =>
  tokens.find((token) => token.address?.toLowerCase() === address?.toLowerCase())
