import type { FeePart } from "../contract/Transfer.ts"

/**
 * Returns the fee rate: satoshis per virtual byte, with one decimal.
 * @param fee satoshis @param size virtual bytes, at most
 */
export const toFeeRatePart = (fee: bigint, size: bigint): readonly [FeePart] => [
  { _tag: "Rate", perVbyte: Math.round((Number(fee) / Number(size)) * 10) / 10, vbytes: Number(size) },
]
