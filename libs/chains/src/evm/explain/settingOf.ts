import { Effect } from "effect"
import type { TokenDescription } from "../../contract/Actions.ts"
import type { Explaining } from "./Explaining.ts"
import type { Setting } from "./field/Told.ts"

/** Nobody reads more. */
const mostFields = 100

/** What all parts of one explanation share: every token is asked for once. */
export const settingOf = (explaining: Explaining): Omit<Setting, "explain"> => {
  const known = new Map<string, TokenDescription | null | undefined>()
  return {
    ...explaining,
    left: { fields: mostFields },
    token: (address, chainId) => {
      const key = `${chainId}:${address}`
      if (known.has(key)) return Effect.succeed(known.get(key))
      return explaining.read.token(address, chainId).pipe(
        Effect.catch(() => Effect.succeed(undefined)),
        Effect.map((token) => {
          known.set(key, token)
          return token
        }),
      )
    },
  }
}
