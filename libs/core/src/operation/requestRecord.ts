import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import { DuplicateEntry, type EntryDraft, type LedgerWriter } from "../ledger/LedgerWriter.ts"
import { isDuplicate } from "../ledger/ledgerModel.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import {
  askForReplacement,
  askForSignature,
  askWallet,
  type RecordedRequest,
  rejectSignature,
} from "./askWallet.ts"

/** The ledger methods of an operation. */
export type OperationLedger = Pick<
  LedgerWriter,
  "entries" | "findDuplicate" | "checkAgain" | "record" | "send" | "replace" | "sendBatch" | "sign"
>

/** How one request enters the ledger, and how the ledger follows the wallet's response. */
export interface RequestRecord {
  /** Returns the id of the same request, if it may be pending. */
  readonly findDuplicate: () => LedgerEntry["id"] | undefined
  /** Looks up what is known of it, on the chain. Fails if it was sent. A failed lookup changes nothing. */
  readonly lookUp: Effect.Effect<void, DuplicateEntry>
  /** The chain's state before the request identifies its transaction later. */
  readonly takesCheckpoint: boolean
  /** Records the request: only then may the wallet receive it. */
  readonly make: (
    draft: Omit<EntryDraft, "account" | "subject">,
  ) => Effect.Effect<LedgerEntry, DuplicateEntry>
  /** Makes the recorded request, once. */
  readonly ask: (recorded: RecordedRequest) => Effect.Effect<LedgerEntry, ReadProblem>
  /** Requests the signed bytes alone. */
  readonly sign: (recorded: RecordedRequest) => Effect.Effect<string, ReadProblem>
}

/** Milliseconds within which a user usually retries after a failed operation. */
const duplicateWindowMs = 3_600_000

const isUndone = ({ state: { _tag } }: LedgerEntry): boolean =>
  _tag === "Declined" || _tag === "NotSent" || _tag === "Expired"

const lookUpNow = (ledger: OperationLedger, id: LedgerEntry["id"]) =>
  Effect.asVoid(Effect.result(catchDefects(ledger.checkAgain(id))))

/** Returns the record of a request that gets an entry of its own. */
export const makeNewRecord = (
  ledger: OperationLedger,
  action: Pick<LedgerEntry, "account" | "subject">,
): RequestRecord => {
  const find = (matches: (entry: LedgerEntry) => boolean) =>
    SubscriptionRef.getUnsafe(ledger.entries).find(matches)
  return {
    findDuplicate: () => ledger.findDuplicate(action)?.id,
    // A wallet may have sent the last one despite its error, or late.
    lookUp: Effect.gen(function* () {
      const last = find((entry) => isDuplicate(entry, action))
      if (last === undefined || !isUndone(last)) return
      if ((yield* Clock.currentTimeMillis) - last.at > duplicateWindowMs) return
      yield* lookUpNow(ledger, last.id)
      const after = find(({ id }) => id === last.id)
      if (after !== undefined && !isUndone(after)) return yield* new DuplicateEntry({ entry: last.id })
    }),
    takesCheckpoint: true,
    make: (draft) => ledger.record({ ...draft, ...action }),
    ask: (recorded) => askWallet(ledger, recorded),
    sign: (recorded) => askForSignature(ledger, recorded),
  }
}

/**
 * Returns the record of a request in place of a pending entry, which stays the same entry, whichever is mined: at most
 * one is open at a wallet. `open` has the ids of these.
 */
export const makeReplacementRecord = (
  ledger: OperationLedger,
  open: Set<LedgerEntry["id"]>,
  replaced: LedgerEntry["id"],
): RequestRecord => {
  const close = Effect.ensuring(Effect.sync(() => open.delete(replaced)))
  return {
    findDuplicate: () => (open.has(replaced) ? replaced : undefined),
    // It may have been mined meanwhile.
    lookUp: lookUpNow(ledger, replaced),
    takesCheckpoint: false,
    make: () =>
      Effect.suspend(() => {
        const entry = SubscriptionRef.getUnsafe(ledger.entries).find(({ id }) => id === replaced)
        if (entry === undefined || open.has(replaced)) return new DuplicateEntry({ entry: replaced })
        open.add(replaced)
        return Effect.succeed(entry)
      }),
    ask: (recorded) => close(askForReplacement(ledger, recorded)),
    // The entry has been sent: signed bytes must not make it a signature.
    sign: (recorded) => close(rejectSignature(recorded)),
  }
}
