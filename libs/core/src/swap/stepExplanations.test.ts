import { describe, expect, it } from "@effect/vitest"
import type { SimulationResult, WalletCall } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { dai, explainUnknownCall, payerAddress, router, startSwap, usdc } from "../testing/swapFixture.ts"
import type { SwapReview } from "./Swap.ts"

const order = { source: usdc, destination: dai, amount: 100_000_000n, slippage: 1 } as const

const trial: SimulationResult = {
  _tag: "Simulated",
  changes: [
    { token: null, before: 5n, after: 5n },
    { token: usdc.address, before: 10n ** 12n, after: 10n ** 12n - order.amount },
    { token: dai.address, before: 0n, after: 99n * 10n ** 18n },
  ],
}

describe("descriptions of the swap steps", () => {
  it.effect("describes each step by its own call, from one explanation of all", () =>
    Effect.gen(function* () {
      const looks: (readonly WalletCall[])[] = []
      const { allow, swap } = yield* startSwap({
        tryOut: ({ calls }) =>
          Effect.sync(() => {
            looks.push(calls)
            return trial
          }),
      })
      const told = (steps: SwapReview["steps"]) => steps.map(({ explanation }) => explanation)
      const { steps } = yield* swap.prepare(order)
      expect(steps.map(({ kind }) => kind)).toEqual(["approve", "swap"])
      expect(told(steps)).toEqual(steps.map(({ call }) => explainUnknownCall(call)))
      expect(looks).toEqual([steps.map(({ call }) => call)])
      allow(order.amount)
      const [only, ...others] = (yield* swap.prepare(order)).steps
      expect([others, only.explanation]).toEqual([[], explainUnknownCall(only.call)])
      expect(looks).toHaveLength(2)
    }),
  )

  it.effect("names only the user's own accounts", () =>
    Effect.gen(function* () {
      const names: (string | null)[] = []
      const { deps, swap } = yield* startSwap({
        tryOut: ({ nameOf }) =>
          Effect.sync(() => {
            names.push(nameOf(payerAddress.toUpperCase().replace("0X", "0x")), nameOf(router))
            return trial
          }),
      })
      yield* SubscriptionRef.update(deps.accounts.entries, (all) =>
        all.map((entry) => ({ ...entry, name: "vera.eth" })),
      )
      yield* swap.prepare(order)
      expect(names).toEqual(["vera.eth", null])
    }),
  )
})
