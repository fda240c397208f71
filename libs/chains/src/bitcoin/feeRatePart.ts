import type { FeePart } from "../contract/Transfer.ts"

/**
 * A fee, as people of Bitcoin compare it: satoshis for each virtual byte, to a tenth.
 * @param fee satoshis @param size virtual bytes, at most
 */
export const toFeeRatePart = (fee: bigint, size: bigint): readonly [FeePart] => [
  { _tag: "Rate", perVbyte: Math.round((Number(fee) / Number(size)) * 10) / 10, vbytes: Number(size) },
]
