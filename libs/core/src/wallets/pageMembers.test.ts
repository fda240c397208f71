import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { reach } from "../testing/reach.ts"
import { makeEngineWith, makeTestChain } from "../testing/makeEngineOver.ts"

it.effect("lists the wallets when the page has put a member on every object", () =>
  Effect.gen(function* () {
    yield* Effect.acquireRelease(
      Effect.sync(() => Reflect.set(Object.prototype, "extend", function extend() {})),
      () => Effect.sync(() => Reflect.deleteProperty(Object.prototype, "extend")),
    )
    const engine = yield* makeEngineWith({ chains: [makeTestChain([])] })
    yield* engine.ready
    const wallets = yield* engine.wallets
    yield* wallets.open
    const state = yield* reach(wallets.state, ({ status }) => status !== "loading")
    expect(state.status).toBe("end")
  }),
)
