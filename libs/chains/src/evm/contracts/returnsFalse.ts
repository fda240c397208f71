import { decodeWord, selectors } from "../abi.ts"

const booleanSelectors: readonly string[] = [selectors.approve, selectors.transfer, selectors.transferFrom]

/**
 * Some tokens say no without reverting: they return false. One that returns nothing says yes.
 * @param data what it was called with
 */
export const returnsFalse = (data: string, returned: unknown): boolean =>
  booleanSelectors.includes(data.slice(2, 10).toLowerCase()) && decodeWord(returned) === 0n
