import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { fetchNode, fetchNodeOrNull } from "../rpc/fetchNode.ts"
import { decodeUint, encodeBalanceOf } from "./contracts/contractAbi.ts"
import { parseQuantity } from "./Hex.ts"

/**
 * Fetches the smaller of the latest and the pending balance: sent amounts count immediately, incoming amounts only when
 * mined. Many nodes report no pending state; then the latest balance counts alone.
 */
export const fetchSpendableBalance: ChainActions["spendableBalance"] = ({ address, rpc, token }) => {
  const question = (block: "latest" | "pending") =>
    token === null
      ? (["eth_getBalance", address, block] as const)
      : (["eth_call", { to: token, data: encodeBalanceOf(address) }, block] as const)
  const decode = token === null ? parseQuantity : decodeUint
  return Effect.all(
    [fetchNode(rpc, question("latest"), decode), fetchNodeOrNull(rpc, question("pending"), decode)],
    { concurrency: "unbounded" },
  ).pipe(Effect.map(([now, then]) => (then === null || now < then ? now : then)))
}

export const fetchBalance: ChainActions["balance"] = ({ address, rpc }) =>
  fetchNode(rpc, ["eth_getBalance", address, "latest"], parseQuantity)
