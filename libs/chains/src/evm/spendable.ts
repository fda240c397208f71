import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import { readNode, readNodeOrNull } from "../rpc/readNode.ts"
import { callData, selectors, wordIn } from "./abi.ts"
import { quantityFromHex } from "./Hex.ts"

/**
 * The smaller of what is there now and of what is there once all that waits is mined: what has left counts at once, and
 * what is to come only when it has come. Many nodes tell nothing of what waits; then what is there now counts alone.
 */
export const spendable: Actions["spendable"] = ({ address, rpc, token }) => {
  const question = (block: "latest" | "pending") =>
    token === null
      ? (["eth_getBalance", address, block] as const)
      : (["eth_call", { to: token, data: callData(selectors.balanceOf, address) }, block] as const)
  const decode = token === null ? quantityFromHex : wordIn
  return Effect.all(
    [readNode(rpc, question("latest"), decode), readNodeOrNull(rpc, question("pending"), decode)],
    { concurrency: "unbounded" },
  ).pipe(Effect.map(([now, then]) => (then === null || now < then ? now : then)))
}
