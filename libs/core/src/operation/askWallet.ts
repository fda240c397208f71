import {
  type AwaitingBroadcast,
  type ChainTransaction,
  type Connector,
  ConnectorError,
  type SendOutcome,
  TransferRejected,
} from "@wmodal/chains"
import { Effect, Result } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import type { LedgerWriter, SubmissionResult } from "../ledger/LedgerWriter.ts"
import type { OperationRequest, OperationReview } from "./Operation.ts"

/** A recorded request for one wallet. */
export interface RecordedRequest {
  readonly connector: Connector
  readonly entry: LedgerEntry
  readonly request: OperationRequest
}

/** Makes the request, once. Fails if nothing was sent. @returns the entry after the wallet's response. */
export const askWallet = (
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
export const askForReplacement = (
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
export const askForSignature = (
  ledger: Pick<LedgerWriter, "sign">,
  { connector, entry, request }: RecordedRequest,
) => {
  const sign = request._tag === "Transaction" ? request.sign : request._tag === "Signature" && request.ask
  return ledger.sign(entry.id, sign ? sign(connector) : Effect.fail(makeBrokenError(connector)))
}

export const rejectSignature = ({ connector }: RecordedRequest) => Effect.fail(makeBrokenError(connector))

/** Requests a transaction. An unexpected error during the wallet request may occur after the broadcast. */
export const requestTransaction = (
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
