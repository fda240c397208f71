import { decodeWord, selectors } from "../abi.ts"

const booleanSelectors: readonly string[] = [selectors.approve, selectors.transfer, selectors.transferFrom]

/**
 * Returns true if a token rejected the call without reverting: some return false. An empty result is a success.
 * @param data the calldata
 */
export const returnsFalse = (data: string, returned: unknown): boolean =>
  booleanSelectors.includes(data.slice(2, 10).toLowerCase()) && decodeWord(returned) === 0n
