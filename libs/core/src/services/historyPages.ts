import { type ApiError, type HistoryPage, makeKeyedCache } from "@wmodal/api"
import type { ChainHistory, PastTransaction } from "@wmodal/chains"
import { formatAmount, withLogicalCall } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { Problem } from "../problems/Problem.ts"
import type { ActiveAccount } from "./ActiveAccount.ts"
import type { EngineServices } from "./EngineServices.ts"
import { type ChainDeps, loadChain } from "./loadChain.ts"

type HistoryTransaction = HistoryPage["data"][number]

/** Converts the history from a chain's own nodes to the API's format. */
const toHistoryPage = (
  { transactions, next }: ChainHistory,
  { address, network }: Pick<ActiveAccount, "address" | "network">,
): HistoryPage => {
  const { decimals, name, symbol } = network.nativeCurrency
  const transaction = (past: PastTransaction): HistoryTransaction => {
    const { amount, at, counterparty, direction, hash, status } = past
    const [own, other] = [address, counterparty ?? ""]
    const [sentFrom, sentTo] =
      direction === "in" ? [other, own] : direction === "out" ? [own, other] : [own, own]
    const transfer = {
      fungible_info: { name, symbol },
      direction,
      quantity: { numeric: formatAmount(amount, decimals) },
    }
    return {
      id: hash,
      metadata: {
        operationType: direction === "in" ? "receive" : "send",
        hash,
        // An unconfirmed transaction takes the place of the one before it.
        minedAt: at === null ? "" : new Date(at).toISOString(),
        sentFrom,
        sentTo,
        status,
        chain: network.caipNetworkId,
      },
      // A transfer from an account to itself moves nothing.
      transfers: amount === 0n ? [] : [transfer],
    }
  }
  return { data: transactions.map(transaction), next }
}

/** A query for one page of an account's history on its network. */
interface HistoryPageRequest {
  readonly of: ActiveAccount
  /** The `next` of the previous page; `null` for the first. */
  readonly cursor: string | null
}

/** A page of a history, or that neither the chain nor an endpoint provides one. */
export interface HistorySlice extends Pick<HistoryPage, "data" | "next"> {
  /** True without a history: that the page is empty says nothing about the account. */
  readonly unsupported?: true
}

/** The shared source of history pages. */
export interface HistoryPages {
  /** Returns the page, cached for 30 s. */
  readonly page: (request: HistoryPageRequest) => Effect.Effect<HistorySlice, ApiError | Problem>
  /** Returns the page without the cache. */
  readonly refetch: (request: HistoryPageRequest) => Effect.Effect<HistorySlice, ApiError | Problem>
}

const noHistory: HistorySlice = { data: [], unsupported: true }

export const makeHistoryPages = (
  deps: Pick<EngineServices, "clients"> & ChainDeps,
): Effect.Effect<HistoryPages, never, Scope.Scope> => {
  const { api } = deps.clients

  const fromApi = ({ of: { address, network }, cursor }: HistoryPageRequest) =>
    Effect.gen(function* (): Effect.fn.Return<HistorySlice, ApiError> {
      const { caipNetworkId } = network
      if (api === null || !(yield* api.gate.supports(caipNetworkId))) return noHistory
      return yield* api.history.page({
        network: caipNetworkId,
        chainId: caipNetworkId,
        address,
        ...(cursor !== null && { cursor }),
      })
    }).pipe(withLogicalCall)

  /** The chain's own nodes take precedence, if they provide a history. */
  const read = (request: HistoryPageRequest): Effect.Effect<HistorySlice, ApiError | Problem> =>
    Effect.gen(function* () {
      const { cursor, of } = request
      if (!of.known) return noHistory
      const { actions, asking } = yield* loadChain(deps, of)
      if (actions.history === null) return yield* fromApi(request)
      const told = actions.history({ ...asking, address: of.address, cursor })
      return toHistoryPage(yield* catchDefects(told), of)
    })

  return makeKeyedCache({
    staleTimeMs: 30_000,
    capacity: 40,
    key: ({ of, cursor }: HistoryPageRequest) => `${of.account} ${cursor ?? ""}`,
    read,
  }).pipe(
    Effect.map(({ get, refetch }) => {
      // A cached page in place of a failed one would look like the complete history.
      const settled = (reading: ReturnType<typeof get>) =>
        Effect.flatMap(reading, ({ value, cause }) =>
          cause === undefined ? Effect.succeed(value) : Effect.fail(cause),
        )
      return {
        page: (request) => settled(get(request)),
        refetch: (request) => settled(refetch(request)),
      }
    }),
  )
}

/** Returns the next cursor; `null` if the history ends, or would repeat itself. */
export const getNextCursor = (
  { next }: Pick<HistoryPage, "next">,
  used: ReadonlySet<string>,
): string | null => (next == null || next === "" || used.has(next) ? null : next)
