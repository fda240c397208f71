import { FrameError } from "@wmodal/frame-rpc/host"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, SubscriptionRef } from "effect"
import type { Engine } from "../Engine.ts"
import { makeEngineWith, makeTestChain, type TestDeps } from "./makeEngineOver.ts"
import { collectEvents } from "./relayPage.ts"
import { scriptedEmbeddedWallet } from "./scriptedEmbeddedWallet.ts"

/** What a frame says no with. */
export const makeFrameError = (text: string) => new FrameError({ reason: { _tag: "Said", text } })

export const secureSite = "https://secure.example/"

/** A page with a secure site, its modal open, and an embedded wallet that a test answers for. */
export const openSignInPage = (deps: TestDeps = {}, options: object = {}, frame = scriptedEmbeddedWallet()) =>
  Effect.gen(function* () {
    const engine = yield* makeEngineWith(
      {
        chains: [makeTestChain([]), makeTestChain([], {}, "solana")],
        networks: [mainnet, optimism, solana],
        endpoints: { secureSite },
        ...options,
      },
      { embeddedWallet: frame.make, ...deps },
    )
    yield* engine.ready
    yield* engine.router.open()
    const events = yield* collectEvents(engine)
    const signIn = yield* engine.signIn
    return {
      engine,
      frame,
      signIn,
      state: () => SubscriptionRef.getUnsafe(signIn.state),
      /** Names of what a host was told. */
      told: () => events.map(({ name }) => name),
      events,
      toast: () => SubscriptionRef.getUnsafe(engine.toasts.current)?.message.id ?? null,
    }
  })

/** Lets what has been answered go on. */
export const settle: Effect.Effect<void> = Effect.repeat(Effect.yieldNow, { times: 50 })

export const getAlert = (engine: Engine) => SubscriptionRef.getUnsafe(engine.alerts.current)
