import { type ApiError, type HistoryPage, makeKeyedCache } from "@wmodal/api"
import { Effect, type Scope } from "effect"
import type { Holder } from "../flows/Holder.ts"
import type { Surroundings } from "../flows/Surroundings.ts"

/** One page of an account's history on its network. */
export interface PageRequest {
  readonly of: Holder
  /** `next` of the page before; `null` for the first. */
  readonly cursor: string | null
}

/** Histories page by page, for all who look for something in them. Empty without a blockchain endpoint. */
export interface HistoryPages {
  /** As it was within the last 30 s. */
  readonly page: (request: PageRequest) => Effect.Effect<HistoryPage, ApiError>
  /** As it is now. */
  readonly renew: (request: PageRequest) => Effect.Effect<HistoryPage, ApiError>
}

export const makeHistoryPages = ({
  clients: { api },
}: Pick<Surroundings, "clients">): Effect.Effect<HistoryPages, never, Scope.Scope> =>
  makeKeyedCache({
    lifetime: 30_000,
    capacity: 40,
    key: ({ of, cursor }: PageRequest) => `${of.account} ${cursor ?? ""}`,
    read: ({ of: { address, network, known }, cursor }): Effect.Effect<HistoryPage, ApiError> =>
      api === null || !known
        ? Effect.succeed({ data: [] })
        : api.history.page({
            network: network.caipNetworkId,
            chainId: network.caipNetworkId,
            address,
            ...(cursor !== null && { cursor }),
          }),
  }).pipe(
    Effect.map(({ get, renew }) => {
      // An old page in place of one that could not be read would be taken for all there is.
      const settled = (reading: ReturnType<typeof get>) =>
        Effect.flatMap(reading, ({ value, cause }) =>
          cause === undefined ? Effect.succeed(value) : Effect.fail(cause),
        )
      return {
        page: (request) => settled(get(request)),
        renew: (request) => settled(renew(request)),
      }
    }),
  )

/** The cursor to go on with; `null` where the history ends, and where it would begin to go in circles. */
export const nextCursor = ({ next }: HistoryPage, used: ReadonlySet<string>): string | null =>
  next == null || next === "" || used.has(next) ? null : next
