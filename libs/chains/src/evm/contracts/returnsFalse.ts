import { erc20Abi, getAbiItem, toFunctionSelector } from "viem"
import { decodeUint } from "./contractAbi.ts"

const booleanSelectors: readonly string[] = (["approve", "transfer", "transferFrom"] as const).map((name) =>
  toFunctionSelector(getAbiItem({ abi: erc20Abi, name })),
)

/**
 * Returns true if a token rejected the call without reverting: some return false. An empty result is a success.
 * @param data the calldata
 */
export const returnsFalse = (data: string, returned: unknown): boolean =>
  booleanSelectors.includes(data.slice(0, 10).toLowerCase()) && decodeUint(returned) === 0n
