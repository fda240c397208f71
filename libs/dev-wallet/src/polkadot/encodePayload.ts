import { blake2b } from "@noble/hashes/blake2.js"
import { hex } from "@scure/base"
import type { SignerPayload } from "@wmodal/chains/internal"

/**
 * Returns the bytes that sign a transaction: the call, what the extensions add in their order, and what they imply. Long
 * ones are hashed. Source: the Polkadot specification, extrinsics, version 4.
 */
export const encodePayload = (payload: SignerPayload): Uint8Array => {
  const has = (name: string) => payload.signedExtensions.includes(name)
  const all = Uint8Array.from([
    ...toBytes(payload.method),
    ...toBytes(payload.era),
    ...encodeCompact(BigInt(payload.nonce)),
    ...encodeCompact(BigInt(payload.tip)),
    ...(has("ChargeAssetTxPayment") ? encodeOption(payload.assetId) : []),
    ...(has("CheckMetadataHash") ? [payload.mode ?? 0] : []),
    ...encodeU32(BigInt(payload.specVersion)),
    ...encodeU32(BigInt(payload.transactionVersion)),
    ...toBytes(payload.genesisHash),
    ...toBytes(payload.blockHash),
    ...(has("CheckMetadataHash") ? encodeOption(payload.metadataHash) : []),
  ])
  return all.length > 256 ? blake2b(all, { dkLen: 32 }) : all
}

const toBytes = (text: string): Uint8Array => hex.decode(text.slice(2))

const encodeOption = (text: string | undefined): readonly number[] =>
  text === undefined ? [0] : [1, ...toBytes(text)]

const encodeU32 = (value: bigint): readonly number[] => toLittleEndian(value, 4)

const toLittleEndian = (value: bigint, length: number): readonly number[] =>
  Array.from({ length }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))

/** A compact integer of the SCALE codec. */
export const encodeCompact = (value: bigint): readonly number[] => {
  if (value < 1n << 6n) return [Number(value << 2n)]
  if (value < 1n << 14n) return toLittleEndian((value << 2n) + 1n, 2)
  if (value < 1n << 30n) return toLittleEndian((value << 2n) + 2n, 4)
  const length = Math.ceil(value.toString(16).length / 2)
  return [((length - 4) << 2) + 3, ...toLittleEndian(value, length)]
}
