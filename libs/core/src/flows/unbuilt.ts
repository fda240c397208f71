import { Effect, Stream, SubscriptionRef } from "effect"
import type { AccountEntry } from "../accounts/Accounts.ts"
import type { ActivityState } from "../activity/Activity.ts"
import type { CollectiblesState } from "../collectibles/Collectibles.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Flows } from "./Flows.ts"

const absent = () => Effect.fail(new EngineError({ reason: { _tag: "Unknown", detail: "not built" } }))

/** Rooms that have not landed. */
export const unbuilt = Effect.gen(function* () {
  const flows: Omit<Flows, "holdings" | "recipients" | "send"> = {
    ledger: {
      entries: yield* SubscriptionRef.make<readonly LedgerEntry[]>([]),
      follow: () => Stream.empty,
      checkAgain: absent,
      twinOf: () => null,
      watch: () => Stream.empty,
      broadcast: absent,
    },
    accounts: { entries: yield* SubscriptionRef.make<readonly AccountEntry[]>([]), select: absent },
    collectibles: {
      state: yield* SubscriptionRef.make<CollectiblesState>({ _tag: "Loading" }),
      load: Effect.void,
      more: Effect.void,
      retry: Effect.void,
    },
    activity: {
      state: yield* SubscriptionRef.make<ActivityState>({ _tag: "Loading" }),
      load: Effect.void,
      more: Effect.void,
      retry: Effect.void,
    },
    signing: { signMessage: absent, signTypedData: absent },
  }
  return flows
})
