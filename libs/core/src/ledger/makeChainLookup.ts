import {
  type CallsStatus,
  ConnectorError,
  type SendCheckpoint,
  type TransactionQuery,
  type TransactionStatus,
} from "@wmodal/chains"
import { type CaipNetworkId, Clock, hasKey, toPlainAddress } from "@wmodal/protocol"
import { Cause, Effect, Stream } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { type ChainDeps, type LoadedChain, loadChain } from "../services/loadChain.ts"
import type { Ledger } from "./Ledger.ts"
import { getHash, hashesOfOtherEntries } from "./ledgerModel.ts"
import type { StoredEntry } from "./StoredEntry.ts"

export interface ChainLookupDeps extends ChainDeps {
  readonly networks: Pick<EngineServices["networks"], "configured">
  readonly board: Pick<EngineServices["board"], "getConnected" | "connectors">
}

export type ChainLookup = ReturnType<typeof makeChainLookup>

/** Milliseconds between two lookups of a transaction. */
export const regularIntervalMs = 4_000
/** Milliseconds until a status request for a batch times out and is retried later. */
const callsStatusTimeoutMs = 10_000
/** The wallet's code for an unknown batch id. Source: EIP-5792. */
const unknownBatchCode = 5730

/** Makes the lookups on a chain, and of batches at the wallet that accepted them. */
export const makeChainLookup = (deps: ChainLookupDeps) => {
  /** Fails for a network that is not configured, or if its code has not loaded. */
  const reach = (id: CaipNetworkId): Effect.Effect<LoadedChain, EngineError> =>
    Effect.suspend(() => {
      const network = deps.networks.configured.find(({ caipNetworkId }) => caipNetworkId === id)
      return network === undefined
        ? new EngineError({ reason: { _tag: "NetworkNotFound", network: id } })
        : loadChain(deps, { network, known: true })
    })
  const at = (id: CaipNetworkId, sought: TransactionQuery): Effect.Effect<TransactionStatus, Problem> =>
    Effect.flatMap(reach(id), ({ actions, asking }) =>
      catchDefects(Effect.suspend(() => actions.find({ ...asking, sought }))),
    )
  /** Returns the wallet's status of a batch; `null` if the wallet does not know the id. */
  const batch = (
    { network, connectorId }: Pick<StoredEntry, "network" | "connectorId">,
    id: string,
  ): Effect.Effect<CallsStatus | null, Problem> =>
    Effect.gen(function* () {
      const { asking } = yield* reach(network)
      const { chainNamespace } = asking.network
      const connector = deps.board.connectors.get(chainNamespace)
      if (deps.board.getConnected(chainNamespace) === null || connector?.id !== connectorId)
        return yield* new EngineError({ reason: { _tag: "NotConnected" } })
      const calls = yield* catchDefects(connector.calls)
      const answer = catchDefects(Effect.suspend(() => calls.callsStatus(id)))
      return yield* answer.pipe(
        Clock.timeoutOrElse({
          duration: callsStatusTimeoutMs,
          orElse: () => Effect.fail(new ConnectorError({ connectorId, reason: { _tag: "Offline" } })),
        }),
        Effect.catchIf(
          ({ reason }) => reason._tag === "Failed" && reason.code === unknownBatchCode,
          () => Effect.succeed(null),
        ),
      )
    })

  return { at, batch, reach }
}

/** Returns the query for an entry. Imported transactions and batches have any sender: only the hash identifies them. */
export const toTransactionQuery = (entry: StoredEntry, all: readonly StoredEntry[]): TransactionQuery => {
  const { account, batch, mark, state, subject, transaction } = entry
  const isAnybodys = subject._tag === "Raw" || batch !== undefined
  return {
    from: isAnybodys ? "" : toPlainAddress(account),
    ...(batch !== undefined && { account: toPlainAddress(account) }),
    transaction,
    // A bundler may be replaced by another one, so a batch has no fixed nonce to search from.
    mark: batch === undefined ? mark : null,
    hash: getHash(state),
    excludedHashes: hashesOfOtherEntries(all, entry),
  }
}

const isSameStatus = (one: TransactionStatus | null, other: TransactionStatus): boolean =>
  one !== null &&
  one._tag === other._tag &&
  (one._tag !== "Mined" || (other._tag === "Mined" && one.confirmations === other.confirmations)) &&
  (hasKey(one, "hash") ? one.hash : null) === (hasKey(other, "hash") ? other.hash : null)

/** Emits the status of a transaction of any origin. The first lookup may fail; later failures are skipped. */
export const makeWatch =
  (look: ChainLookup): Ledger["watch"] =>
  ({ network, hash, confirmations }) =>
    Stream.fromPull(
      Effect.sync(() => {
        let sought: string = hash
        let mark: SendCheckpoint | null = null
        let last: TransactionStatus | null = null
        let isOver = false
        return Effect.gen(function* () {
          for (;;) {
            if (isOver) return yield* Cause.done()
            if (last !== null) yield* Clock.sleep(regularIntervalMs)
            const asked = look.at(network, {
              from: "",
              transaction: null,
              mark,
              hash: sought,
              excludedHashes: [],
            })
            const standing: TransactionStatus | null = yield* last === null
              ? asked
              : Effect.orElseSucceed(asked, () => null)
            if (standing === null) continue
            const isChanged = !isSameStatus(last, standing)
            last = standing
            if (hasKey(standing, "hash")) sought = standing.hash
            if (standing._tag === "Pending") mark = standing.mark ?? mark
            isOver =
              /^(Replaced|Cancelled|Expired)$/.test(standing._tag) ||
              (standing._tag === "Mined" && standing.confirmations >= confirmations)
            if (isChanged) return [standing] as const
          }
        })
      }),
    )
