import { createHash } from "node:crypto"
import { type Blockhash, blockhash, getBase58Decoder } from "@solana/kit"

/** For so many blocks after its own a blockhash can be used. */
export const maxBlockhashAgeBlocks = 150

/** The hash of a network's block of that height: the same in every process, another on every network. */
export const computeBlockhash = (genesisHash: string, height: number): Blockhash =>
  blockhash(
    getBase58Decoder().decode(
      new Uint8Array(createHash("sha256").update(`${genesisHash}\n${height}`).digest()),
    ),
  )
