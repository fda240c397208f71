import { Effect, Result } from "effect"
import { decodeFunctionData, encodeFunctionData, erc20Abi } from "viem"
import type { ContractActions } from "../../contract/ChainActions.ts"
import { fetchNode } from "../../rpc/fetchNode.ts"
import { failTransfer, fetchCallCost, fetchFee } from "../callCost.ts"
import { fetchSession } from "../fetchSession.ts"
import { isHexBytes, parseQuantity, toQuantityHex } from "../Hex.ts"
import { decodeReturned, toHexAddress } from "./contractAbi.ts"
import { toCall, toTransaction } from "./contractCall.ts"
import { returnsFalse } from "./returnsFalse.ts"

/** Source: ERC-20. */
const toApproveCall: ContractActions["approve"] = ({ amount, spender, token }) => ({
  to: token,
  value: 0n,
  data: encodeFunctionData({
    abi: erc20Abi,
    functionName: "approve",
    args: [toHexAddress(spender), amount],
  }),
})

const decodeSpender: ContractActions["decodeSpender"] = (data) => decodeApproval(data.toLowerCase())

const decodeApproval = decodeReturned((data) => {
  const call = decodeFunctionData({ abi: erc20Abi, data })
  if (call.functionName !== "approve") return null
  // viem ignores bytes before the address and after the amount, which an attacker could use and which are not shown.
  return encodeFunctionData({ abi: erc20Abi, ...call }) === data ? call.args[0] : null
})

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
