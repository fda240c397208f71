import { describe, expect, it } from "@effect/vitest"
import { frameId } from "@wmodal/chains/frame"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { formatEnglish, presentProblem } from "../problems/presentProblem.ts"
import { makeFrameError, openSignInPage, settle } from "../testing/openSignInPage.ts"
import { getTags, getViews } from "../testing/relayPage.ts"
import { scriptedPopup } from "../testing/scriptedPopup.ts"
import type { SignInState } from "./SignIn.ts"

const origin = "https://secure.example"
const resultUri = `${origin}/social/google?result=1`

const getTitle = (state: SignInState) =>
  "problem" in state && state.problem !== null ? formatEnglish(presentProblem(state.problem).title) : null

const getBody = (state: SignInState) =>
  "problem" in state && state.problem !== null ? formatEnglish(presentProblem(state.problem).body) : null

/** Starts a sign-in up to the provider's page. */
const atProvider = Effect.gen(function* () {
  const page = yield* openSignInPage()
  const window = scriptedPopup()
  yield* page.signIn.withSocial("google", window.popup)
  page.frame.socialUri.answer("https://accounts.example/o/oauth2?state=1")
  yield* settle
  return { ...page, window }
})

describe("sign-in with a provider's page", () => {
  it.effect("opens the provider's page, reads its result, and connects", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state, events } = yield* openSignInPage()
      const window = scriptedPopup()
      yield* signIn.withSocial("google", window.popup)
      expect(state()).toEqual({ _tag: "Social", provider: "google", phase: "opening", problem: null })
      expect(getViews(engine)).toEqual(["Connect", "ConnectingSocial"])
      expect(frame.socialUri.heard).toEqual(["google"])
      frame.socialUri.answer("https://accounts.example/o/oauth2?state=1")
      yield* settle
      expect(window.went).toEqual(["https://accounts.example/o/oauth2?state=1"])
      expect(state()).toMatchObject({ phase: "waiting" })
      window.say({ data: { resultUri }, origin })
      yield* settle
      expect(state()).toMatchObject({ phase: "connecting" })
      expect(window.popup.isClosed()).toBe(true)
      expect(window.listeners()).toBe(0)
      expect(frame.connectSocial.heard).toEqual([resultUri])
      frame.connectSocial.answer()
      yield* settle
      frame.connect.answer()
      yield* settle
      expect(state()).toEqual({ _tag: "Idle" })
      expect(getViews(engine)).toEqual([])
      expect(SubscriptionRef.getUnsafe(engine.connection.state).eip155).toMatchObject({
        wallet: { connectorId: frameId },
      })
      expect(SubscriptionRef.getUnsafe(engine.signedIn)?.by).toBe("google")
      const google = { provider: "google" }
      expect(events.filter(({ name }) => name.startsWith("SOCIAL"))).toMatchObject([
        { name: "SOCIAL_LOGIN_STARTED", properties: google },
        { name: "SOCIAL_LOGIN_REQUEST_USER_DATA", properties: google },
        { name: "SOCIAL_LOGIN_SUCCESS", properties: google },
      ])
    }),
  )

  for (const [who, message] of [
    ["another origin", { data: { resultUri }, origin: "https://evil.example" }],
    ["an origin that only begins alike", { data: { resultUri }, origin: `${origin}.evil.example` }],
    ["a result of another origin", { data: { resultUri: "https://evil.example/?r=1" }, origin }],
    ["a result that is no address", { data: { resultUri: 7 }, origin }],
  ] as const)
    it.effect(`rejects a message from ${who}`, () =>
      Effect.gen(function* () {
        const { engine, frame, state, window, toast, told } = yield* atProvider
        window.say(message)
        yield* settle
        expect(state()).toEqual({ _tag: "Idle" })
        expect(getViews(engine)).toEqual(["Connect"])
        expect(toast()).toBe("problem.untrustedOrigin")
        expect(frame.connectSocial.heard).toEqual([])
        expect(window.popup.isClosed()).toBe(true)
        expect(told().at(-1)).toBe("SOCIAL_LOGIN_ERROR")
      }),
    )

  it.effect("ignores unrelated messages and foreign origins of a provider's page", () =>
    Effect.gen(function* () {
      const { state, window } = yield* atProvider
      for (const data of [null, "hello", 7, { other: 1 }, ["resultUri"]])
        window.say({ data, origin: "https://accounts.example" })
      yield* settle
      expect(state()).toMatchObject({ phase: "waiting" })
      window.say({ data: { resultUri }, origin })
      yield* settle
      expect(state()).toMatchObject({ phase: "connecting" })
    }),
  )

  it.effect("returns when the window is closed, within a second", () =>
    Effect.gen(function* () {
      const { engine, frame, state, window, told } = yield* atProvider
      window.popup.close()
      yield* TestClock.adjust("1100 millis")
      yield* settle
      expect(state()).toEqual({ _tag: "Idle" })
      expect(getViews(engine)).toEqual(["Connect"])
      expect(told().at(-1)).toBe("SOCIAL_LOGIN_CANCELED")
      expect(window.listeners()).toBe(0)
      expect(frame.connectSocial.heard).toEqual([])
    }),
  )

  it.effect("names the header when the page may be separated from the window, and retries from there", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state, told } = yield* openSignInPage()
      const window = scriptedPopup()
      yield* signIn.withSocial("google", { ...window.popup, isSeparated: () => true })
      frame.socialUri.answer("https://accounts.example/o/oauth2?state=1")
      yield* settle
      window.popup.close()
      yield* TestClock.adjust("1100 millis")
      yield* settle
      expect(state()).toMatchObject({ phase: "failed", problem: { reason: { _tag: "PopupSeparated" } } })
      expect(getBody(state())).toContain("Cross-Origin-Opener-Policy")
      expect(getViews(engine)).toEqual(["Connect", "ConnectingSocial"])
      expect(told().at(-1)).toBe("SOCIAL_LOGIN_ERROR")
      yield* signIn.withSocial("google", scriptedPopup().popup)
      expect(state()).toMatchObject({ phase: "opening", problem: null })
    }),
  )

  it.effect("accepts a message that arrives as the window closes", () =>
    Effect.gen(function* () {
      const { state, window } = yield* atProvider
      window.popup.close()
      yield* TestClock.adjust("1000 millis")
      window.say({ data: { resultUri }, origin })
      yield* settle
      expect(state()).toMatchObject({ phase: "connecting" })
    }),
  )

  it.effect("accepts the result that the web page was opened with, and requests no provider page", () =>
    Effect.gen(function* () {
      const { frame, signIn } = yield* openSignInPage()
      const { popup } = scriptedPopup()
      const returned = {
        ...popup,
        listen: (listener: Parameters<typeof popup.listen>[0]) => {
          listener({ data: { resultUri }, origin })
          return () => {}
        },
      }
      yield* signIn.withSocial("google", returned)
      yield* settle
      expect(frame.socialUri.heard).toEqual([])
      expect(frame.connectSocial.heard).toEqual([resultUri])
    }),
  )

  it.effect("reports a blocked pop-up and retries from there", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state } = yield* openSignInPage()
      yield* signIn.withSocial("x", null)
      yield* settle
      expect(state()).toMatchObject({ _tag: "Social", provider: "x", phase: "failed" })
      expect(getTitle(state())).toBe("Pop-up blocked")
      expect(frame.socialUri.heard).toEqual([])
      yield* signIn.withSocial("x", scriptedPopup().popup)
      expect(state()).toMatchObject({ phase: "opening", problem: null })
      expect(getViews(engine)).toEqual(["Connect", "ConnectingSocial"])
    }),
  )

  it.effect("opens no address that would run in the web page", () =>
    Effect.gen(function* () {
      const { frame, signIn, toast } = yield* openSignInPage()
      const window = scriptedPopup()
      yield* signIn.withSocial("google", window.popup)
      frame.socialUri.answer("javascript:alert(1)")
      yield* settle
      expect(window.went).toEqual([])
      expect(window.popup.isClosed()).toBe(true)
      expect(toast()).toBe("problem.untrustedOrigin")
    }),
  )

  it.effect("shows the frame's error and closes the window", () =>
    Effect.gen(function* () {
      const { frame, signIn, state, told } = yield* openSignInPage()
      const window = scriptedPopup()
      yield* signIn.withSocial("google", window.popup)
      frame.socialUri.fail(makeFrameError("Not today"))
      yield* settle
      expect(state()).toMatchObject({ phase: "failed" })
      expect(getTitle(state())).toBe("Not today")
      expect(window.popup.isClosed()).toBe(true)
      expect(told().at(-1)).toBe("SOCIAL_LOGIN_ERROR")
    }),
  )

  it.effect("closes the window when its view is left, and connects no wallet", () =>
    Effect.gen(function* () {
      const { engine, state, window, frame, told } = yield* atProvider
      window.say({ data: { resultUri }, origin })
      yield* settle
      yield* engine.router.goBack
      expect(state()).toEqual({ _tag: "Idle" })
      expect(frame.connectSocial.isOpen()).toBe(false)
      expect(told().at(-1)).toBe("SOCIAL_LOGIN_CANCELED")
      yield* settle
      expect(window.popup.isClosed()).toBe(true)
      expect(getTags(engine)).toEqual({ eip155: "Disconnected", solana: "Disconnected" })
    }),
  )
})

