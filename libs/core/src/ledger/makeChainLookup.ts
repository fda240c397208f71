import {
  type CallsStatus,
  ConnectorError,
  type TransactionQuery,
  type TransactionStatus,
} from "@wmodal/chains"
import { type CaipNetworkId, Clock, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { EngineServices } from "../flows/EngineServices.ts"
import { type ChainDeps, type LoadedChain, loadChain } from "../flows/loadChain.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import { getHash, hashesOfOtherEntries, type StoredEntry } from "./ledgerModel.ts"

/** Lookups on a chain, and of batches at the wallet that accepted them. */
export interface ChainLookup {
  /** Fails for a network that is not configured, or if its code has not loaded. */
  readonly reach: (network: CaipNetworkId) => Effect.Effect<LoadedChain, EngineError>
  readonly at: (network: CaipNetworkId, sought: TransactionQuery) => Effect.Effect<TransactionStatus, Problem>
  /** Returns the wallet's status of a batch; `null` if the wallet does not know the id. */
  readonly batch: (
    entry: Pick<StoredEntry, "network" | "connectorId">,
    id: string,
  ) => Effect.Effect<CallsStatus | null, Problem>
}

/** Milliseconds until a status request for a batch times out and is retried later. */
const callsStatusTimeoutMs = 10_000
/** The wallet's code for an unknown batch id. Source: EIP-5792. */
const unknownBatchCode = 5730

export const makeChainLookup = (
  deps: ChainDeps & {
    readonly networks: Pick<EngineServices["networks"], "configured">
    readonly board: Pick<EngineServices["board"], "getConnected" | "connectors">
  },
): ChainLookup => {
  const reach: ChainLookup["reach"] = (id) =>
    Effect.suspend(() => {
      const network = deps.networks.configured.find(({ caipNetworkId }) => caipNetworkId === id)
      return network === undefined
        ? new EngineError({ reason: { _tag: "NetworkNotFound", network: id } })
        : loadChain(deps, { network, known: true })
    })
  const batch: ChainLookup["batch"] = ({ network, connectorId }, id) =>
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

  return {
    batch,
    reach,
    at: (id, sought) =>
      Effect.flatMap(reach(id), ({ actions, asking }) =>
        catchDefects(Effect.suspend(() => actions.find({ ...asking, sought }))),
      ),
  }
}

/**
 * Returns the query for an entry. Imported transactions and batches are matched by hash only: their sender may differ
 * from the account.
 */
export const toTransactionQuery = (entry: StoredEntry, all: readonly StoredEntry[]): TransactionQuery => {
  const { account, batch, mark, state, subject, transaction } = entry
  const isAnybodys = subject._tag === "Raw" || batch !== undefined
  return {
    from: isAnybodys ? "" : toPlainAddress(account),
    transaction,
    // A bundler may be replaced by another one, so a batch has no fixed nonce to search from.
    mark: batch === undefined ? mark : null,
    hash: getHash(state),
    excludedHashes: hashesOfOtherEntries(all, entry),
  }
}
