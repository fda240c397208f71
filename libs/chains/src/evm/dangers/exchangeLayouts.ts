import { enterStructure, type FunctionCall } from "./FunctionCall.ts"
import type { NativeForm } from "./toAsset.ts"

/** Where a call of an exchange or a vault has its terms. Words of the arguments, or of a structure in them. */
export interface ExchangeLayout {
  /** The least amount that comes back; `null`: exactly what is given. */
  readonly least: number | null
  /** Who receives it; `null`: the sender. */
  readonly recipient: number | null
  /** Addresses that the contract takes for the sender, and for itself. */
  readonly sender?: bigint
  readonly router?: bigint
  /** A word, some bits of which let the contract return less. */
  readonly cut?: { readonly at: number; readonly bits: bigint }
  /** The words of the offsets that lead to the structure, one in the other; absent if the arguments are it. */
  readonly within?: readonly number[]
  /** What is swapped for what, if the call names it. */
  readonly swap?: SwapLayout
  /** True if the call pays out what the router has of the currency, or of the token at a word. */
  readonly pays?: "currency" | { readonly token: number }
  /** What part of what is paid out goes to others, in 10,000ths. */
  readonly fee?: number
}

export interface SwapLayout {
  /** `hops`: bytes of a path, which starts with what is bought if the output is exact. */
  readonly assets:
    | { readonly tokenIn: number; readonly tokenOut: number }
    | { readonly path: number }
    | { readonly hops: number; readonly isReversed: boolean }
  /** `null`: the value that is sent. */
  readonly amountIn: number | null
  /** True if nothing compares what arrives with the amount: tokens on the path may keep it. */
  readonly isUnchecked?: true
  /** The number of words that the call has at least. */
  readonly words: number
  /** Absent: only tokens are swapped, such as the wrapped currency. */
  readonly native?: NativeForm
}

/** Deposits, withdrawals and repayments, whose amounts are those that are given. */
const to = (recipient: number, sender?: bigint): ExchangeLayout => ({
  least: null,
  recipient,
  ...(sender !== undefined && { sender }),
})

const pairs = (path: number, amountIn: number | null, least: number, recipient: number): ExchangeLayout => ({
  least,
  recipient,
  swap: { assets: { path }, amountIn, words: recipient + 1 },
})

/** Those of SwapRouter02 take 1 for the sender and 2 for themselves. */
const router02 = { sender: 1n, router: 2n } as const
const router01 = { router: 0n } as const

const single = (
  amountIn: number,
  least: number,
  words: number,
  special: Pick<ExchangeLayout, "router" | "sender">,
): ExchangeLayout => ({
  least,
  recipient: 3,
  ...special,
  // With a limit of the price a pool may return less than an exact output.
  ...(amountIn > least && { cut: { at: words - 1, bits: 2n ** 256n - 1n } }),
  swap: { assets: { tokenIn: 0, tokenOut: 1 }, amountIn, words },
})

const hops = (
  amountIn: number,
  least: number,
  words: number,
  special: Pick<ExchangeLayout, "router" | "sender">,
): ExchangeLayout => ({
  least,
  recipient: 1,
  within: [0],
  ...special,
  swap: { assets: { hops: 0, isReversed: amountIn > least }, amountIn, words },
})

/** `swap` of 1inch: the contract checks what it pays out. Others of its functions trust the pools that a call names. */
const aggregated: ExchangeLayout = {
  least: 6,
  recipient: 4,
  sender: 0n,
  swap: { assets: { tokenIn: 1, tokenOut: 2 }, amountIn: 5, words: 9, native: "any" },
}

/**
 * The functions whose terms are known, by their selectors. Source: Uniswap's Router02, SwapRouter and SwapRouter02,
 * AggregationRouter V5 and V6, Aave V2 and V3 with their gateway, ERC-4626, the withdrawals of Lido, Ethena's and
 * StakeWise's vaults, WalletConnect's StakeWeight.
 */
