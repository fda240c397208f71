import { decodeFunctionData, encodeFunctionData, type Hex } from "viem"
import { smartAccountAbi } from "../../../evm/smartAccount.ts"

/** Value in wei. */
export interface Call {
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/** What a smart account is called with to do these calls: all of them, or none. */
export const callDataOf = (calls: readonly Call[]): Hex => {
  const [first] = calls
  return first !== undefined && calls.length === 1
    ? encodeFunctionData({
        abi: smartAccountAbi,
        functionName: "execute",
        args: [first.to, first.value, first.data],
      })
    : encodeFunctionData({
        abi: smartAccountAbi,
        functionName: "executeBatch",
        args: [calls.map(({ data, to, value }) => ({ target: to, value, data }))],
      })
}

/** The calls that are in it; `null` where it is something else. */
export const callsIn = (callData: Hex): readonly Call[] | null => {
  try {
    const { args, functionName } = decodeFunctionData({ abi: smartAccountAbi, data: callData })
    switch (functionName) {
      case "execute": {
        const [to, value, data] = args
        return [{ to, value, data }]
      }
      case "executeBatch":
        return args[0].map(({ data, target, value }) => ({ to: target, value, data }))
      default:
        return null
    }
  } catch {
    return null
  }
}
