import { hasKey } from "@wmodal/protocol"
import * as z from "zod/mini"
import { TransferRejected } from "../contract/ChainActions.ts"
import { sanitizeLine } from "../text/printable.ts"
import { programs } from "./program/programs.ts"

/** A node's error for a failed transaction. */
interface NodeFailure {
  /** The node's own form. */
  readonly error: unknown
  readonly logs: readonly string[]
}

/** Formats the last program log, or the node's name of the error. Stripped, at most 200 characters. */
export const formatFailure = ({ error, logs }: NodeFailure): string => {
  const said = logs.findLast((line) => /^Program log: (?:Error|AnchorError|panicked)/i.test(line))
  const words =
    said?.replace(/^Program log: (?:Error: )?/i, "") ??
    (hasTokenError(logs, 17) ? "Account is frozen" : getErrorName(error))
  return sanitizeLine(words, 200)
}

/** Returns `true` if a token program failed with this code. Some write no words to the log. Source: spl-token. */
const hasTokenError = (logs: readonly string[], code: number): boolean =>
  [programs.token, programs.token2022].some((program) =>
    logs.includes(`Program ${program} failed: custom program error: 0x${code.toString(16)}`),
  )

const getErrorName = (error: unknown): string => {
  if (typeof error === "string") return splitWords(error)
  if (typeof error !== "object" || error === null) return ""
  if (hasKey(error, "InstructionError") && Array.isArray(error.InstructionError)) {
    const reason: unknown = error.InstructionError[1]
    return typeof reason === "object" && reason !== null && hasKey(reason, "Custom")
      ? `Program error ${String(reason.Custom)}`
      : getErrorName(reason)
  }
  return splitWords(Object.keys(error)[0] ?? "")
}

/** Splits words, such as `BlockhashNotFound` into `Blockhash not found`. */
const splitWords = (name: string) =>
  name.replace(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)

/** Returns `true` if funds are missing: for the fee, the payment or an account's rent. */
const isInsufficientFunds = ({ error, logs }: NodeFailure): boolean =>
  error === "InsufficientFundsForFee" ||
  error === "AccountNotFound" ||
  hasTokenError(logs, 1) ||
  logs.some((line) =>
    /^(?:Program log: Error: insufficient funds|Transfer: insufficient lamports)/.test(line),
  )

/** Returns `true` if the payer's account, the first of a transaction, would be left with less than it needs. */
export const isPayerRentLacking = (error: unknown): boolean => PayerRentError.safeParse(error).success

const PayerRentError = z.object({ InsufficientFundsForRent: z.object({ account_index: z.literal(0) }) })

export const toTransferRejected = (failed: NodeFailure): TransferRejected =>
  makeTransferRejected(
    isInsufficientFunds(failed) ? { _tag: "Insufficient" } : { _tag: "Reverts", text: formatFailure(failed) },
  )

export const makeTransferRejected = (reason: TransferRejected["reason"]): TransferRejected =>
  new TransferRejected({ reason })