export const exchangeLayouts: Readonly<Record<string, ExchangeLayout>> = {
  // swapExactTokensForTokens(uint256,uint256,address[],address,uint256), and with tokens that keep a fee
  "38ed1739": pairs(2, 0, 1, 3),
  "5c11d795": pairs(2, 0, 1, 3),
  // swapExactETHForTokens(uint256,address[],address,uint256), and with tokens that keep a fee
  "7ff36ab5": pairs(1, null, 0, 2),
  b6f9de95: pairs(1, null, 0, 2),
  // swapExactTokensForETH(uint256,uint256,address[],address,uint256), and with tokens that keep a fee
  "18cbafe5": pairs(2, 0, 1, 3),
  "791ac947": pairs(2, 0, 1, 3),
  // swapTokensForExactTokens, swapTokensForExactETH: (uint256,uint256,address[],address,uint256)
  "8803dbee": pairs(2, 1, 0, 3),
  "4a25d94a": pairs(2, 1, 0, 3),
  // swapETHForExactTokens(uint256,address[],address,uint256)
  fb3bdb41: pairs(1, null, 0, 2),
  // swapExactTokensForTokens, swapTokensForExactTokens: (uint256,uint256,address[],address)
  "472b43f3": { ...pairs(2, 0, 1, 3), ...router02 },
  "42712a67": {
    least: 0,
    recipient: 3,
    ...router02,
    swap: { assets: { path: 2 }, amountIn: 1, words: 4, isUnchecked: true },
  },
  // exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))
  "414bf389": single(5, 6, 8, router01),
  // exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))
  "04e45aaf": single(4, 5, 7, router02),
  // exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))
  db3e2198: single(6, 5, 8, router01),
  // exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))
  "5023b4df": single(5, 4, 7, router02),
  // exactInput((bytes,address,uint256,uint256,uint256))
  c04b8d59: hops(3, 4, 5, router01),
  // exactInput((bytes,address,uint256,uint256))
  b858183f: hops(2, 3, 4, router02),
  // exactOutput((bytes,address,uint256,uint256,uint256))
  f28c0498: hops(4, 3, 5, router01),
  // exactOutput((bytes,address,uint256,uint256))
  "09b81346": hops(3, 2, 4, router02),
  // unwrapWETH9(uint256,address), and to the sender
  "49404b7c": { least: 0, recipient: 1, pays: "currency" },
  "49616997": { least: 0, recipient: null, pays: "currency" },
  // sweepToken(address,uint256,address), and to the sender
  df2ab5bb: { least: 1, recipient: 2, pays: { token: 0 } },
  e90a182f: { least: 1, recipient: null, pays: { token: 0 } },
  // unwrapWETH9WithFee(uint256,address,uint256,address), and to the sender
  "9b2c0a37": { least: 0, recipient: 1, pays: "currency", fee: 2 },
  d4ef38de: { least: 0, recipient: null, pays: "currency", fee: 1 },
  // sweepTokenWithFee(address,uint256,address,uint256,address), and to the sender
  e0e189a0: { least: 1, recipient: 2, pays: { token: 0 }, fee: 3 },
  "3068c554": { least: 1, recipient: null, pays: { token: 0 }, fee: 2 },
  // swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)
  "12aa3caf": aggregated,
  // swap(address,(address,address,address,address,uint256,uint256,uint256),bytes)
  "07ed2379": aggregated,
  // swap((address,address,bytes,(address,address,address[],uint256[],address[],uint256[],address,uint256,uint256,uint256,bytes),bytes))
  e21fd0e9: {
    least: 8,
    recipient: 6,
    sender: 0n,
    within: [0, 3],
    // A partial fill returns what is not swapped, but not the fee for it.
    cut: { at: 9, bits: 1n },
    swap: { assets: { tokenIn: 0, tokenOut: 1 }, amountIn: 7, words: 11, native: "eeee" },
  },
  // supply(address,uint256,address,uint16), and with a permit
  "617ba037": to(2),
  "02c205f0": to(2),
  // deposit(address,uint256,address,uint16)
  e8eda9df: to(2),
  // repay(address,uint256,uint256,address), and with a permit
  "573ade81": to(3),
  ee3e210b: to(3),
  // withdraw(address,uint256,address)
  "69328dec": to(2),
  // depositETH(address,address,uint16)
  "474cf53d": to(1),
  // repayETH(address,uint256,address)
  bcc3c255: to(2),
  // withdrawETH(address,uint256,address), and with a permit
  "80500d20": to(2),
  d4c40b6c: to(2),
  // deposit, mint: (uint256,address)
  "6e553f65": to(1),
  "94bf804d": to(1),
  // withdraw, redeem: (uint256,address,address)
  b460af94: to(1),
  ba087652: to(1),
  // requestWithdrawals, requestWithdrawalsWstETH: (uint256[],address), and with a permit
  d6681042: to(1, 0n),
  acf41e4d: to(1, 0n),
  "19aa6257": to(1, 0n),
  "7951b76f": to(1, 0n),
  // claimWithdrawalsTo(uint256[],uint256[],address)
  "5e7eead9": to(2),
  // unstake(address)
  f2888dbb: to(0),
  // deposit(address,address)
  f9609f08: to(0),
  // updateStateAndDeposit(address,address,(bytes32,int160,uint160,bytes32[]))
  "18f72950": to(0),
  // enterExitQueue(uint256,address)
  "8ceab9aa": to(1),
  // depositFor(address,uint256)
  "2f4f21e2": to(0),
}

/** In 10,000ths. Uniswap's routers take no fee above a hundredth. */
const mostFee = 1_000n

/**
 * Returns the least that comes back, in base units, without the fee; 0 if the call names a fee out of proportion, or a
 * term that may cut it. `null` for exactly what is given.
 */
export const readLeast = ({ words }: FunctionCall, { cut, fee, least }: ExchangeLayout): bigint | null => {
  if (least === null) return null
  const bips = fee === undefined ? 0n : words(fee)
  if (bips > mostFee || (cut !== undefined && (words(cut.at) & cut.bits) !== 0n)) return 0n
  return words(least) - (words(least) * bips) / 10_000n
}

/** Returns the words that a layout speaks of, as the contract finds them. */
export const readTerms = (call: FunctionCall, { within = [] }: ExchangeLayout): FunctionCall =>
  within.reduce(enterStructure, call)
