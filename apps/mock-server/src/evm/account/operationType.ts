import { toFunctionSelector } from "viem"
import type { ChainTransaction } from "../blocks/ChainTransaction.ts"
import type { Movement } from "../blocks/movements.ts"
import { exchangeAddress } from "../exchange.ts"

const zero = "0x0000000000000000000000000000000000000000"

/** Operation types of transactions without effects, or without effects yet, by the called function. */
const operationTypesBySelector: ReadonlyMap<string, string> = new Map([
  [toFunctionSelector("approve(address,uint256)"), "approve"],
  [toFunctionSelector("setApprovalForAll(address,bool)"), "approve"],
  [toFunctionSelector("transfer(address,uint256)"), "send"],
  [toFunctionSelector("transferFrom(address,address,uint256)"), "send"],
  [toFunctionSelector("safeTransferFrom(address,address,uint256)"), "send"],
])

/** Returns the wire's operation type for `address` (in lower case), whose `movements` are given. */
export const getOperationType = (
  transaction: ChainTransaction,
  address: string,
  movements: readonly Movement[],
): string => {
  if (transaction.isDeployment) return "deploy"
  const { status, from: sender } = transaction
  if (status === "failed" || (status === "pending" && sender === address))
    return getCallOperationType(transaction)
  const incoming = movements.filter(({ from, to }) => to === address && from !== address)
  const outgoing = movements.filter(({ from }) => from === address)
  if (incoming.length > 0 && outgoing.length > 0) return "trade"
  if (incoming.length > 0) return incoming.every(({ from }) => from === zero) ? "mint" : "receive"
  if (outgoing.length > 0) return outgoing.every(({ to }) => to === zero) ? "burn" : "send"
  return transaction.approvers.includes(address) ? "approve" : "execute"
}

const getCallOperationType = ({ to, input }: ChainTransaction): string => {
  if (input === "0x") return "send"
  if (to === exchangeAddress.toLowerCase()) return "trade"
  return operationTypesBySelector.get(input.slice(0, 10)) ?? "execute"
}
