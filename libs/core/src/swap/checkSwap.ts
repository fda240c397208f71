import type { RequestWarning, SimulationResult } from "@wmodal/chains"
import type { SwapRefusal } from "./Swap.ts"

/** The parties of a built swap. All addresses checksummed; `null` if there is none, or for another network. */
export interface SwapAddresses {
  readonly self: string
  readonly sender: string | null
  readonly router: string | null
  /** The spender of the source; `undefined` without an approval. */
  readonly spender: string | null | undefined
  /** The token of the approval; the source without an approval. */
  readonly approved: string | null
  /** Contracts of the tokens, `null` for the native currency. */
  readonly source: string | null
  readonly destination: string | null
}

/** Returns the problem with the parties of a swap, before any simulation. */
export const checkSwapAddresses = (of: SwapAddresses): SwapRefusal | null => {
  const { approved, destination, router, self, sender, source, spender } = of
  if (sender !== self) return "sender"
  if (router === null || router === self || router === source || router === destination) return "spender"
  if (spender !== undefined && (spender !== router || approved !== source)) return "spender"
  return null
}

export interface SwapLimits {
  readonly source: string | null
  readonly destination: string | null
  /** Base units of the source: the maximum spent. */
  readonly amount: bigint
  /** Base units of the destination: the minimum received. */
  readonly minimum: bigint
}

/** What the check of the effects covers. A call that no descriptor reads to an unknown router has its own warning. */
const allowedDangers: ReadonlySet<RequestWarning["_tag"]> = new Set(["Fails", "Untried", "Unread"])

/**
 * Returns the problem of the swap's calls, beyond its own approval of exactly the amount. Failures and missing
 * simulations are reported by the simulation check.
 */
export const checkSwapCalls = (dangers: readonly RequestWarning[]): SwapRefusal | null =>
  dangers.every(({ _tag }) => allowedDangers.has(_tag)) ? null : "approval"

const ceilDivide = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** Returns the problem of a swap's effects; `null` also without a simulation. */
export const checkSwapEffects = (trial: SimulationResult, asked: SwapLimits): SwapRefusal | null => {
  const { amount, destination, minimum, source } = asked
  switch (trial._tag) {
    case "Unavailable":
      return null
    case "Reverts":
      return "reverts"
    case "Simulated": {
      const { changes } = trial
      // A balance that was not checked is not known to stay.
      if (!changes.some(({ token }) => token === source)) return "source"
      const units = changes.find(({ token }) => token === source)?.nativeUnits ?? 0n
      const falls = changes.some(({ after, before, nativeUnits, token }) => {
        if (token === source) return before - after > amount
        // A token that is the native currency falls with it, and it with the token.
        if (token === null) return before - after > amount * units
        const shared = source === null && nativeUnits !== undefined ? ceilDivide(amount, nativeUnits) : 0n
        return before - after > shared
      })
      if (falls) return "source"
      const arrived = changes.find(({ token }) => token === destination)
      const received = arrived === undefined ? 0n : arrived.after - arrived.before
      if (received <= 0n) return "recipient"
      return received < minimum ? "minimum" : null
    }
  }
}
