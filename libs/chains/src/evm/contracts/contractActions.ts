import { decodeFunctionData, encodeFunctionData, erc20Abi } from "viem"
import type { ContractActions } from "../../contract/ChainActions.ts"
import { fetchSession } from "../fetchSession.ts"
import { decodeReturned, toHexAddress } from "./contractAbi.ts"
import { toCall, toTransaction } from "./contractCall.ts"
import { estimateCall, estimateCalls } from "./estimateCalls.ts"

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

export const contractActions: ContractActions = {
  call: toTransaction,
  toCall,
  approve: toApproveCall,
  decodeSpender,
  estimateCall,
  estimateCalls,
  fetchSession,
}
