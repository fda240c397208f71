import { describe, expect, it } from "@effect/vitest"
import { type ChainActions, TransferRejected, type TransferSimulation } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
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
    return { flows, holding, prepared: flows.send.prepare({ holding, amount: 1_000n, to }) }
  })

describe("a payment on Bitcoin", () => {
  it.effect("uses the payment address", () =>
    Effect.gen(function* () {
      const { prepared } = yield* startFormFrom(payment)
      expect(yield* prepared).toMatchObject({ account: payment, amount: 1_000n })
    }).pipe(Effect.scoped),
  )

  it.effect("never uses the address for inscribed UTXOs, which it would spend as ordinary ones", () =>
    Effect.gen(function* () {
      const { prepared } = yield* startFormFrom(ordinals)
      expect((yield* Effect.flip(prepared)).reason).toEqual({ _tag: "Inscribed" })
    }).pipe(Effect.scoped),
  )

  it.effect.each(["max", 10_000n] as const)("says that small coins are kept when it is for %s", (amount) =>
    Effect.gen(function* () {
      const kept = { _tag: "Kept", amount: 9_900n } as const
      const { flows, holding } = yield* startFormFrom(payment, {
        spendableBalance: () => Effect.succeed(0n),
        estimate: () => Effect.fail(new TransferRejected({ reason: kept })),
      })
      const { reason } = yield* Effect.flip(flows.send.prepare({ holding, amount, to }))
      expect(reason).toEqual(kept)
    }).pipe(Effect.scoped),
  )

  it.effect(
    "sends no request after another tab has spent its UTXOs, because a higher fee would replace that payment",
    () =>
      Effect.gen(function* () {
        let simulation: TransferSimulation = { _tag: "Unavailable" }
        const { flows, prepared } = yield* startFormFrom(payment, {
          simulate: () => Effect.sync(() => simulation),
          bumpFee: () => Effect.fail(new TransferRejected({ reason: { _tag: "Insufficient" } })),
        })
        const review = yield* prepared
        simulation = { _tag: "Reverts", text: "A coin is not there any more." }
        const { reason } = yield* Effect.flip(flows.send.submit(review, ["FirstTime", "Untried"]))
        expect(reason).toEqual(simulation)
        expect(SubscriptionRef.getUnsafe(flows.ledger.entries)).toEqual([])
        simulation = { _tag: "Unavailable" }
        expect((yield* flows.send.submit(review, ["FirstTime", "Untried"])).state._tag).toBe("Sent")
      }).pipe(Effect.scoped),
  )
})
