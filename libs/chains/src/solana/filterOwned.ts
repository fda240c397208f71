import { Effect, Result } from "effect"
import type { ChainActions, CollectibleId } from "../contract/ChainActions.ts"
import { fetchTokenAccounts, sumAmounts } from "./account/tokenBalances.ts"
import { normalizeAddress } from "./normalizeAddress.ts"

/**
 * Filters collectibles: tokens with a supply of one. `contract` is the mint, and there is no token id. Source:
 * Metaplex.
 */
export const filterOwned: ChainActions["filterOwned"] = ({ collectibles, owner, rpc }) => {
  const isOwned = ({ contract }: CollectibleId) =>
    normalizeAddress(contract) === null
      ? Effect.succeed(false)
      : Effect.flatMap(Effect.result(fetchTokenAccounts(rpc, { owner, token: contract })), (said) => {
          if (Result.isSuccess(said)) return Effect.succeed(sumAmounts(said.success) > 0n)
          const { reason } = said.failure
          // A rate-limited node gives no information about a token.
          return reason._tag === "Answered" && reason.meaning !== "LimitExceeded"
            ? Effect.succeed(false)
            : Effect.fail(said.failure)
        })
  return Effect.map(Effect.forEach(collectibles, isOwned, { concurrency: "unbounded" }), (said) =>
    collectibles.filter((_, at) => said[at]),
  )
}
