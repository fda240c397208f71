import { Effect, Result } from "effect"
import type { Actions, CollectibleId } from "../contract/Actions.ts"
import { readHoldings, totalOf } from "./account/holdings.ts"
import { address } from "./address.ts"

/** A collectible is a token of which there is one: `contract` is its mint, and it has no number. Source: Metaplex. */
export const owned: Actions["owned"] = ({ collectibles, owner, rpc }) => {
  const isOwned = ({ contract }: CollectibleId) =>
    address(contract) === null
      ? Effect.succeed(false)
      : Effect.flatMap(Effect.result(readHoldings(rpc, { owner, token: contract })), (said) => {
          if (Result.isSuccess(said)) return Effect.succeed(totalOf(said.success) > 0n)
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
