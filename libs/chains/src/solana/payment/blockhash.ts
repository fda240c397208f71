import type { Rpc } from "@wmodal/protocol"
import * as z from "zod/mini"
import { fetchNode } from "../../rpc/fetchNode.ts"
import { confirmedCommitment, integerSchema } from "../account/SolanaAccount.ts"
import { normalizeAddress } from "../normalizeAddress.ts"

const Latest = z.object({
  value: z.object({
    blockhash: z.string().check(z.refine((text) => normalizeAddress(text) !== null)),
    lastValidBlockHeight: integerSchema,
  }),
})

/** Blocks for which a transaction with a blockhash can land. Source: Solana, transaction confirmation. */
export const blockhashTtlBlocks = 150n

/** Fetches the newest confirmed blockhash, and the last height at which a transaction with it can land. */
export const fetchBlockhash = (rpc: Rpc) =>
  fetchNode(rpc, ["getLatestBlockhash", confirmedCommitment], (answer) => {
    const decoded = Latest.safeParse(answer)
    return decoded.success ? decoded.data.value : null
  })

const Epoch = z.object({ absoluteSlot: integerSchema, blockHeight: integerSchema, epoch: integerSchema })

/** Fetches the epoch at the given commitment. */
export const fetchEpoch = (rpc: Rpc, commitment: "processed" | "confirmed" | "finalized") =>
  fetchNode(rpc, ["getEpochInfo", { commitment }], (answer) => {
    const decoded = Epoch.safeParse(answer)
    return decoded.success
      ? {
          slot: BigInt(decoded.data.absoluteSlot),
          height: BigInt(decoded.data.blockHeight),
          epoch: BigInt(decoded.data.epoch),
        }
      : null
  })
