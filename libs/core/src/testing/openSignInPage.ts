import { FrameError } from "@wmodal/frame-rpc/host"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import type { Engine } from "../Engine.ts"
import { makeEngineWith, makeTestChain, type TestDeps } from "./makeEngineOver.ts"
import { collectEvents } from "./relayPage.ts"
import { scriptedEmbeddedWallet } from "./scriptedEmbeddedWallet.ts"

/** Makes the error of a frame's rejection. */
export const makeFrameError = (text: string) => new FrameError({ reason: { _tag: "Said", text } })

export const secureSite = "https://secure.example/"

/** Makes an engine with a secure site, an open modal, and an embedded wallet with scripted responses. */
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
      /** Returns the names of the emitted events. */
      told: () => events.map(({ name }) => name),
      events,
      toast: () => SubscriptionRef.getUnsafe(engine.toasts.current)?.message.id ?? null,
    }
  })

/** Lets pending responses be processed. */
export const settle: Effect.Effect<void> = Effect.repeat(Effect.yieldNow, { times: 50 })

export const getAlert = (engine: Engine) => SubscriptionRef.getUnsafe(engine.alerts.current)
