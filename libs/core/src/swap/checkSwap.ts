import type { RequestWarning, SimulationResult } from "@wmodal/chains"
import type { SwapRefusal } from "./Swap.ts"

/** Who is who in what was built. All addresses checksummed; `null` where there is none, or of another network. */
export interface SwapAddresses {
  readonly self: string
  readonly sender: string | null
  readonly router: string | null
  /** Who would be allowed to take the source; `undefined` where nobody needs to be allowed. */
  readonly spender: string | null | undefined
  /** What they would be allowed to take; the source where nobody needs to be allowed. */
  readonly approved: string | null
  /** Contracts of the tokens, `null` for the network's own currency. */
  readonly source: string | null
  readonly destination: string | null
}

/** What speaks against the parties of a swap, before anything is tried out. */
export const checkSwapAddresses = (of: SwapAddresses): SwapRefusal | null => {
  const { approved, destination, router, self, sender, source, spender } = of
  if (sender !== self) return "sender"
  if (router === null || router === self || router === source || router === destination) return "spender"
  if (spender !== undefined && (spender !== router || approved !== source)) return "spender"
  return null
}

/** What was asked for. */
export interface SwapLimits {
  readonly source: string | null
  readonly destination: string | null
  /** Base units of the source: the most that may leave. */
  readonly amount: bigint
  /** Base units of the destination: the least that must arrive. */
  readonly minimum: bigint
}

/**
 * What speaks against what a swap is asked to do, beyond its own approval of exactly the amount. Whether it fails, and
 * whether anybody could try it out, is for the trial to say.
 */
export const checkSwapCalls = (dangers: readonly RequestWarning[]): SwapRefusal | null =>
  dangers.every(({ _tag }) => _tag === "Fails" || _tag === "Untried") ? null : "approval"

/** What speaks against what a swap does; `null` also where nobody could try it out. */
export const checkSwapEffects = (trial: SimulationResult, asked: SwapLimits): SwapRefusal | null => {
  const { amount, destination, minimum, source } = asked
  switch (trial._tag) {
    case "Unavailable":
      return null
    case "Reverts":
      return "reverts"
    case "Simulated": {
      const { changes } = trial
      // What was not looked at is not known to stay.
      if (!changes.some(({ token }) => token === source)) return "source"
      const falls = changes.some(
        ({ after, before, token }) => before - after > (token === source ? amount : 0n),
      )
      if (falls) return "source"
      const arrived = changes.find(({ token }) => token === destination)
      const received = arrived === undefined ? 0n : arrived.after - arrived.before
      if (received <= 0n) return "recipient"
      return received < minimum ? "minimum" : null
    }
  }
}
