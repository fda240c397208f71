import { type Hex, isHexBytes } from "@wmodal/chains/internal"
import * as z from "zod/mini"
import { address } from "../transaction.ts"

/** The number of batches that the wallet stores; the oldest are dropped first. */
export const maxBatchRecords = 100

/** Characters. Source: EIP-5792, which allows 4096 bytes. */
export const maxBatchIdLength = 4096

/** A batch that the wallet sent for a dApp. Only that dApp may request its status. */
export interface BatchRecord {
  readonly id: string
  readonly origin: string
  readonly chainId: number
  readonly account: Hex
  readonly nonce: number
  readonly hash: Hex
}

/** The schema of a batch in a stored snapshot. */
export const storedBatchRecord = z.object({
  id: z.string().check(z.maxLength(maxBatchIdLength)),
  origin: z.string().check(z.maxLength(2048)),
  chainId: z.int().check(z.minimum(1)),
  account: address,
  nonce: z.int().check(z.minimum(0)),
  hash: z.custom<Hex>((value) => isHexBytes(value) && value.length === 66),
})
