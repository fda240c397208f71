import type { Connector } from "@wmodal/chains"
import type { Namespace } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import type { ConnectionState } from "./Connection.ts"
import { type ConnectionStep, connectionStep, disconnected } from "./connectionModel.ts"

type Connected = Extract<ConnectionState, { _tag: "Connected" }>

/** Where the connections stand. Everything in the engine reads it; only connections and networks write to it, and who is signed in to whose it is. */
export interface Board {
  readonly state: SubscriptionRef.SubscriptionRef<Readonly<Partial<Record<Namespace, ConnectionState>>>>
  readonly of: (namespace: Namespace) => ConnectionState
  readonly connectedOn: (namespace: Namespace) => Connected | null
  readonly anyConnected: () => boolean
  readonly step: (namespace: Namespace, step: ConnectionStep) => Effect.Effect<void>
  /** The connector behind a connected namespace. */
  readonly connectors: Map<Namespace, Connector>
}

export const makeBoard = Effect.gen(function* () {
  const state = yield* SubscriptionRef.make<Readonly<Partial<Record<Namespace, ConnectionState>>>>({})
  const of = (namespace: Namespace) => SubscriptionRef.getUnsafe(state)[namespace] ?? disconnected
  const board: Board = {
    state,
    of,
    connectedOn: (namespace) => {
      const now = of(namespace)
      return now._tag === "Connected" ? now : null
    },
    anyConnected: () =>
      Object.values(SubscriptionRef.getUnsafe(state)).some((one) => one._tag === "Connected"),
    step: (namespace, step) =>
      Effect.suspend(() => {
        const before = of(namespace)
        const after = connectionStep(before, step)
        return after === before
          ? Effect.void
          : SubscriptionRef.update(state, (all) => ({ ...all, [namespace]: after }))
      }),
    connectors: new Map(),
  }
  return board
})
