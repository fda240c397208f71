import { TransferRefused } from "../contract/Actions.ts"
import { sanitizeLine } from "../text/printable.ts"

/** What a node says of a transaction that does not work. */
interface Failed {
  /** The node's own form. */
  readonly error: unknown
  readonly logs: readonly string[]
}

/** In words: what a program said last, else the node's name for it. Stripped, at most 200 characters. */
export const failureText = ({ error, logs }: Failed): string => {
  const said = logs.findLast((line) => /^Program log: (?:Error|AnchorError|panicked)/i.test(line))
  const words = said?.replace(/^Program log: (?:Error: )?/i, "") ?? nameOf(error)
  return sanitizeLine(words, 200)
}

const nameOf = (error: unknown): string => {
  if (typeof error === "string") return spaced(error)
  if (typeof error !== "object" || error === null) return ""
  if ("InstructionError" in error && Array.isArray(error.InstructionError)) {
    const reason: unknown = error.InstructionError[1]
    return typeof reason === "object" && reason !== null && "Custom" in reason
      ? `Error ${String(reason.Custom)} of a program`
      : nameOf(reason)
  }
  return spaced(Object.keys(error)[0] ?? "")
}

/** `BlockhashNotFound` as `Blockhash not found`. */
const spaced = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)

/** Whether it is money that is missing: for the fee, for what is paid, or for the rent of an account. */
const isInsufficient = ({ error, logs }: Failed): boolean =>
  error === "InsufficientFundsForFee" ||
  error === "AccountNotFound" ||
  logs.some((line) =>
    /^(?:Program log: Error: insufficient funds|Transfer: insufficient lamports)/.test(line),
  )

export const refusedBy = (failed: Failed): TransferRefused =>
  refused(isInsufficient(failed) ? { _tag: "Insufficient" } : { _tag: "Reverts", text: failureText(failed) })

export const refused = (reason: TransferRefused["reason"]): TransferRefused => new TransferRefused({ reason })
