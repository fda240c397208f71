import { Effect, Result } from "effect"
import type { ContractActions } from "../../contract/ChainActions.ts"
import { fetchNode } from "../../rpc/fetchNode.ts"
import { decodeAddressWord, encodeCall, selectors } from "../abi.ts"
import { failTransfer, fetchCallCost, fetchFee } from "../callCost.ts"
import { checksumAddress } from "../checksumAddress.ts"
import { fetchSession } from "../fetchSession.ts"
import { isHexBytes, parseQuantity, toQuantityHex } from "../Hex.ts"
import { toCall, toTransaction } from "./contractCall.ts"
import { returnsFalse } from "./returnsFalse.ts"

/** Source: ERC-20. */
const toApproveCall: ContractActions["approve"] = ({ amount, spender, token }) => ({
  to: token,
  value: 0n,
  data: encodeCall(selectors.approve, spender, amount),
})

/** Matches no data after the amount, because an attacker could use data that is not shown. */
const approveCallPattern = new RegExp(`^0x${selectors.approve}([0-9a-f]{64})[0-9a-f]{64}$`, "i")

const decodeSpender: ContractActions["decodeSpender"] = (data) => {
  const spender = decodeAddressWord(`0x${approveCallPattern.exec(data)?.[1]}`)
  return spender === null ? null : checksumAddress(spender)
}

const estimateCall: ContractActions["estimateCall"] = Effect.fnUntraced(function* ({
  call,
  from,
  network,
  rpc,
}) {
  // Invalid data would be sent as empty data: a payment instead of a call.
  if (!isHexBytes(call.data)) return yield* failTransfer({ _tag: "Reverts", text: "" })
  const asked = { from, to: call.to, value: toQuantityHex(call.value), data: call.data }
  const [held, answer, cost] = yield* Effect.all(
    [
      fetchNode(rpc, ["eth_getBalance", from, "latest"], parseQuantity),
      Effect.result(rpc.request("eth_call", [asked, "latest"])),
      fetchCallCost(rpc, { chainId: BigInt(network.id), call: asked }),
    ],
    { concurrency: "unbounded" },
  )
  if (call.value > held) return yield* failTransfer({ _tag: "Insufficient" })
  if (Result.isSuccess(cost.gas) && Result.isSuccess(answer) && returnsFalse(call.data, answer.success))
    return yield* failTransfer({ _tag: "Reverts", text: "" })
  return yield* fetchFee(rpc, cost)
})

export const contractActions: ContractActions = {
  call: toTransaction,
  toCall,
  approve: toApproveCall,
  decodeSpender,
  estimateCall,
  fetchSession,
}
