import type { Rpc } from "@wmodal/protocol"
import * as z from "zod/mini"
import { readNode } from "../../rpc/readNode.ts"
import { confirmed, whole } from "../account/Account.ts"
import { address } from "../address.ts"

const Latest = z.object({
  value: z.object({
    blockhash: z.string().check(z.refine((text) => address(text) !== null)),
    lastValidBlockHeight: whole,
  }),
})

/** Blocks for which a transaction with a blockhash can still land. Source: Solana, transaction confirmation. */
export const blockhashLife = 150n

/** The newest block that is sure, and the last height at which a transaction that names it can land. */
export const readBlockhash = (rpc: Rpc) =>
  readNode(rpc, ["getLatestBlockhash", confirmed], (answer) => {
    const decoded = Latest.safeParse(answer)
    return decoded.success ? decoded.data.value : null
  })

const Epoch = z.object({ absoluteSlot: whole, blockHeight: whole, epoch: whole })

/** Where the network is, as of so sure a block. */
export const readEpoch = (rpc: Rpc, commitment: "processed" | "confirmed" | "finalized") =>
  readNode(rpc, ["getEpochInfo", { commitment }], (answer) => {
    const decoded = Epoch.safeParse(answer)
    return decoded.success
      ? {
          slot: BigInt(decoded.data.absoluteSlot),
          height: BigInt(decoded.data.blockHeight),
          epoch: BigInt(decoded.data.epoch),
        }
      : null
  })
