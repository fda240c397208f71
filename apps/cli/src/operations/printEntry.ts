import type { LedgerEntry } from "@wmodal/core/flows"
import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { getHash } from "../payments/followEntry.ts"
import { formatDocumentLines } from "../payments/paymentDocument.ts"
import { getStateTitle, toEntryDocument, toReceiptFields } from "../payments/receipt.ts"
import type { Context } from "../session/Context.ts"
import type { LazyView } from "./confirmReview.ts"

/** Prints an entry as the result of the command. */
export const printEntry = (
  { output }: Context,
  entry: LedgerEntry,
  network: Network,
  json = toEntryDocument(entry, network),
) =>
  Effect.promise(() =>
    output.result({
      state: entry.state._tag === "Confirmed" ? "confirmed" : "sent",
      json,
      lines: [getHash(entry.state) ?? entry.id],
      drawn: async (columns) =>
        (await import("../views/renderFacts.tsx")).renderFacts(
          getStateTitle(entry),
          toReceiptFields(entry, network),
        )(columns),
    }),
  )

/** Prints a review as the result of a dry run. */
export const printDryRun = (
  { output }: Context,
  document: Readonly<Record<string, unknown>>,
  view: LazyView,
) =>
  Effect.promise(() =>
    output.result({
      state: "quote",
      json: { dryRun: true, ...document },
      lines: formatDocumentLines(document),
      drawn: async (columns) => (await view())(columns),
    }),
  )
