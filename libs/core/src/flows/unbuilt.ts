import { Effect, SubscriptionRef } from "effect"
import type { CollectiblesState } from "../collectibles/Collectibles.ts"
import type { Flows } from "./Flows.ts"

/** Rooms that have not landed. */
export const unbuilt = Effect.gen(function* () {
  const flows: Pick<Flows, "collectibles"> = {
    collectibles: {
      state: yield* SubscriptionRef.make<CollectiblesState>({ _tag: "Loading" }),
      load: Effect.void,
      more: Effect.void,
      retry: Effect.void,
    },
  }
  return flows
})
