import type { Hex } from "@wmodal/chains/internal"

/** The mock server's tokens, at the same addresses on every chain, with what they cost there. */
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
 * What a dev wallet that stands on the mock server may be told of one of its networks: the currency and the tokens.
 * @param blockchain base URL of the mock server, which draws their pictures
 */
export const getMockTokens = (input: {
  readonly blockchain: string
  readonly currency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Nothing on a test network is worth anything. */
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

/** A token that the wallet's owner told it of: it tells amounts of it in words, and counts it among the assets. */
export interface DevToken {
  /** `null` is the network's own currency, for its name, price and picture. */
  readonly address: Hex | null
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** US dollars for one, for display only; 0 where absent. */
  readonly price?: number
  readonly iconUrl?: string
}

/** The token of that address; `undefined` where the wallet knows of none. */
export const findToken = (tokens: readonly DevToken[], address: Hex | null): DevToken | undefined =>
  tokens.find((token) => token.address?.toLowerCase() === address?.toLowerCase())