describe("sign-in with Farcaster", () => {
  it.effect("shows the link, awaits the phone, and connects", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state } = yield* openSignInPage()
      yield* signIn.withFarcaster
      expect(state()).toEqual({ _tag: "Farcaster", url: null, phase: "opening", problem: null })
      expect(getViews(engine)).toEqual(["Connect", "ConnectingFarcaster"])
      frame.farcasterUri.answer("https://farcaster.example/connect?token=1")
      yield* settle
      expect(state()).toMatchObject({ phase: "waiting", url: "https://farcaster.example/connect?token=1" })
      frame.connectFarcaster.answer()
      yield* settle
      expect(state()).toMatchObject({ phase: "connecting" })
      frame.connect.answer()
      yield* settle
      expect(state()).toEqual({ _tag: "Idle" })
      expect(getViews(engine)).toEqual([])
      expect(SubscriptionRef.getUnsafe(engine.signedIn)?.by).toBe("farcaster")
      yield* TestClock.adjust("1 second")
      expect(frame.calls).not.toContain("reload")
    }),
  )

  it.effect("reloads the frame 100 ms after its view was left", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, told } = yield* openSignInPage()
      yield* signIn.withFarcaster
      yield* engine.router.goBack
      expect(told().at(-1)).toBe("SOCIAL_LOGIN_CANCELED")
      yield* TestClock.adjust("99 millis")
      expect(frame.calls).not.toContain("reload")
      yield* TestClock.adjust("1 millis")
      expect(frame.calls.filter((name) => name === "reload")).toHaveLength(1)
    }),
  )

  it.effect("reloads the frame once when signing in starts again before the delayed reload", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state } = yield* openSignInPage()
      yield* signIn.withFarcaster
      yield* engine.router.goBack
      yield* TestClock.adjust("50 millis")
      yield* signIn.withFarcaster
      expect(frame.calls.filter((name) => name === "reload")).toHaveLength(1)
      yield* TestClock.adjust("1 second")
      expect(frame.calls.filter((name) => name === "reload")).toHaveLength(1)
      expect(state()).toMatchObject({ _tag: "Farcaster", phase: "opening" })
    }),
  )

  it.effect("shows no link that would run in the web page", () =>
    Effect.gen(function* () {
      const { frame, signIn, state } = yield* openSignInPage()
      yield* signIn.withFarcaster
      frame.farcasterUri.answer("javascript:alert(1)")
      yield* settle
      expect(state()).toMatchObject({ phase: "failed", url: null })
    }),
  )
})
