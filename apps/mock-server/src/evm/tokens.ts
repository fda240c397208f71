import { encodeFunctionData, erc20Abi, getAddress } from "viem"

/** A known ERC-20, at the same address on every network. */
export interface Token {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** EIP-55. */
  readonly address: `0x${string}`
}

/** An account without an owner. The contracts' addresses derive from it and its nonce, regardless of their code. */
export const deployer = "0x000000000000000000000000000000000000c0de"

/**
 * Tokens in the order in which `deployer` creates them. Sources: `contracts/`. The exchange has pools of the first
 * two only; mUSDT returns nothing where an ERC-20 returns true, and mFEE withholds 1 % of each transfer.
 */
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
  {
    name: "Mock Tether",
    symbol: "mUSDT",
    decimals: 6,
    address: "0xd73590b21A0E93Ef2d3Ee65ceC81b3AE516A325f",
  },
  {
    name: "Mock Fee Token",
    symbol: "mFEE",
    decimals: 18,
    address: "0x76035a07ED8626298Da983D1f8dd46AD4986df85",
  },
] as const satisfies readonly Token[]

/** Encodes the calldata of `balanceOf(address)`. */
export const encodeBalanceOf = (address: string): string =>
  encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [getAddress(address)] })
