import { Deferred, Effect } from "effect"
import type { TokenDescription } from "../../contract/ChainActions.ts"
import { maxReviewLines } from "../../explain/limitReview.ts"
import type { ExplainContext } from "./ExplainContext.ts"
import type { ExplanationState } from "./field/FormattedValue.ts"

/** Creates the shared state of one explanation: every token is fetched once. */
export const makeExplanationState = (explaining: ExplainContext): Omit<ExplanationState, "explain"> => {
  const known = new Map<string, Effect.Effect<TokenDescription | null | undefined>>()
  return {
    ...explaining,
    left: explaining.left ?? { rows: maxReviewLines },
    token: (address, chainId) =>
      Effect.suspend(() => {
        const key = `${chainId}:${address}`
        const asked = known.get(key)
        if (asked !== undefined) return asked
        // `Effect.cached` would put effect's clock into the page's first chunks.
        const answer = Deferred.makeUnsafe<TokenDescription | null | undefined>()
        known.set(key, Deferred.await(answer))
        return explaining.sources.token(address, chainId).pipe(
          Effect.orElseSucceed(() => undefined),
          Effect.onExit((exit) => Deferred.done(answer, exit)),
        )
      }),
  }
}
