import type { Connector } from "@wmodal/chains"
import { type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ConnectionState } from "./Connection.ts"
import { applyConnectionStep, type ConnectionStep, disconnected } from "./connectionModel.ts"

export type ConnectedState = Extract<ConnectionState, { _tag: "Connected" }>

/**
 * The connection state of every namespace. The whole engine reads it; only connections and networks write to it, and
 * sign-in writes the wallet's owner.
 */
export interface ConnectionStore {
  readonly state: SubscriptionRef.SubscriptionRef<Readonly<Partial<Record<Namespace, ConnectionState>>>>
  readonly get: (namespace: Namespace) => ConnectionState
  readonly getConnected: (namespace: Namespace) => ConnectedState | null
  readonly anyConnected: () => boolean
  readonly dispatch: (namespace: Namespace, step: ConnectionStep) => Effect.Effect<void>
  /** The connector of each connected namespace. */
  readonly connectors: Map<Namespace, Connector>
}

export const makeConnectionStore = Effect.gen(function* () {
  const state = yield* SubscriptionRef.make<Readonly<Partial<Record<Namespace, ConnectionState>>>>({})
  const of = (namespace: Namespace) => SubscriptionRef.getUnsafe(state)[namespace] ?? disconnected
  const board: ConnectionStore = {
    state,
    get: of,
    getConnected: (namespace) => {
      const now = of(namespace)
      return now._tag === "Connected" ? now : null
    },
    anyConnected: () =>
      Object.values(SubscriptionRef.getUnsafe(state)).some((one) => one._tag === "Connected"),
    dispatch: (namespace, step) =>
      Effect.suspend(() => {
        const before = of(namespace)
        const after = applyConnectionStep(before, step)
        return after === before
          ? Effect.void
          : SubscriptionRef.update(state, (all) => ({ ...all, [namespace]: after }))
      }),
    connectors: new Map(),
  }
  return board
})
