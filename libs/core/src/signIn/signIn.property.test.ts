import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { View } from "../router/View.ts"
import { makeFrameError, openSignInPage, settle } from "../testing/openSignInPage.ts"
import { scriptedPopup } from "../testing/scriptedPopup.ts"

const act = fc.oneof(
  fc
    .constantFrom("Email", "Code", "Resend", "Social", "Blocked", "Farcaster", "Change", "Cancel")
    .map((what) => ({ _tag: "Act", what }) as const),
  fc
    .constantFrom("GoBack", "Close", "Open", "OpenConnect", "AllWallets", "UpdateEmail")
    .map((how) => ({ _tag: "Move", how }) as const),
  {
    weight: 4,
    arbitrary: fc.record({
      _tag: fc.constant("Answer" as const),
      which: fc.nat(10),
      how: fc.nat(3),
    }),
  },
  fc.constantFrom("trusted", "untrusted", "closed").map((what) => ({ _tag: "Window", what }) as const),
  fc.constantFrom(50, 1_200, 31_000).map((millis) => ({ _tag: "Wait", millis }) as const),
  fc.constantFrom(0, 1, 2).map((count) => ({ _tag: "Approving", count }) as const),
  fc.constant({ _tag: "Disconnect" } as const),
)
type SignInCommand = typeof act extends fc.Arbitrary<infer A> ? A : never

/** The views of each pending action. */
const own: Readonly<Record<string, readonly View["_tag"][]>> = {
  Device: ["EmailVerifyDevice"],
  Code: ["EmailVerifyOtp", "UpdateEmailPrimaryOtp", "UpdateEmailSecondaryOtp"],
  Social: ["ConnectingSocial"],
  Farcaster: ["ConnectingFarcaster"],
}

const waiting = Object.values(own).flat()

const play = (happenings: readonly SignInCommand[]) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const { engine, frame, signIn, state } = yield* openSignInPage().pipe(Scope.provide(scope))
    const windows: ReturnType<typeof scriptedPopup>[] = []
    const openWindow = () => {
      const window = scriptedPopup()
      windows.push(window)
      return window.popup
    }
    const answers: readonly [{ readonly isOpen: () => boolean }, readonly (() => unknown)[]][] = [
      [
        frame.connectEmail,
        [
          () => frame.connectEmail.answer("VERIFY_OTP"),
          () => frame.connectEmail.answer("VERIFY_DEVICE"),
          () => frame.connectEmail.answer("CONNECT"),
        ],
      ],
      [
        frame.connectDevice,
        [() => frame.connectDevice.answer(), () => frame.connectDevice.fail(makeFrameError("no"))],
      ],
      [
        frame.connectOtp,
        [() => frame.connectOtp.answer(), () => frame.connectOtp.fail(makeFrameError("wrong"))],
      ],
      [
        frame.socialUri,
        [
          () => frame.socialUri.answer("https://accounts.example/"),
          () => frame.socialUri.fail(makeFrameError("no")),
        ],
      ],
      [frame.connectSocial, [() => frame.connectSocial.answer()]],
      [frame.farcasterUri, [() => frame.farcasterUri.answer("https://farcaster.example/")]],
      [frame.connectFarcaster, [() => frame.connectFarcaster.answer()]],
      [
        frame.updateEmail,
        [
          () => frame.updateEmail.answer("VERIFY_PRIMARY_OTP"),
          () => frame.updateEmail.answer("VERIFY_SECONDARY_OTP"),
        ],
      ],
      [frame.updateEmailPrimaryOtp, [() => frame.updateEmailPrimaryOtp.answer()]],
      [frame.updateEmailSecondaryOtp, [() => frame.updateEmailSecondaryOtp.answer("b@example.com")]],
      [frame.connect, [() => frame.connect.answer()]],
    ]

    const acts = {
      Email: signIn.withEmail("a@example.com"),
      Code: signIn.submitCode("123456"),
      Resend: signIn.resend,
      Social: Effect.suspend(() => signIn.withSocial("google", openWindow())),
      Blocked: signIn.withSocial("x", null),
      Farcaster: signIn.withFarcaster,
      Change: signIn.changeEmail("b@example.com"),
      Cancel: signIn.cancel,
    } as const
    const moves = {
      GoBack: engine.router.goBack,
      Close: engine.router.requestClose,
      Open: engine.router.open(),
      OpenConnect: engine.router.open({ _tag: "Connect" }),
      AllWallets: engine.router.push({ _tag: "AllWallets" }),
      UpdateEmail: engine.router.push({ _tag: "UpdateEmailWallet" }),
    } as const

    for (const one of happenings) {
      const idle = state()._tag === "Idle"
      const before = SubscriptionRef.getUnsafe(engine.router.state)
      switch (one._tag) {
        case "Act":
          yield* acts[one.what]
          break
        case "Move":
          yield* moves[one.how]
          break
        case "Answer": {
          const open = answers.filter(([{ isOpen }]) => isOpen())
          const [, ways = []] = open[one.which % Math.max(open.length, 1)] ?? []
          ways[one.how % Math.max(ways.length, 1)]?.()
          yield* settle
          break
        }
        case "Window": {
          const window = windows.at(-1)
          if (one.what === "closed") window?.popup.close()
          else
            window?.say({
              data: { resultUri: "https://secure.example/?r" },
              origin: one.what === "trusted" ? "https://secure.example" : "https://evil.example",
            })
          yield* settle
          break
        }
        case "Wait":
          yield* TestClock.adjust(one.millis)
          yield* settle
          break
        case "Approving":
          frame.deps().onApproval(one.count)
          yield* settle
          break
        case "Disconnect":
          yield* Effect.ignore(engine.connection.disconnect())
          break
      }

      const now = state()
      const { history, open } = SubscriptionRef.getUnsafe(engine.router.state)
      const asked = answers.filter(([{ isOpen }]) => isOpen())
      // The frame has at most one pending request, and none while idle.
      expect(asked.length).toBeLessThanOrEqual(now._tag === "Idle" ? 0 : 1)
      // An ended action shows no view.
      if (idle && one._tag === "Answer") expect(SubscriptionRef.getUnsafe(engine.router.state)).toBe(before)
      // A view of a pending action is shown only during it. A new address may be entered in any view.
      const shown = history.at(-1)?._tag ?? "Connect"
      if (open && waiting.includes(shown) && now._tag !== "Email" && now._tag !== "NewEmail")
        expect([now._tag, own[now._tag] ?? []]).toEqual([now._tag, expect.arrayContaining([shown])])
      // A window closes with the sign-in that opened it.
      if (now._tag !== "Social") {
        yield* settle
        for (const { listeners, popup } of windows) {
          expect(popup.isClosed()).toBe(true)
          expect(listeners()).toBe(0)
        }
      }
    }
    yield* Scope.close(scope, Exit.void)
    yield* settle
    expect(answers.filter(([{ isOpen }]) => isOpen())).toEqual([])
    for (const { listeners } of windows) expect(listeners()).toBe(0)
  }).pipe(Effect.provide(TestClock.layer()))

it("sends one request at a time and shows no ended view under any sequence of events", async () => {
  const played = fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 16 }), (happenings) =>
    Effect.runPromise(Effect.scoped(play(happenings))),
  )
  expect(await fc.check(played)).toMatchObject({ failed: false, counterexample: null })
})
