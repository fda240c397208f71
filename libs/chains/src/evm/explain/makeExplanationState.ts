import { Effect } from "effect"
import type { TokenDescription } from "../../contract/ChainActions.ts"
import type { ExplainContext } from "./ExplainContext.ts"
import type { ExplanationState } from "./field/FormattedValue.ts"

/** The maximum number of shown fields; more are not readable. */
const maxFields = 100

/** Creates the shared state of one explanation: every token is fetched once. */
export const makeExplanationState = (explaining: ExplainContext): Omit<ExplanationState, "explain"> => {
  const known = new Map<string, TokenDescription | null | undefined>()
  return {
    ...explaining,
    budget: { fields: maxFields },
    token: (address, chainId) => {
      const key = `${chainId}:${address}`
      if (known.has(key)) return Effect.succeed(known.get(key))
      return explaining.sources.token(address, chainId).pipe(
        Effect.catch(() => Effect.succeed(undefined)),
        Effect.map((token) => {
          known.set(key, token)
          return token
        }),
      )
    },
  }
}
