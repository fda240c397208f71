import { Data } from "effect"

/**
 * A rejected transaction, with bitcoind's code and text.
 * -22: it does not decode. -25: its inputs are missing, or a limit of the caller is exceeded.
 * -26: it breaks a rule of the chain or of the mempool. -27: it is in a block already.
 */
export class TransactionRejected extends Data.TaggedError("Rejected")<{
  readonly code: -22 | -25 | -26 | -27
  /** A short reason of bitcoind, such as `min relay fee not met`. */
  readonly reason: string
  /** The figures of the reason; empty when bitcoind adds none. */
  readonly details: string
}> {
  override get message() {
    return this.details === "" ? this.reason : `${this.reason}, ${this.details}`
  }
}

/** Makes the rejection of a transaction that breaks a rule of the chain or of the mempool. */
export const ruleViolation = (reason: string, details = ""): TransactionRejected =>
  new TransactionRejected({ code: -26, reason, details })
