import { describe, expect, it } from "@effect/vitest"
import { type ChainActions, TransferRejected, type TransferSimulation } from "@wmodal/chains"
import { Effect, SubscriptionRef } from "effect"
import { connectAccountWith } from "../testing/connectAccountWith.ts"
import { bitcoinSession } from "../testing/scriptedWallet.ts"

const [payment, ordinals] = bitcoinSession.accounts
if (ordinals === undefined) throw new Error("no ordinals")
const to = { address: "bc1qt3az9lwpqfvr466mezsewuzdc4d379ldv83d4c", name: null, image: null }

const startFormFrom = (account: typeof payment, actions: Partial<ChainActions> = {}) =>
  Effect.gen(function* () {
    const { flows } = yield* connectAccountWith({ on: "bip122", actions })
    yield* flows.accounts.select(account)
    yield* flows.holdings.refresh
    const state = SubscriptionRef.getUnsafe(flows.holdings.state)
    const [holding] = "holdings" in state ? state.holdings : []
    if (holding === undefined) throw new Error("nothing is held")
    return { flows, prepared: flows.send.prepare({ holding, amount: 1_000n, to }) }
  })

describe("a payment on Bitcoin", () => {
  it.effect("goes out from the address that is for money", () =>
    Effect.gen(function* () {
      const { prepared } = yield* startFormFrom(payment)
      expect(yield* prepared).toMatchObject({ account: payment, amount: 1_000n })
    }).pipe(Effect.scoped),
  )

  it.effect("never goes out from the one whose coins are inscribed: it would spend them as any other", () =>
    Effect.gen(function* () {
      const { prepared } = yield* startFormFrom(ordinals)
      expect((yield* Effect.flip(prepared)).reason).toEqual({ _tag: "Inscribed" })
    }).pipe(Effect.scoped),
  )

  it.effect(
    "is asked of no wallet once another tab has spent its coins: with more fee it would replace that one",
    () =>
      Effect.gen(function* () {
        let simulation: TransferSimulation = { _tag: "Unavailable" }
        const { flows, prepared } = yield* startFormFrom(payment, {
          simulate: () => Effect.sync(() => simulation),
          bumpFee: () => Effect.fail(new TransferRejected({ reason: { _tag: "Insufficient" } })),
        })
        const review = yield* prepared
        simulation = { _tag: "Reverts", text: "A coin is not there any more." }
        const { reason } = yield* Effect.flip(flows.send.submit(review, ["FirstTime"]))
        expect(reason).toEqual(simulation)
        expect(SubscriptionRef.getUnsafe(flows.ledger.entries)).toEqual([])
        simulation = { _tag: "Unavailable" }
        expect((yield* flows.send.submit(review, ["FirstTime"])).state._tag).toBe("Sent")
      }).pipe(Effect.scoped),
  )
})
