import { selectors, wordIn } from "../abi.ts"

const answering: readonly string[] = [selectors.approve, selectors.transfer, selectors.transferFrom]

/**
 * Some tokens say no without reverting: they return false. One that returns nothing says yes.
 * @param data what it was called with
 */
export const saysNo = (data: string, returned: unknown): boolean =>
  answering.includes(data.slice(2, 10).toLowerCase()) && wordIn(returned) === 0n
