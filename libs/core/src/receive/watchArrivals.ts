import { type CaipAddress, Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Holdings, HoldingsState } from "../holdings/Holdings.ts"
import type { Arrival } from "./Receive.ts"

type HeldState = Extract<HoldingsState, { readonly _tag: "Held" }>

const toTokenKey = ({ network, address }: Arrival["token"]): string => `${network} ${address ?? ""}`

/** Returns what came in between two reads. Two sources list different tokens, so they cannot be compared. */
const findArrivals = (before: HeldState, after: HeldState): readonly Arrival[] => {
  if (before.source !== after.source) return []
  const earlier = new Map(before.holdings.map(({ token, balance }) => [toTokenKey(token), balance]))
  return after.holdings.flatMap(({ token, balance }) => {
    const amount = balance - (earlier.get(toTokenKey(token)) ?? 0n)
    return amount > 0n ? [{ token, amount }] : []
  })
}

/**
 * Reads the balances of the active account every `intervalMs` milliseconds and reports what arrived since the last read
 * before it, if any. Out-of-date balances are not compared. Another account or network begins anew.
 */
export const watchArrivals = (
  { state, refetch }: Pick<Holdings, "state" | "refetch">,
  {
    intervalMs,
    getAccount,
    tokens,
    onArrival,
  }: {
    readonly intervalMs: number
    /** Returns the account on its network that the balances are of. */
    readonly getAccount: () => CaipAddress | null
    /** Returns the plain contracts whose balance the server reads anew; `null` for the native currency. */
    readonly tokens: () => readonly (string | null)[]
    readonly onArrival: (arrivals: readonly Arrival[]) => Effect.Effect<void>
  },
): Effect.Effect<never> =>
  Effect.gen(function* () {
    const take = () => {
      const held = SubscriptionRef.getUnsafe(state)
      return held._tag === "Held" && !held.stale ? { of: getAccount(), held } : null
    }
    let before = take()
    const read = Effect.gen(function* () {
      yield* refetch(tokens())
      const now = take()
      if (now === null) return
      const arrivals = before?.of === now.of ? findArrivals(before.held, now.held) : []
      before = now
      if (arrivals.length > 0) yield* onArrival(arrivals)
    })
    return yield* Effect.forever(Effect.andThen(read, Clock.sleep(intervalMs)))
  })
