import { invalid } from "../../wallet/ProviderError.ts"
import { member } from "../../wallet/thrown.ts"

const commitments: readonly unknown[] = [
  "processed",
  "confirmed",
  "finalized",
  "recent",
  "single",
  "singleGossip",
  "root",
  "max",
]

const isCount = (value: unknown): boolean =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0

const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  preflightCommitment: (value) => commitments.includes(value),
  skipPreflight: (value) => typeof value === "boolean",
  maxRetries: isCount,
  minContextSlot: isCount,
}

/** How a page wants its transaction sent; nothing else of what it gives reaches the wallet. Throws where one of them is wrong. */
export const sendOptionsOf = (given: unknown): object | undefined => {
  if (given === undefined || given === null) return undefined
  return Object.fromEntries(
    Object.entries(checks).flatMap(([name, isRight]) => {
      const value = member(given, name)
      if (value === undefined) return []
      if (!isRight(value)) throw invalid(`${name} is not what it should be.`)
      return [[name, value]]
    }),
  )
}
