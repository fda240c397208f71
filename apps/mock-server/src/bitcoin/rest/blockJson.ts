import { getMedianTime, type LedgerBlock, type LedgerState } from "../ledger/LedgerState.ts"
import { toHashHex } from "../transaction/bytes.ts"

/** Converts a block to JSON. Source: the Esplora HTTP API. */
export const blockJson = (state: LedgerState, { hash, height, block, txids }: LedgerBlock) => ({
  id: hash,
  height,
  version: block.version,
  timestamp: block.timestamp,
  tx_count: txids.length,
  size: block.byteLength(false, true),
  weight: block.weight(),
  merkle_root: toHashHex(block.merkleRoot ?? new Uint8Array()),
  previousblockhash: height === 0 ? null : toHashHex(block.prevHash ?? new Uint8Array()),
  mediantime: getMedianTime(state, height),
  nonce: block.nonce,
  bits: block.bits,
  difficulty: getDifficulty(block.bits),
})

/** Returns the difficulty relative to the first block. */
export const getDifficulty = (bits: number): number =>
  (0xffff / (bits & 0x00ff_ffff)) * 256 ** (0x1d - (bits >>> 24))
