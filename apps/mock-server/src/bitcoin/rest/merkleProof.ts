import { crypto } from "bitcoinjs-lib"
import { fromHex, hashHex } from "../transaction/bytes.ts"

/** The hashes with which the one at `position` makes the merkle root, deepest first. */
export const merkleProof = (txids: readonly string[], position: number): readonly string[] => {
  let level: readonly Uint8Array[] = txids.map((txid) => (fromHex(txid) ?? new Uint8Array()).toReversed())
  let at = position
  const proof: string[] = []
  while (level.length > 1) {
    // The last of an odd number is its own partner.
    const partner = level[at ^ 1] ?? level[at]
    proof.push(hashHex(partner ?? new Uint8Array()))
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, pair) => {
      const left = level[pair * 2] ?? new Uint8Array()
      return crypto.hash256(Buffer.concat([left, level[pair * 2 + 1] ?? left]))
    })
    at = Math.floor(at / 2)
  }
  return proof
}
