import type { Ledger, LedgerEntry } from "@wmodal/core/flows"
import { formatWatchCommand } from "../failure/toReport.ts"
import { followEntry, getHandle, getHash } from "../payments/followEntry.ts"
import type { WaitLimits } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"

/** The fields of every state of an operation, such as its step or its line. */
export type ProgressFields = Readonly<Record<string, unknown>>

/** Registers the report for an interrupt after the request was sent. */
export const reportOnInterrupt = ({ interruptReport }: Context, entry: LedgerEntry): void => {
  const what = getHandle(entry)
  const sent = getHash(entry.state) === null ? describeUnsettled(entry) : "it was sent"
  interruptReport.set({
    code: "interrupted",
    message: `Interrupted, but ${sent}: ${what}`,
    hint: formatWatchCommand(what),
    retryable: false,
    transaction: what,
  })
}

/** Describes an unsettled payment. One that is still requested is pending on a phone. */
const describeUnsettled = ({ state }: LedgerEntry): string =>
  state._tag === "Asked" ? "your phone may still send it" : "it may have been sent"

export const reportProgress =
  ({ output }: Context, fields: ProgressFields = {}) =>
  (entry: LedgerEntry): void => {
    const { state } = entry
    if (state._tag === "Sent") output.state("broadcast", { hash: state.hash, entry: entry.id, ...fields })
    if (state._tag === "Taken") output.state("taken", { entry: entry.id, ...fields })
    if (state._tag === "Lost") {
      output.state("lost", { entry: entry.id, ...fields })
      output.info("The response was lost. Checking the chain. Nothing is sent again.")
    }
  }

/** Follows a sent request, and reports each of its states. @param onChange Receives them too. */
export const followSent = (
  context: Context,
  ledger: Ledger,
  entry: LedgerEntry,
  {
    fields = {},
    onChange = (now) => reportOnInterrupt(context, now),
    text = "Waiting for confirmation",
    waiting,
  }: {
    readonly waiting: WaitLimits
    readonly fields?: ProgressFields
    readonly onChange?: (entry: LedgerEntry) => void
    readonly text?: string
  },
) =>
  context.prompts.during(
    text,
    followEntry(ledger, entry, waiting, (now) => {
      onChange(now)
      reportProgress(context, fields)(now)
    }),
  )
