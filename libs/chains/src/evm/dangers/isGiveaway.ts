import { isCallTrade } from "./decodeCallTrades.ts"
import { listNestedCalls, wordToAddress } from "./FunctionCall.ts"

/**
 * Base units: 0.01 of a token with 6 decimals. Less than this is next to nothing in any usual currency. What is decoded
 * as a trade is compared by worth.
 */
const minTokenAmount = 10_000n

/** Where a call of an exchange has the least amount that it returns, and who receives that. Words of the arguments. */
interface ReturnLayout {
  /** `null`: exactly what is given. */
  readonly minimum: number | null
  /** `null`: the sender. */
  readonly recipient: number | null
  /** Addresses that the contract takes for the sender, and for itself. */
  readonly sender?: bigint
  readonly router?: bigint
}

/**
 * Returns true when an exchange may keep what it is given: it has to return next to nothing, or returns it to another
 * account. What stays in the router must be collected by another call of the same batch.
 * Source: Uniswap's Router02, SwapRouter and SwapRouter02, AggregationRouter V5, Aave V2 and V3 with their gateway,
 * ERC-4626, the withdrawals of Lido, Ethena's and StakeWise's vaults, WalletConnect's StakeWeight.
 */
export const isGiveaway = (data: string, from: string): boolean => {
  const calls = listNestedCalls(data.slice(2)).calls.flatMap((call) => {
    const { selector, words } = call
    const layout = layouts[selector]
    if (layout === undefined) return []
    const isTrade = isCallTrade(call, from)
    return [
      {
        ...layout,
        isTrade,
        isWorthless: layout.minimum !== null && words(layout.minimum) < (isTrade ? 1n : minTokenAmount),
        to: layout.recipient === null ? BigInt(from) : BigInt(wordToAddress(words(layout.recipient))),
        collects: collectors.has(selector),
      },
    ]
  })
  const isCollected = calls.some(({ collects }) => collects)
  return calls.some(({ isTrade, isWorthless, router, sender, to }) => {
    // What the collecting call pays for it is judged as a trade.
    if (to === router) return !isCollected || !isTrade
    return isWorthless || (to !== BigInt(from) && to !== sender)
  })
}

/** `unwrapWETH9` and `sweepToken` of a router pay out what it holds. */
const collectors = new Set(["49404b7c", "df2ab5bb"])

const at = (
  minimum: number | null,
  recipient: number | null,
  special: Pick<ReturnLayout, "router" | "sender"> = {},
): ReturnLayout => ({ minimum, recipient, ...special })

const layouts: Readonly<Record<string, ReturnLayout>> = {
  // swapExactTokensForTokens(uint256,uint256,address[],address,uint256), and with tokens that keep a fee
  "38ed1739": at(1, 3),
  "5c11d795": at(1, 3),
  // swapExactETHForTokens(uint256,address[],address,uint256)
  "7ff36ab5": at(0, 2),
  b6f9de95: at(0, 2),
  // swapExactTokensForETH(uint256,uint256,address[],address,uint256)
  "18cbafe5": at(1, 3),
  "791ac947": at(1, 3),
  // swapTokensForExactTokens, swapTokensForExactETH: (uint256,uint256,address[],address,uint256)
  "8803dbee": at(0, 3),
  "4a25d94a": at(0, 3),
  // swapETHForExactTokens(uint256,address[],address,uint256)
  fb3bdb41: at(0, 2),
  // exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))
  "414bf389": at(6, 3, { router: 0n }),
  // exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))
  "04e45aaf": at(5, 3, { sender: 1n, router: 2n }),
  // exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))
  db3e2198: at(5, 3, { router: 0n }),
  // exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))
  "5023b4df": at(4, 3, { sender: 1n, router: 2n }),
  // unwrapWETH9(uint256,address)
  "49404b7c": at(0, 1),
  // sweepToken(address,uint256,address)
  df2ab5bb: at(1, 2),
  // swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)
  "12aa3caf": at(6, 4, { sender: 0n }),
  // unoswap(address,uint256,uint256,uint256[])
  "0502b1c5": at(2, null),
  // unoswapTo(address,address,uint256,uint256,uint256[])
  f78dc253: at(3, 0),
  // unoswapToWithPermit(address,address,uint256,uint256,uint256[],bytes)
  "3c15fd91": at(3, 0),
  // uniswapV3Swap(uint256,uint256,uint256[])
  e449022e: at(1, null),
  // uniswapV3SwapTo(address,uint256,uint256,uint256[])
  bc80f1a8: at(2, 0),
  // uniswapV3SwapToWithPermit(address,address,uint256,uint256,uint256[],bytes)
  "2521b930": at(3, 0),
  // clipperSwap(address,address,address,uint256,uint256,uint256,bytes32,bytes32)
  "84bd6d29": at(4, null),
  // clipperSwapTo(address,address,address,address,uint256,uint256,uint256,bytes32,bytes32)
  "093d4fa5": at(5, 1),
  // clipperSwapToWithPermit(address,address,address,address,uint256,uint256,uint256,bytes32,bytes32,bytes)
  c805a666: at(5, 1),
  // supply(address,uint256,address,uint16), and with a permit
  "617ba037": at(null, 2),
  "02c205f0": at(null, 2),
  // deposit(address,uint256,address,uint16)
  e8eda9df: at(null, 2),
  // repay(address,uint256,uint256,address), and with a permit
  "573ade81": at(null, 3),
  ee3e210b: at(null, 3),
  // withdraw(address,uint256,address)
  "69328dec": at(null, 2),
  // depositETH(address,address,uint16)
  "474cf53d": at(null, 1),
  // repayETH(address,uint256,address)
  bcc3c255: at(null, 2),
  // withdrawETH(address,uint256,address), and with a permit
  "80500d20": at(null, 2),
  d4c40b6c: at(null, 2),
  // deposit, mint: (uint256,address)
  "6e553f65": at(null, 1),
  "94bf804d": at(null, 1),
  // withdraw, redeem: (uint256,address,address)
  b460af94: at(null, 1),
  ba087652: at(null, 1),
  // requestWithdrawals, requestWithdrawalsWstETH: (uint256[],address), and with a permit
  d6681042: at(null, 1, { sender: 0n }),
  acf41e4d: at(null, 1, { sender: 0n }),
  "19aa6257": at(null, 1, { sender: 0n }),
  "7951b76f": at(null, 1, { sender: 0n }),
  // claimWithdrawalsTo(uint256[],uint256[],address)
  "5e7eead9": at(null, 2),
  // unstake(address)
  f2888dbb: at(null, 0),
  // deposit(address,address)
  f9609f08: at(null, 0),
  // updateStateAndDeposit(address,address,(bytes32,int160,uint160,bytes32[]))
  "18f72950": at(null, 0),
  // enterExitQueue(uint256,address)
  "8ceab9aa": at(null, 1),
  // depositFor(address,uint256)
  "2f4f21e2": at(null, 0),
}
