import { decodeFunctionData, parseAbi, zeroAddress } from "viem"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import type { AssetAmount, Trade } from "../../effects/Trade.ts"
import { isHexBytes } from "../Hex.ts"
import { listNestedCalls } from "./decodeCallApprovals.ts"
import { toAsset } from "./toAsset.ts"

/** Swaps that name both assets. Source: Uniswap's Router02, SwapRouter and SwapRouter02, AggregationRouter V5. */
const swapAbi = parseAbi([
  "function swapExactTokensForTokens(uint256 amountIn, uint256 least, address[] path, address recipient, uint256 deadline)",
  "function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 least, address[] path, address recipient, uint256 deadline)",
  "function swapExactTokensForETH(uint256 amountIn, uint256 least, address[] path, address recipient, uint256 deadline)",
  "function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 least, address[] path, address recipient, uint256 deadline)",
  "function swapExactETHForTokens(uint256 least, address[] path, address recipient, uint256 deadline)",
  "function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 least, address[] path, address recipient, uint256 deadline)",
  "function swapETHForExactTokens(uint256 least, address[] path, address recipient, uint256 deadline)",
  "function swapTokensForExactTokens(uint256 least, uint256 amountIn, address[] path, address recipient, uint256 deadline)",
  "function swapTokensForExactETH(uint256 least, uint256 amountIn, address[] path, address recipient, uint256 deadline)",
  "struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 least; uint160 limit; }",
  "struct SingleUntil { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 least; uint160 limit; }",
  "struct Exact { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 least; uint256 amountIn; uint160 limit; }",
  "struct ExactUntil { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 least; uint256 amountIn; uint160 limit; }",
  "function exactInputSingle(Single swap)",
  "function exactInputSingle(SingleUntil swap)",
  "function exactOutputSingle(Exact swap)",
  "function exactOutputSingle(ExactUntil swap)",
  "struct Description { address tokenIn; address tokenOut; address srcReceiver; address dstReceiver; uint256 amountIn; uint256 least; uint256 flags; }",
  "function swap(address executor, Description swap, bytes permit, bytes data)",
])
const payoutAbi = parseAbi([
  "function unwrapWETH9(uint256 least, address recipient)",
  "function sweepToken(address token, uint256 least, address recipient)",
])

/** Addresses that a router takes for itself: a later call of the batch pays out what it keeps. */
const routers: readonly string[] = [zeroAddress, "0x0000000000000000000000000000000000000002"]

/** Decodes the swaps of a call and of its nested calls, each at its worst price. One that is not decodable is none. */
export const decodeCallTrades = ({ data, value }: Pick<WalletCall, "data" | "value">): readonly Trade[] => {
  const { calls } = listNestedCalls(data)
  const payouts = calls.flatMap((call) => decodePayout(call) ?? [])
  return calls.flatMap((call) => {
    const swap = decodeSwap(call)
    if (swap === null) return []
    const paid = routers.includes(swap.recipient) ? payouts[0] : swap.least
    if (paid === undefined) return []
    const gives: AssetAmount = { asset: toAsset(swap.tokenIn), units: swap.amountIn ?? value }
    return [{ gives: [gives], gets: [{ asset: toAsset(swap.tokenOut), units: paid }] }]
  })
}

const decodeSwap = (call: string) => {
  const args = decodeArguments(call)
  if (args === null) return null
  switch (args.functionName) {
    case "exactInputSingle":
    case "exactOutputSingle":
      return args.args[0]
    case "swap":
      return { ...args.args[1], recipient: "" }
    case "swapExactETHForTokens":
    case "swapExactETHForTokensSupportingFeeOnTransferTokens":
    case "swapETHForExactTokens":
      return toPathSwap(args.args[1], null, args.args[0])
    case "swapTokensForExactTokens":
    case "swapTokensForExactETH":
      return toPathSwap(args.args[2], args.args[1], args.args[0])
    default:
      return toPathSwap(args.args[2], args.args[0], args.args[1])
  }
}

const toPathSwap = (path: readonly string[], amountIn: bigint | null, least: bigint) => {
  const [tokenIn, tokenOut] = [path[0], path.at(-1)]
  return tokenIn === undefined || tokenOut === undefined
    ? null
    : { tokenIn, tokenOut, amountIn, least, recipient: "" }
}

const decodeArguments = (data: string) => {
  try {
    return isHexBytes(data) ? decodeFunctionData({ abi: swapAbi, data }) : null
  } catch {
    return null
  }
}

const decodePayout = (data: string): bigint | null => {
  try {
    if (!isHexBytes(data)) return null
    const paid = decodeFunctionData({ abi: payoutAbi, data })
    return paid.functionName === "unwrapWETH9" ? paid.args[0] : paid.args[1]
  } catch {
    return null
  }
}
