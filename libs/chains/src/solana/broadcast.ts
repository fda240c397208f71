import { getSignatureFromTransaction, isFullySignedTransaction } from "@solana/kit"
import { BroadcastError, Clock, type Rpc, type RpcError } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { makeTransferRejected, toTransferRejected } from "./failure.ts"
import { runSimulation, type SimulationRun } from "./runSimulation.ts"
import { fetchSignatureStatus } from "./search/ConfirmedTransaction.ts"
import { decodeTransaction } from "./wire/SolanaTransaction.ts"

/** Decodes the first signature. @param raw base64 */
const decodeFirstSignature = (raw: string): string | null => {
  const transaction = decodeTransaction(raw)
  return transaction !== null && isFullySignedTransaction(transaction)
    ? getSignatureFromTransaction(transaction)
    : null
}

export const toTransactionHash: ChainActions["toTransactionHash"] = ({ raw }) => decodeFirstSignature(raw)

export const readSigned: ChainActions["readSigned"] = ({ raw }) =>
  Effect.sync(() => {
    const hash = decodeFirstSignature(raw)
    const from = decodeTransaction(raw)?.message.staticAccounts[0]
    return hash === null || from === undefined
      ? { from: null, mark: {} }
      : { from, mark: { hash, from, transaction: raw } }
  })

/**
 * Simulates first, then sends without the node's preflight. A rejection then concerns an unsent transaction, and never
 * a second attempt after a lost response.
 */
export const broadcast: ChainActions["broadcast"] = Effect.fnUntraced(function* ({ raw, rpc }) {
  const hash = decodeFirstSignature(raw)
  if (hash === null) return yield* makeTransferRejected({ _tag: "Malformed" })
  const node = yield* rpc.pin
  const tried = yield* Effect.mapError(
    simulateUntilKnown(node, raw),
    (error) => new BroadcastError({ hash, reason: { _tag: "NotSent", error } }),
  )
  if (tried.error === "AlreadyProcessed") return hash
  if (tried.error !== null) {
    const known = yield* isKnownToNode(node, hash)
    if (known) return hash
    // It may have been sent before, and fail for that reason.
    return yield* known === null ? toBroadcastError(hash, null) : toTransferRejected(tried)
  }

  const sent = yield* Effect.result(
    node.request("sendTransaction", [raw, { encoding: "base64", skipPreflight: true }]),
  )
  if (Result.isSuccess(sent) ? sent.success === hash : yield* isKnownToNode(node, hash)) return hash
  return yield* toBroadcastError(hash, Result.isSuccess(sent) ? null : sent.failure)
})

/** Milliseconds between two simulations, a few blocks. */
const lagDelayMs = 1_000

const maxSimulations = 3

/** Simulates again while the node does not know the blockhash: it may be behind the node that reported it. */
const simulateUntilKnown = (node: Rpc, raw: string, runs = 1): Effect.Effect<SimulationRun, RpcError> =>
  Effect.flatMap(runSimulation(node, { transaction: raw, watched: [], how: "asIs" }), (tried) =>
    tried.error === "BlockhashNotFound" && runs < maxSimulations
      ? Clock.delay(simulateUntilKnown(node, raw, runs + 1), lagDelayMs)
      : Effect.succeed(tried),
  )

const toBroadcastError = (hash: string, error: RpcError | null): BroadcastError => {
  const tag = error?.reason._tag
  return new BroadcastError({
    hash,
    reason:
      error !== null && (tag === "NoEndpoint" || tag === "BackedOff" || tag === "BudgetExhausted")
        ? { _tag: "NotSent", error }
        : { _tag: "Uncertain", error },
  })
}

/** Returns `null` if the node cannot answer. */
const isKnownToNode = (node: Rpc, hash: string): Effect.Effect<boolean | null> =>
  Effect.map(Effect.result(fetchSignatureStatus(node, hash)), (said) =>
    Result.isSuccess(said) ? said.success.status !== null : null,
  )
