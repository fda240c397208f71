import type { Connector } from "@wmodal/chains"
import { type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ConnectionAttempt, ConnectionState } from "./Connection.ts"
import type { ConnectionStore } from "./ConnectionStore.ts"
import { applyConnectionStep, type ConnectionStep, disconnected } from "./connectionModel.ts"

/** Returns the attempt of a namespace, also next to a connected wallet; `null` without one. */
export const getAttempt = (state: ConnectionState): ConnectionAttempt | null => {
  const attempt = state._tag === "Connected" ? state.next : state
  return attempt?._tag === "Connecting" || attempt?._tag === "Failed" ? attempt : null
}

/** Applies a step to the attempt: a connected wallet stays connected. */
export const dispatchAttempt = (
  board: Pick<ConnectionStore, "dispatch" | "get" | "state">,
  namespace: Namespace,
  step: Extract<ConnectionStep, { readonly _tag: "Asked" | "GrewSlow" | "Refused" | "Ended" }>,
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const state = board.get(namespace)
    if (state._tag !== "Connected") return board.dispatch(namespace, step)
    const { next: before = disconnected, ...wallet } = state
    const after = applyConnectionStep(before, step)
    const next = getAttempt(after)
    return after === before
      ? Effect.void
      : SubscriptionRef.update(board.state, (all) => ({
          ...all,
          [namespace]: next === null ? wallet : { ...wallet, next },
        }))
  })

/** Removes a connected wallet that has ended. An attempt to connect another one continues. */
export const dropWallet = (
  board: Pick<ConnectionStore, "dispatch" | "get" | "state">,
  namespace: Namespace,
  because: Extract<ConnectionState, { readonly _tag: "Disconnected" }>["because"],
): Effect.Effect<void> =>
  Effect.suspend(() => {
    const next = getAttempt(board.get(namespace))
    return next === null
      ? board.dispatch(namespace, { _tag: "Ended", because })
      : SubscriptionRef.update(board.state, (all) => ({ ...all, [namespace]: next }))
  })

/** Returns true when no other wallet than this one is connected or connecting. */
export const isFree = (state: ConnectionState, { id }: Pick<Connector, "id">): boolean =>
  state._tag === "Disconnected" || state._tag === "Failed" || state.wallet.connectorId === id
