import { describe, expect, it } from "@effect/vitest"
import { frameId, Throttled } from "@wmodal/chains/frame"
import { FrameError } from "@wmodal/frame-rpc/host"
import { mainnet, optimism, solana } from "@wmodal/protocol/networks"
import { Effect, SubscriptionRef } from "effect"
import { TestClock } from "effect/testing"
import type { Engine } from "../Engine.ts"
import { english, present } from "../problems/present.ts"
import { records } from "../storage/Memory.ts"
import { chainOf, engineWith, memoryStorage, type TestSurroundings } from "../testing/engineOver.ts"
import { collect, tags, views } from "../testing/overRelay.ts"
import { scriptedEmbeddedWallet } from "../testing/scriptedEmbeddedWallet.ts"

export const said = (text: string) => new FrameError({ reason: { _tag: "Said", text } })

/** A page with a secure site, its modal open. */
export const signingIn = (around: TestSurroundings = {}, options: object = {}) =>
  Effect.gen(function* () {
    const frame = scriptedEmbeddedWallet()
    const engine = yield* engineWith(
      {
        chains: [chainOf([]), chainOf([], {}, "solana")],
        networks: [mainnet, optimism, solana],
        endpoints: { secureSite: "https://secure.example/" },
        ...options,
      },
      { embeddedWallet: frame.make, ...around },
    )
    yield* engine.ready
    yield* engine.router.open()
    const signIn = yield* engine.signIn
    const events = yield* collect(engine)
    const state = () => SubscriptionRef.getUnsafe(signIn.state)
    return { engine, frame, signIn, state, events }
  })

const toast = (engine: Engine) => SubscriptionRef.getUnsafe(engine.toasts.current)?.message.id

describe("signing in with an email address", () => {
  it.effect("goes from the address to the code to a connected wallet, and closes", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state, events } = yield* signingIn()
      yield* signIn.withEmail("ann@example.com")
      expect(state()).toEqual({ _tag: "Email", email: "ann@example.com", problem: null })
      frame.connectEmail.answer("VERIFY_OTP")
      yield* Effect.yieldNow
      expect(state()).toMatchObject({ _tag: "Code", purpose: "signIn", checking: false, resendAt: 30_000 })
      expect(views(engine)).toEqual(["Connect", "EmailVerifyOtp"])
      yield* signIn.giveCode("123456")
      expect(state()).toMatchObject({ checking: true })
      yield* signIn.giveCode("123456")
      expect(frame.connectOtp.heard).toEqual(["123456"])
    }),
  )
})
