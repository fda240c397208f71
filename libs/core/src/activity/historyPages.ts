import { type ApiError, type HistoryPage, makeKeyedCache } from "@wmodal/api"
import { Effect, type Scope } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainSurroundings } from "../flows/askChain.ts"
import type { Holder } from "../flows/Holder.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { Problem } from "../problems/Problem.ts"
import { chainPage } from "./chainPage.ts"

/** One page of an account's history on its network. */
interface PageRequest {
  readonly of: Holder
  /** `next` of the page before; `null` for the first. */
  readonly cursor: string | null
}

/** Histories page by page, for all who look for something in them. Empty where neither the chain nor an endpoint tells. */
export interface HistoryPages {
  /** As it was within the last 30 s. */
  readonly page: (request: PageRequest) => Effect.Effect<HistoryPage, ApiError | Problem>
  /** As it is now. */
  readonly renew: (request: PageRequest) => Effect.Effect<HistoryPage, ApiError | Problem>
}

export const makeHistoryPages = (
  around: Pick<Surroundings, "clients"> & ChainSurroundings,
): Effect.Effect<HistoryPages, never, Scope.Scope> => {
  const { api } = around.clients

  const fromApi = ({ of: { address, network }, cursor }: PageRequest) =>
    api === null
      ? Effect.succeed<HistoryPage>({ data: [] })
      : api.history.page({
          network: network.caipNetworkId,
          chainId: network.caipNetworkId,
          address,
          ...(cursor !== null && { cursor }),
        })

  /** The chain's own word first, where its nodes have one. */
  const read = (request: PageRequest): Effect.Effect<HistoryPage, ApiError | Problem> =>
    Effect.gen(function* () {
      const { cursor, of } = request
      if (!of.known) return { data: [] }
      const { actions, asking } = yield* askChain(around, of)
      if (actions.history === null) return yield* fromApi(request)
      const told = actions.history({ ...asking, address: of.address, cursor })
      return chainPage(yield* surviving(told), of)
    })

  return makeKeyedCache({
    staleTimeMs: 30_000,
    capacity: 40,
    key: ({ of, cursor }: PageRequest) => `${of.account} ${cursor ?? ""}`,
    read,
  }).pipe(
    Effect.map(({ get, refetch }) => {
      // An old page in place of one that could not be read would be taken for all there is.
      const settled = (reading: ReturnType<typeof get>) =>
        Effect.flatMap(reading, ({ value, cause }) =>
          cause === undefined ? Effect.succeed(value) : Effect.fail(cause),
        )
      return {
        page: (request) => settled(get(request)),
        renew: (request) => settled(refetch(request)),
      }
    }),
  )
}

/** The cursor to go on with; `null` where the history ends, and where it would begin to go in circles. */
export const nextCursor = ({ next }: HistoryPage, used: ReadonlySet<string>): string | null =>
  next == null || next === "" || used.has(next) ? null : next
