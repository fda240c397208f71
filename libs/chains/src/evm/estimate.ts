import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import type { Actions } from "../contract/Actions.ts"
import type { Transfer } from "../contract/Transfer.ts"
import { readNode } from "../rpc/readNode.ts"
import { callData, selectors, wordIn } from "./abi.ts"
import { saysNo } from "./contracts/saysNo.ts"
import { feeOf, readCost, refused } from "./cost.ts"
import { quantityFromHex } from "./Hex.ts"
import { revertOf } from "./revert.ts"
import { callOf } from "./transaction.ts"

export const estimate: Actions["estimate"] = Effect.fnUntraced(function* ({ network, rpc, transfer }) {
  const call = { from: transfer.from, ...callOf(transfer) }
  const [held, answer, cost] = yield* Effect.all(
    [
      heldOf(rpc, transfer),
      transfer.token === null
        ? Effect.succeed(null)
        : Effect.result(rpc.request("eth_call", [call, "latest"])),
      readCost(rpc, { chainId: BigInt(network.id), call }),
    ],
    { concurrency: "unbounded" },
  )
  // Calling what has no balance to tell would pay for nothing.
  if (held === null) return yield* refused({ _tag: "Reverts", text: "" })
  if (transfer.amount > held) return yield* refused({ _tag: "Insufficient" })
  if (
    Result.isSuccess(cost.gas) &&
    answer !== null &&
    Result.isSuccess(answer) &&
    saysNo(call.data, answer.success)
  )
    return yield* refused({ _tag: "Reverts", text: "" })
  return yield* feeOf(rpc, cost)
})

/** What the sender has of what is to be sent; `null` where no token stands there. */
const heldOf = (rpc: Rpc, { from, token }: Transfer): Effect.Effect<bigint | null, RpcError> =>
  token === null
    ? readNode(rpc, ["eth_getBalance", from, "latest"], quantityFromHex)
    : rpc.request("eth_call", [{ to: token, data: callData(selectors.balanceOf, from) }, "latest"]).pipe(
        Effect.map((returned) => wordIn(returned)),
        Effect.catchIf(
          ({ reason }) => revertOf(reason) !== null,
          () => Effect.succeed(null),
        ),
      )
