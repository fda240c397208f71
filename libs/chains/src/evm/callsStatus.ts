import * as z from "zod/mini"
import type { CallsStatus } from "../contract/WalletCalls.ts"
import { parseQuantity } from "./Hex.ts"
import { decodeHash } from "./wireSchemas.ts"

/** A receipt; wallets leave out each of its members. */
const ReceiptSchema = z.object({ transactionHash: z.optional(z.unknown()), status: z.optional(z.unknown()) })
const CallsStatusSchema = z.object({ status: z.unknown(), receipts: z.nullish(z.array(ReceiptSchema)) })

const statusByHundred: Readonly<Record<number, CallsStatus["status"]>> = {
  1: "pending",
  2: "confirmed",
  4: "failed",
  5: "reverted",
  6: "partlyReverted",
}

/** Returns the result of receipts; `mined` if one of them has none. */
const toReceiptsStatus = (results: readonly (bigint | null)[]): CallsStatus["status"] => {
  if (results.length === 0 || results.includes(null)) return "mined"
  const failed = results.filter((result) => result === 0n).length
  if (failed === 0) return "confirmed"
  return failed === results.length ? "reverted" : "partlyReverted"
}

/** Returns the code of a status; some wallets send it as text, in decimal or hex. */
const toStatusCode = (status: unknown): number | null => {
  if (typeof status === "number") return status
  return typeof status === "string" && /^(?:\d{3}|0x[0-9a-f]{2,3})$/i.test(status) ? Number(status) : null
}

/** Decodes a batch status. @returns `null` if it is not a status of EIP-5792 or of its drafts. */
export const decodeCallsStatus = (answer: unknown): CallsStatus | null => {
  const decoded = CallsStatusSchema.safeParse(answer)
  if (!decoded.success) return null
  const { receipts, status } = decoded.data
  const all = receipts ?? []
  const code = toStatusCode(status)
  const toWord = () => {
    if (code !== null) return statusByHundred[Math.floor(code / 100)]
    if (status === "PENDING") return "pending"
    // In drafts, it means that the calls are in a block, with any result.
    return status === "CONFIRMED"
      ? toReceiptsStatus(all.map((receipt) => parseQuantity(receipt.status)))
      : undefined
  }
  const word = toWord()
  const hashes = new Set(
    all.map(({ transactionHash }) => decodeHash(transactionHash)).filter((hash) => hash !== null),
  )
  return word === undefined ? null : { status: word, hashes: [...hashes] }
}

/** Decodes the id of a batch: plain text before EIP-5792 was final, in an object since. */
export const decodeCallsId = (answer: unknown): string | null => {
  const decoded = z.object({ id: z.string() }).safeParse(typeof answer === "string" ? { id: answer } : answer)
  if (!decoded.success) return null
  const { id } = decoded.data
  // The maximum of the standard is 4,096 bytes in hex.
  return id !== "" && id.length <= 8194 ? id : null
}
