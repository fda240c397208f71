import { expect, it } from "@effect/vitest"
import { devProviderFixture } from "@wmodal/chains/testing"
import { Effect, SubscriptionRef } from "effect"
import { describe } from "vitest"
import { engineOver, memoryStorage } from "./testing/engineOver.ts"
import { reach } from "./testing/reach.ts"

const now = SubscriptionRef.getUnsafe

describe("makeEngine", () => {
  it.effect("connects a wallet that was picked, shows its account, and closes", () =>
    Effect.gen(function* () {
      const { connector } = devProviderFixture()
      const engine = yield* engineOver([connector])
      yield* engine.ready
      yield* engine.router.open()
      expect(now(engine.router.state).history).toEqual([{ _tag: "Connect" }])
      const [row] = now(engine.connectors.rows)
      expect(row).toMatchObject({ name: "Fixture Wallet", installed: true, group: "announced" })
      yield* engine.connectors.pick(row?.key ?? "")
      const state = yield* reach(engine.connection.state, (all) => all.eip155?._tag === "Connected")
      expect(state.eip155).toMatchObject({ walletNetwork: "eip155:1" })
      yield* reach(engine.router.state, ({ open }) => !open)
      const account = yield* reach(engine.account.state, (one) => one?.balance._tag === "Loaded")
      expect(account).toMatchObject({ network: "eip155:1", balance: { text: "1.5", symbol: "ETH" } })
    }),
  )

  it.effect("takes up the session of an earlier visit", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const { connector } = devProviderFixture()
      yield* Effect.scoped(
        Effect.gen(function* () {
          const engine = yield* engineOver([connector], { storage })
          yield* engine.ready
          yield* engine.connection.connectAndWait(connector.id)
        }),
      )
      const engine = yield* engineOver([connector], { storage })
      expect(now(engine.connection.state).eip155?._tag).toBe("Restoring")
      yield* engine.ready
      expect(now(engine.connection.state).eip155?._tag).toBe("Connected")
    }),
  )
})
