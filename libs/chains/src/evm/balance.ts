import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { fetchNode, fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { decodeWord, encodeCall, selectors } from "./abi.ts"
import { parseQuantity } from "./Hex.ts"

/**
 * The smaller of what is there now and of what is there once all that waits is mined: what has left counts at once, and
 * what is to come only when it has come. Many nodes tell nothing of what waits; then what is there now counts alone.
 */
export const fetchSpendableBalance: ChainActions["spendableBalance"] = ({ address, rpc, token }) => {
  const question = (block: "latest" | "pending") =>
    token === null
      ? (["eth_getBalance", address, block] as const)
      : (["eth_call", { to: token, data: encodeCall(selectors.balanceOf, address) }, block] as const)
  const decode = token === null ? parseQuantity : decodeWord
  return Effect.all(
    [fetchNode(rpc, question("latest"), decode), fetchNodeOrNull(rpc, question("pending"), decode)],
    { concurrency: "unbounded" },
  ).pipe(Effect.map(([now, then]) => (then === null || now < then ? now : then)))
}

export const fetchBalance: ChainActions["balance"] = ({ address, rpc }) =>
  fetchNode(rpc, ["eth_getBalance", address, "latest"], parseQuantity)
