import * as z from "zod/mini"
import type { CallsStatus } from "../contract/WalletCalls.ts"
import { hashSchema } from "./wireSchemas.ts"

const CallsStatusSchema = z.object({
  status: z.unknown(),
  receipts: z.nullish(z.array(z.object({ transactionHash: hashSchema }))),
})

const statusByHundred: Readonly<Record<number, CallsStatus["status"]>> = {
  1: "pending",
  2: "confirmed",
  4: "failed",
  5: "reverted",
  6: "partlyReverted",
}

/** The statuses before EIP-5792 was final. */
const legacyStatuses = new Map<unknown, CallsStatus["status"]>([
  ["PENDING", "pending"],
  ["CONFIRMED", "confirmed"],
])

/** Decodes a batch status. @returns `null` if it is not a status of EIP-5792. */
export const decodeCallsStatus = (answer: unknown): CallsStatus | null => {
  const decoded = CallsStatusSchema.safeParse(answer)
  if (!decoded.success) return null
  const { receipts, status } = decoded.data
  const word =
    typeof status === "number" ? statusByHundred[Math.floor(status / 100)] : legacyStatuses.get(status)
  return word === undefined
    ? null
    : { status: word, hashes: [...new Set((receipts ?? []).map(({ transactionHash }) => transactionHash))] }
}

/** Decodes the id of a batch: plain text before EIP-5792 was final, in an object since. */
export const decodeCallsId = (answer: unknown): string | null => {
  const decoded = z.object({ id: z.string() }).safeParse(typeof answer === "string" ? { id: answer } : answer)
  if (!decoded.success) return null
  const { id } = decoded.data
  // The maximum of the standard is 4,096 bytes in hex.
  return id !== "" && id.length <= 8194 ? id : null
}
