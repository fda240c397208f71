import { Effect, Result } from "effect"
import type { ContractActions } from "../../contract/Actions.ts"
import { readNode } from "../../rpc/readNode.ts"
import { feeOf, readCost, refused } from "../cost.ts"
import { isHexBytes, quantityFromHex, quantityToHex } from "../Hex.ts"
import { saysNo } from "./saysNo.ts"

export const estimateCall: ContractActions["estimateCall"] = Effect.fnUntraced(function* ({
  call,
  from,
  network,
  rpc,
}) {
  // What is no data would be sent as none: a payment where a call was meant.
  if (!isHexBytes(call.data)) return yield* refused({ _tag: "Reverts", text: "" })
  const asked = { from, to: call.to, value: quantityToHex(call.value), data: call.data }
  const [held, answer, cost] = yield* Effect.all(
    [
      readNode(rpc, ["eth_getBalance", from, "latest"], quantityFromHex),
      Effect.result(rpc.request("eth_call", [asked, "latest"])),
      readCost(rpc, { chainId: BigInt(network.id), call: asked }),
    ],
    { concurrency: "unbounded" },
  )
  if (call.value > held) return yield* refused({ _tag: "Insufficient" })
  if (Result.isSuccess(cost.gas) && Result.isSuccess(answer) && saysNo(call.data, answer.success))
    return yield* refused({ _tag: "Reverts", text: "" })
  return yield* feeOf(rpc, cost)
})
