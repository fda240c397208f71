import type { DevToken } from "@wmodal/chains/dev"

/** The mock server's tokens, at the same addresses on every chain, with what they cost there. */
const tokens = [
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
] as const

const currencies = [
  { chainId: 1, symbol: "ETH", price: 2500, isTest: false },
  { chainId: 137, symbol: "POL", price: 0.5, isTest: false },
  { chainId: 11155111, symbol: "ETH", price: 0, isTest: true },
]

/** By chain id. @param blockchain base URL of the mock server, which draws their pictures */
export const tokensAt = (blockchain: string): Readonly<Record<number, readonly DevToken[]>> =>
  Object.fromEntries(
    currencies.map(({ chainId, isTest, price, symbol }) => [
      chainId,
      [{ address: null, name: symbol, symbol, decimals: 18, price }, ...tokens].map((token) => ({
        ...token,
        price: isTest ? 0 : token.price,
        iconUrl: `${blockchain}/public/getTokenImage/${token.symbol}`,
      })),
    ]),
  )
