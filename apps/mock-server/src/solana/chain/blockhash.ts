import { createHash } from "node:crypto"
import { type Blockhash, blockhash, getBase58Decoder } from "@solana/kit"

/** Blocks for which a blockhash is valid after its own. */
export const maxBlockhashAgeBlocks = 150

/** Computes the blockhash of a height, equal in every process and different on every network. */
export const computeBlockhash = (genesisHash: string, height: number): Blockhash =>
  blockhash(
    getBase58Decoder().decode(
      new Uint8Array(createHash("sha256").update(`${genesisHash}\n${height}`).digest()),
    ),
  )
