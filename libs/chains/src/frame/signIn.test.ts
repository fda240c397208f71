import { describe, expect, it } from "@effect/vitest"
import { frameCode, makeFrameMemory } from "@wmodal/dev-wallet/testing"
import { SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { connectOn, makeConnectedPage, makeFramePage } from "../testing/framePage.ts"
import { redirectProviders } from "./EmbeddedWallet.ts"

const email = "ada@example.com"

describe("sign-in by email", () => {
  it.effect("sends an email, and another one after 30 s", () =>
    Effect.gen(function* () {
      const { frame, remembered, wallet } = yield* makeFramePage()
      yield* TestClock.adjust("1 minute")
      expect(yield* wallet.connectEmail(email)).toBe("VERIFY_OTP")
      expect(remembered().lastEmailLogin).toBe(60_000)
      yield* TestClock.adjust("12500 millis")
      const early = yield* Effect.flip(wallet.connectEmail(email))
      expect(early.message).toBe("Please try again after 18 seconds")
      yield* TestClock.adjust("17499 millis")
      expect((yield* Effect.flip(wallet.connectEmail(email))).message).toBe(
        "Please try again after 1 seconds",
      )
      expect(frame.askedFor("CONNECT_EMAIL")).toHaveLength(1)
      yield* TestClock.adjust("1 millis")
      yield* wallet.connectEmail(email)
      expect(frame.askedFor("CONNECT_EMAIL")).toHaveLength(2)
    }),
  )

  it.effect("ignores a stored time of the last email in the future", () =>
    Effect.gen(function* () {
      const { wallet } = yield* makeFramePage({
        deps: { memory: makeFrameMemory({ lastEmailLogin: 10_000 }) },
      })
      expect(yield* wallet.connectEmail(email)).toBe("VERIFY_OTP")
    }),
  )

  it.effect("reports an invalid code and accepts the next one", () =>
    Effect.gen(function* () {
      const { evm, wallet } = yield* makeFramePage()
      expect((yield* Effect.flip(wallet.connectOtp("000000"))).message).toBe("Invalid code")
      expect((yield* Effect.flip(connectOn(evm))).reason._tag).toBe("Locked")
      yield* wallet.connectOtp(frameCode)
      yield* connectOn(evm)
    }),
  )

  it.effect("leaves the code to a frame that takes it, for as long as the user needs", () =>
    Effect.gen(function* () {
      const typed = yield* Deferred.make<void>()
      const { frame, wallet } = yield* makeFramePage({
        frame: {
          answers: {
            CONNECT_EMAIL: ({ inFrame }) =>
              Effect.succeed({ action: "VERIFY_OTP", inFrame: inFrame === true }),
            CONNECT_OTP: () => Effect.as(Deferred.await(typed), undefined),
          },
        },
      })
      expect(wallet.takesCode()).toBe(false)
      yield* wallet.connectEmail(email)
      expect(wallet.takesCode()).toBe(true)
      const signingIn = yield* Effect.forkChild(wallet.connectOtp(null))
      yield* frame.whenAsked("CONNECT_OTP", 1)
      expect(frame.askedFor("CONNECT_OTP")).toMatchObject([{ otp: "", inFrame: true }])
      yield* TestClock.adjust("5 minutes")
      yield* Deferred.succeed(typed, undefined)
      yield* Fiber.join(signingIn)
    }),
  )

  it.effect("leaves both codes of an email change to a frame that takes them", () =>
    Effect.gen(function* () {
      const typed = yield* Deferred.make<void>()
      const { frame, wallet } = yield* makeFramePage({
        frame: {
          answers: {
            UPDATE_EMAIL: ({ inFrame }) =>
              Effect.succeed({ action: "VERIFY_PRIMARY_OTP", inFrame: inFrame === true }),
            UPDATE_EMAIL_PRIMARY_OTP: () => Effect.as(Deferred.await(typed), undefined),
          },
        },
      })
      expect(yield* wallet.updateEmail("grace@example.com")).toBe("VERIFY_PRIMARY_OTP")
      expect(wallet.takesCode()).toBe(true)
      const confirming = yield* Effect.forkChild(wallet.updateEmailPrimaryOtp(null))
      yield* frame.whenAsked("UPDATE_EMAIL_PRIMARY_OTP", 1)
      yield* TestClock.adjust("5 minutes")
      yield* Deferred.succeed(typed, undefined)
      yield* Fiber.join(confirming)
      expect(yield* wallet.updateEmailSecondaryOtp(null)).toBe("grace@example.com")
      for (const name of ["UPDATE_EMAIL_PRIMARY_OTP", "UPDATE_EMAIL_SECONDARY_OTP"] as const)
        expect(frame.askedFor(name)).toEqual([{ otp: "", inFrame: true }])
    }),
  )

  it.effect("sends the code itself to a frame that does not take one", () =>
    Effect.gen(function* () {
      const { frame, wallet } = yield* makeFramePage()
      yield* wallet.connectEmail(email)
      expect(wallet.takesCode()).toBe(false)
      yield* wallet.connectOtp(frameCode)
      expect(frame.askedFor("CONNECT_OTP")).toEqual([{ otp: frameCode }])
    }),
  )

  it.effect("connects without a code when the frame knows the user", () =>
    Effect.gen(function* () {
      const { evm, frame, wallet } = yield* makeFramePage({
        frame: { answers: { CONNECT_EMAIL: () => Effect.succeed({ action: "CONNECT" }) } },
      })
      frame.person.isSignedIn = true
      expect(yield* wallet.connectEmail(email)).toBe("CONNECT")
      yield* connectOn(evm)
    }),
  )

  it.effect("times out after 30 s and notifies the host app once", () =>
    Effect.gen(function* () {
      const told: string[] = []
      const { wallet, frame } = yield* makeFramePage({
        deps: { onTimeout: (what) => void told.push(what) },
        frame: { answers: { CONNECT_EMAIL: () => Effect.never } },
      })
      for (const times of [1, 2]) {
        const asking = yield* Effect.forkChild(Effect.flip(wallet.connectEmail(email)))
        yield* frame.whenAsked("CONNECT_EMAIL", times)
        yield* TestClock.adjust("29999 millis")
        expect(asking.pollUnsafe()).toBeUndefined()
        yield* TestClock.adjust("1 millis")
        expect((yield* Fiber.join(asking)).message).toBe("Something went wrong")
      }
      expect(told).toEqual(["socials"])
    }),
  )

  it.effect("changes the email address after both codes", () =>
    Effect.gen(function* () {
      const { remembered, wallet } = yield* makeConnectedPage()
      yield* TestClock.adjust("1 minute")
      expect(yield* wallet.updateEmail("grace@example.com")).toBe("VERIFY_PRIMARY_OTP")
      expect(remembered().lastEmailLogin).toBe(60_000)
      yield* wallet.updateEmailPrimaryOtp(frameCode)
      expect(yield* wallet.updateEmailSecondaryOtp(frameCode)).toBe("grace@example.com")
      expect(remembered()).toMatchObject({
        email: "grace@example.com",
        loginUsed: true,
        lastEmailLogin: null,
      })
      expect(SubscriptionRef.getUnsafe(wallet.user)?.email).toBe("grace@example.com")
    }),
  )
})

describe("sign-in by a social provider", () => {
  it.effect("returns the provider's URL and connects with the returned one", () =>
    Effect.gen(function* () {
      const { evm, frame, remembered, wallet } = yield* makeFramePage()
      for (const provider of redirectProviders)
        expect(yield* wallet.socialUri(provider)).toBe(`https://secure.example/${provider}`)
      yield* wallet.connectSocial("https://secure.example/?code=1")
      expect(frame.askedFor("CONNECT_SOCIAL")).toEqual([{ uri: "https://secure.example/?code=1" }])
      expect(remembered().username).toBe("ada")
      yield* connectOn(evm)
      expect(SubscriptionRef.getUnsafe(wallet.user)?.username).toBe("ada")
    }),
  )

  it.effect.each(["javascript:alert(1)", "data:text/html,hello", "http://secure.example", "nowhere"])(
    "rejects a URL that is not a secure web address: %s",
    (uri) =>
      Effect.gen(function* () {
        const { wallet } = yield* makeFramePage({
          frame: {
            answers: {
              GET_SOCIAL_REDIRECT_URI: () => Effect.succeed({ uri }),
              GET_FARCASTER_URI: () => Effect.succeed({ url: uri }),
            },
          },
        })
        expect((yield* Effect.flip(wallet.socialUri("google"))).reason._tag).toBe("Malformed")
        expect((yield* Effect.flip(wallet.farcasterUri)).reason._tag).toBe("Malformed")
      }),
  )

  it.effect("connects after the approval in Farcaster", () =>
    Effect.gen(function* () {
      const { evm, remembered, wallet } = yield* makeFramePage()
      expect(yield* wallet.farcasterUri).toBe("https://secure.example/farcaster")
      yield* wallet.connectFarcaster
      expect(remembered().username).toBe("ada")
      yield* connectOn(evm)
    }),
  )

  it.effect("strips deceptive characters from the name and limits its length", () =>
    Effect.gen(function* () {
      const { remembered, wallet } = yield* makeFramePage({
        frame: {
          answers: {
            CONNECT_FARCASTER: () => Effect.succeed({ userName: `a\u202eb\u0000${"c".repeat(900)}` }),
          },
        },
      })
      yield* wallet.connectFarcaster
      expect(remembered().username).toMatch(/^ab?c+/)
      expect(remembered().username?.length).toBeLessThanOrEqual(64)
    }),
  )
})

it.effect("reloads the frame when the user cancels Farcaster", () =>
  Effect.gen(function* () {
    const { frame, wallet } = yield* makeFramePage({
      frame: { answers: { CONNECT_FARCASTER: () => Effect.never } },
    })
    yield* wallet.reload
    expect(frame.mounts()).toBe(0)
    const waits = yield* Effect.forkChild(wallet.connectFarcaster)
    yield* frame.whenAsked("CONNECT_FARCASTER", 1)
    yield* Fiber.interrupt(waits)
    const reloading = yield* Effect.forkChild(wallet.reload)
    yield* frame.whenAsked("RELOAD", 1)
    yield* Effect.yieldNow
    yield* TestClock.adjust("100 millis")
    yield* Fiber.join(reloading)
    expect(frame.askedFor("SYNC_DAPP_DATA")).toHaveLength(2)
  }),
)

it.effect("ends the session when a user signs in again", () =>
  Effect.gen(function* () {
    const { evm, wallet } = yield* makeConnectedPage()
    yield* wallet.connectOtp(frameCode)
    expect(SubscriptionRef.getUnsafe(wallet.user)).toBeNull()
    yield* connectOn(evm)
    expect(SubscriptionRef.getUnsafe(wallet.user)).not.toBeNull()
  }),
)

it.effect("syncs the theme only with a loaded frame", () =>
  Effect.gen(function* () {
    const { frame, wallet } = yield* makeFramePage()
    yield* wallet.syncTheme
    expect(frame.mounts()).toBe(0)
    yield* wallet.connectOtp(frameCode)
    yield* frame.whenAsked("SYNC_THEME", 1)
    yield* wallet.syncTheme
    expect(frame.askedFor("SYNC_THEME")).toHaveLength(2)
  }),
)
