import { describe, expect, it } from "@effect/vitest"
import { Effect, SubscriptionRef } from "effect"
import { accountWith } from "../testing/accountWith.ts"
import { bitcoinSession } from "../testing/scriptedWallet.ts"

const [payment, ordinals] = bitcoinSession.accounts
if (ordinals === undefined) throw new Error("no ordinals")
const friend = "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c"

const preparedFrom = (account: typeof payment) =>
  Effect.gen(function* () {
    const { flows } = yield* accountWith({ on: "bip122" })
    yield* flows.accounts.select(account)
    yield* flows.holdings.refresh
    const state = SubscriptionRef.getUnsafe(flows.holdings.state)
    const [holding] = "holdings" in state ? state.holdings : []
    if (holding === undefined) throw new Error("nothing is held")
    return yield* flows.send.prepare({
      holding,
      amount: 1_000n,
      to: { address: friend, name: null, image: null },
    })
  })

describe("a payment on Bitcoin", () => {
  it.effect("goes out from the address that is for money", () =>
    Effect.gen(function* () {
      expect(yield* preparedFrom(payment)).toMatchObject({ account: payment, amount: 1_000n })
    }).pipe(Effect.scoped),
  )

  it.effect("never goes out from the one whose coins are inscribed: it would spend them as any other", () =>
    Effect.gen(function* () {
      const { reason } = yield* Effect.flip(preparedFrom(ordinals))
      expect(reason).toEqual({ _tag: "Inscribed" })
    }).pipe(Effect.scoped),
  )
})
