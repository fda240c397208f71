import { frameCode, frameEoa, makeScriptedFrame } from "@wmodal/dev-wallet/testing"
import { SubscriptionRef } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { SendOutcome } from "../contract/WalletCalls.ts"
import { collectEvents, connectOn, makeConnectedPage } from "../testing/framePage.ts"
import { decodeList } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/readMember.ts"

/** The actions of a user, a dApp, a frame and a network. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("send", "approve") },
  { weight: 2, arbitrary: fc.constantFrom("closeModal", "navigate") },
  { weight: 1, arbitrary: fc.constantFrom("decline", "freeze", "thaw", "wait", "waitLong") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("revoke", "signInAgain", "connect", "restore", "signOut", "reload"),
  },
  { weight: 1, arbitrary: fc.constantFrom("switch", "smartAccount", "eoa") },
)
type FrameCommand = typeof step extends fc.Arbitrary<infer A> ? A : never

/** Runs pending fibers until they wait for input. */
const settle = Effect.forEach(Array.from({ length: 12 }), () => Effect.yieldNow, { discard: true })

const readValue = (params: unknown): string => `${readMember(decodeList(params, 1)?.[0], "value")}`

const play = (script: readonly FrameCommand[]) =>
  Effect.gen(function* () {
    const performed: string[] = []
    const frame = makeScriptedFrame({
      plain: true,
      services: yield* Effect.context<never>(),
      rpc: (_, params) =>
        Effect.andThen(
          Effect.sync(() => performed.push(readValue(params))),
          Effect.delay(Effect.succeed(`0x${"11".repeat(32)}`), "10 seconds"),
        ),
    })
    const { evm, wallet } = yield* makeConnectedPage({ frame })
    const calls = yield* evm.calls
    frame.approver.willAnswer("wait")
    const heard = yield* collectEvents(evm)
    const outcomes = new Map<string, SendOutcome>()
    let sent = 0

    const later = (act: Effect.Effect<unknown, unknown>) =>
      Effect.asVoid(Effect.forkScoped(Effect.exit(act), { startImmediately: true }))

    const send = Effect.suspend(() => {
      sent += 1
      const value = `0x${sent.toString(16)}`
      const transaction = { to: frameEoa, value, data: "0x" }
      const asked = calls.sendTransaction({ account: `eip155:1:${frameEoa}`, network: mainnet, transaction })
      return later(
        Effect.map(asked, (outcome) => {
          if (outcome._tag !== "AwaitingBroadcast") outcomes.set(value, outcome)
        }),
      )
    })

    const act = (one: FrameCommand): Effect.Effect<unknown, unknown> => {
      switch (one) {
        case "approve":
        case "decline":
          return Effect.sync(() => frame.approver.answerOpen(one))
        case "closeModal":
          return wallet.rejectRequests
        case "navigate":
          return Effect.sync(frame.navigate)
        case "freeze":
        case "thaw":
          return Effect.sync(() => frame.freeze(one === "freeze"))
        case "wait":
          return TestClock.adjust("15 seconds")
        case "waitLong":
          return TestClock.adjust("2 minutes")
        case "revoke":
          return Effect.sync(() => {
            frame.person.isSignedIn = false
            frame.sayChanged()
          })
        case "signInAgain":
          return wallet.connectOtp(frameCode)
        case "connect":
          return connectOn(evm)
        case "restore":
          return evm.restore
        case "switch":
          return evm.switchNetwork(optimism)
        case "smartAccount":
        case "eoa":
          return wallet.setAccountType(one)
        case "signOut":
          return evm.disconnect
        case "reload":
          return wallet.reload
        case "send":
          return Effect.void
      }
    }

    for (const one of script) {
      yield* one === "send" ? send : later(act(one))
      yield* settle
      expect(frame.mounted()).toBeLessThanOrEqual(1)
    }

    // Finally the frame responds again and receives everything.
    frame.freeze(false)
    yield* TestClock.adjust("10 minutes")
    frame.sayChanged()
    yield* settle
    yield* TestClock.adjust("1 minute")
    yield* settle
    frame.approver.answerOpen("decline")
    yield* settle
    // Time for everything that follows the last prompt.
    yield* TestClock.adjust("1 minute")
    yield* settle

    expect(new Set(performed).size).toBe(performed.length)
    const posted = frame.askedFor("RPC_REQUEST").map((payload) => readValue(readMember(payload, "params")))
    expect(new Set(posted).size).toBe(posted.length)
    for (const [value, outcome] of outcomes)
      if (outcome._tag === "NotSent") expect(performed).not.toContain(value)
      else if (outcome._tag === "Sent") expect(performed).toContain(value)
    const user = SubscriptionRef.getUnsafe(wallet.user)
    if (user !== null) expect(frame.person.isSignedIn).toBe(true)
    const last = heard.now().at(-1)
    if (user === null && heard.now().length > 0) expect(last?._tag).toBe("Disconnected")
  }).pipe(Effect.scoped, Effect.provide(TestClock.layer()))

it("locks the session after a remote sign-out while a network switch is pending", async () => {
  const played = Effect.runPromise(play(["freeze", "send", "switch", "revoke"]))
  await expect(played).resolves.toBeUndefined()
})

it("never pays twice, reports a sent transaction as NotSent or keeps a locked session connected", async () => {
  const played = fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), (script) => Effect.runPromise(play(script))),
  )
  await expect(played).resolves.toBeUndefined()
})
