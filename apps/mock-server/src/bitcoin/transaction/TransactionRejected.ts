import { Data } from "effect"

/**
 * A transaction that is refused, in bitcoind's own codes and words.
 * -22: it cannot be read. -25: what it spends is not there, or a limit of the caller's own is passed.
 * -26: a rule of the chain or of the mempool is broken. -27: it is in a block already.
 */
export class TransactionRejected extends Data.TaggedError("Rejected")<{
  readonly code: -22 | -25 | -26 | -27
  /** One short word of bitcoind's, such as `min relay fee not met`. */
  readonly reason: string
  /** The figures behind the reason; empty where bitcoind gives none. */
  readonly details: string
}> {
  override get message() {
    return this.details === "" ? this.reason : `${this.reason}, ${this.details}`
  }
}

/** Breaks a rule of the chain or of the mempool. */
export const ruleViolation = (reason: string, details = ""): TransactionRejected =>
  new TransactionRejected({ code: -26, reason, details })
