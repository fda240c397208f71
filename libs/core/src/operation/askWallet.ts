import {
  type AwaitingBroadcast,
  type ChainTransaction,
  type Connector,
  ConnectorError,
  type SendOutcome,
  TransferRejected,
} from "@wmodal/chains"
import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import {
  DuplicateEntry,
  type EntryDraft,
  type LedgerWriter,
  type SubmissionResult,
} from "../ledger/LedgerWriter.ts"
import { isDuplicate } from "../ledger/ledgerModel.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { OperationRequest, OperationReview } from "./Operation.ts"

/** A recorded request for one wallet. */
export interface RecordedRequest {
  readonly connector: Connector
  readonly entry: LedgerEntry
  readonly request: OperationRequest
}

/** The ledger methods of an operation. */
export type OperationLedger = Pick<
  LedgerWriter,
  "entries" | "findDuplicate" | "checkAgain" | "record" | "send" | "replace" | "sendBatch" | "sign"
>

/** How one request enters the ledger, and how the ledger follows the wallet's response. */
export interface RequestRecord {
  /** Returns the id of the same request, if it may be pending. */
  readonly findDuplicate: () => LedgerEntry["id"] | undefined
  /** Looks an earlier request up on the chain. Fails if that was sent. A failed lookup changes nothing. */
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
  /** Runs once after `make`, however the request ends, also if it was never made. */
  readonly release: Effect.Effect<void>
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
    release: Effect.void,
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
): RequestRecord => ({
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
  ask: (recorded) => askForReplacement(ledger, recorded),
  // The entry has been sent: signed bytes must not make it a signature.
  sign: ({ connector }) => Effect.fail(makeBrokenError(connector)),
  release: Effect.sync(() => open.delete(replaced)),
})

/** Makes the request, once. Fails if nothing was sent. @returns the entry after the wallet's response. */
const askWallet = (
  ledger: Pick<LedgerWriter, "send" | "sendBatch" | "sign">,
  { connector, entry, request }: RecordedRequest,
) =>
  Effect.gen(function* () {
    switch (request._tag) {
      case "Signature":
        return yield* Effect.as(ledger.sign(entry.id, request.ask(connector)), entry)
      case "Batch":
        return yield* ledger.sendBatch(entry.id, request.ask(connector))
      case "Transaction": {
        const result = yield* ledger.send(entry.id, request.ask(connector))
        const problem = findUnsentProblem(result)
        const { _tag } = result.entry.state
        // Despite the wallet's error, the chain may have shown the transaction.
        if (problem !== null && (_tag === "Declined" || _tag === "NotSent"))
          return yield* Effect.fail(problem)
        return result.entry
      }
    }
  })

/**
 * Requests a transaction in place of a pending entry, once. Fails if nothing was sent, also because the entry was mined
 * meanwhile. @returns the same entry after the wallet's response.
 */
const askForReplacement = (
  ledger: Pick<LedgerWriter, "replace">,
  { connector, entry, request }: RecordedRequest,
) =>
  Effect.gen(function* () {
    if (request._tag !== "Transaction") return yield* makeBrokenError(connector)
    const result = yield* ledger.replace(entry.id, request.ask(connector))
    const problem = findUnsentProblem(result) ?? findSettledProblem(result)
    return problem === null ? result.entry : yield* Effect.fail(problem)
  })

/** Requests a signature, or the signed bytes of a transaction. Nothing is broadcast. */
const askForSignature = (
  ledger: Pick<LedgerWriter, "sign">,
  { connector, entry, request }: RecordedRequest,
) => {
  const sign = request._tag === "Transaction" ? request.sign : request._tag === "Signature" && request.ask
  return ledger.sign(entry.id, sign ? sign(connector) : Effect.fail(makeBrokenError(connector)))
}

/** Requests a transaction. An unexpected error during the wallet request may occur after the broadcast. */
const requestTransaction = (
  connector: Connector,
  {
    account,
    network,
    transaction,
  }: Pick<OperationReview, "account" | "network"> & { readonly transaction: ChainTransaction | null },
): Effect.Effect<AwaitingBroadcast | SendOutcome> =>
  Effect.gen(function* () {
    const loaded = yield* Effect.result(catchDefects(connector.calls))
    if (Result.isFailure(loaded) && loaded.failure._tag === "ConnectorError")
      return { _tag: "NotSent", error: loaded.failure }
    if (Result.isFailure(loaded) || transaction === null)
      return { _tag: "NotSent", error: makeBrokenError(connector) }
    return yield* Effect.catchDefect(
      Effect.suspend(() => loaded.success.sendTransaction({ account, network, transaction })),
      () => Effect.succeed<SendOutcome>({ _tag: "Unknown", hash: null, error: makeBrokenError(connector) }),
    )
  })

/** Returns the request of a review that is one transaction. */
export const toTransactionRequest = (of: Parameters<typeof requestTransaction>[1]) => ({
  _tag: "Transaction" as const,
  transaction: of.transaction,
  ask: (connector: Connector) => requestTransaction(connector, of),
})

/** Returns why nothing was sent: the wallet's error, or the chain's for the bytes that the wallet only signed. */
const findUnsentProblem = ({ outcome, unsent }: Pick<SubmissionResult, "outcome" | "unsent">) =>
  outcome._tag === "NotSent" ? (unsent ?? outcome.error) : null

/** Returns the error of a replacement without a transaction whose entry needs none any more. */
const findSettledProblem = ({ entry, outcome }: Pick<SubmissionResult, "entry" | "outcome">) =>
  outcome._tag === "Unknown" && outcome.hash === null && isSettled(entry.state)
    ? new TransferRejected({ reason: { _tag: "Reverts", text: "" } })
    : null

const makeBrokenError = ({ id }: Connector) =>
  new ConnectorError({ connectorId: id, reason: { _tag: "Failed", code: null, text: "" } })
