import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { maxUint256 } from "viem"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { Transfer } from "../contract/Transfer.ts"
import { fetchNode } from "../rpc/fetchNode.ts"
import { toTransferCall } from "./buildTransaction.ts"
import { failTransfer, fetchCallCost, fetchFee } from "./callCost.ts"
import { decodeUint, encodeBalanceOf } from "./contracts/contractAbi.ts"
import { returnsFalse } from "./contracts/returnsFalse.ts"
import { parseQuantity } from "./Hex.ts"
import { toRevertReason } from "./revertReason.ts"

export const estimateTransfer: ChainActions["estimate"] = Effect.fnUntraced(function* ({
  network,
  rpc,
  transfer,
}) {
  // A token of 77 decimals reaches it with ten units.
  if (transfer.amount > maxUint256) return yield* failTransfer({ _tag: "Insufficient", of: "token" })
  const call = { from: transfer.from, ...toTransferCall(transfer) }
  const [held, answer, cost] = yield* Effect.all(
    [
      fetchHeldBalance(rpc, transfer),
      transfer.token === null
        ? Effect.succeed(null)
        : Effect.result(rpc.request("eth_call", [call, "latest"])),
      fetchCallCost(rpc, { chainId: BigInt(network.id), call }),
    ],
    { concurrency: "unbounded" },
  )
  // A call to a contract without a balance would cost a fee without effect.
  if (held === null) return yield* failTransfer({ _tag: "Reverts", text: "" })
  if (transfer.amount > held) return yield* failTransfer({ _tag: "Insufficient", of: "token" })
  if (
    Result.isSuccess(cost.gas) &&
    answer !== null &&
    Result.isSuccess(answer) &&
    returnsFalse(call.data, answer.success)
  )
    return yield* failTransfer({ _tag: "Reverts", text: "" })
  return yield* fetchFee(rpc, cost)
})

/** Fetches the sender's balance of the asset; `null` if there is no token at the address. */
const fetchHeldBalance = (rpc: Rpc, { from, token }: Transfer): Effect.Effect<bigint | null, RpcError> =>
  token === null
    ? fetchNode(rpc, ["eth_getBalance", from, "latest"], parseQuantity)
    : rpc.request("eth_call", [{ to: token, data: encodeBalanceOf(from) }, "latest"]).pipe(
        Effect.map(decodeUint),
        Effect.catchIf(
          ({ reason }) => toRevertReason(reason) !== null,
          () => Effect.succeed(null),
        ),
      )
