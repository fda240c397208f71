import { Effect, Result } from "effect"
import type { ChainActions, CollectibleId } from "../contract/ChainActions.ts"
import { fetchTokenAccounts, sumAmounts } from "./account/tokenBalances.ts"
import { normalizeAddress } from "./normalizeAddress.ts"

/** A collectible is a token of which there is one: `contract` is its mint, and it has no number. Source: Metaplex. */
export const filterOwned: ChainActions["filterOwned"] = ({ collectibles, owner, rpc }) => {
  const isOwned = ({ contract }: CollectibleId) =>
    normalizeAddress(contract) === null
      ? Effect.succeed(false)
      : Effect.flatMap(Effect.result(fetchTokenAccounts(rpc, { owner, token: contract })), (said) => {
          if (Result.isSuccess(said)) return Effect.succeed(sumAmounts(said.success) > 0n)
          const { reason } = said.failure
          // A node that has had enough of us says nothing about a token.
          return reason._tag === "Answered" && reason.meaning !== "LimitExceeded"
            ? Effect.succeed(false)
            : Effect.fail(said.failure)
        })
  return Effect.map(Effect.forEach(collectibles, isOwned, { concurrency: "unbounded" }), (said) =>
    collectibles.filter((_, at) => said[at]),
  )
}
