/** One of our ERC-20s, at the same address on every network. */
export interface Token {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** EIP-55. */
  readonly address: `0x${string}`
}

/** Nobody's account. The contracts get their addresses from it and its nonce, whatever their code. */
export const deployer = "0x000000000000000000000000000000000000c0de"

/** In the order in which `deployer` makes them. Sources: `contracts/`. */
export const tokens = [
  {
    name: "Mock USD Coin",
    symbol: "mUSDC",
    decimals: 6,
    address: "0x8bBC3514477d75EC797BBe4e19d7961660Bb849c",
  },
  {
    name: "Mock Dai",
    symbol: "mDAI",
    decimals: 18,
    address: "0x5F6BAaEB5b7c97725f84D1569c4abc85135f4716",
  },
] as const satisfies readonly Token[]
