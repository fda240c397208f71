import { describe, expect, it } from "@effect/vitest"
import { ConnectorError } from "@wmodal/chains"
import { frameId, ThrottledError } from "@wmodal/chains/frame"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { formatEnglish, presentProblem } from "../problems/presentProblem.ts"
import { persistedRecords } from "../storage/PersistedState.ts"
import { memoryStorage } from "../testing/makeEngineOver.ts"
import { makeFrameError, openSignInPage, settle } from "../testing/openSignInPage.ts"
import { getTags, getViews } from "../testing/relayPage.ts"
import { frameUser } from "../testing/scriptedEmbeddedWallet.ts"
import type { SignInState } from "./SignIn.ts"

const email = "ann@example.com"

const getTitle = (state: SignInState) =>
  "problem" in state && state.problem !== null ? formatEnglish(presentProblem(state.problem).title) : null

/** Starts a sign-in up to the code. */
const askedForCode = Effect.gen(function* () {
  const page = yield* openSignInPage()
  yield* page.signIn.withEmail(email)
  page.frame.connectEmail.answer("VERIFY_OTP")
  yield* settle
  return page
})

const signedIn = Effect.gen(function* () {
  const page = yield* openSignInPage()
  yield* page.signIn.withEmail(email)
  page.frame.connectEmail.answer("CONNECT")
  yield* settle
  page.frame.connect.answer()
  yield* settle
  yield* page.engine.router.open({ _tag: "UpdateEmailWallet" })
  return page
})

describe("sign-in with an email address", () => {
  it.effect("connects a wallet after the address and the code, and closes", () =>
    Effect.gen(function* () {
      const storage = memoryStorage()
      const { engine, frame, signIn, state, told, events } = yield* openSignInPage({ storage })
      yield* signIn.selectEmail
      yield* signIn.withEmail(email)
      expect(state()).toEqual({ _tag: "Email", email, problem: null })
      frame.connectEmail.answer("VERIFY_OTP")
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code", purpose: "signIn", email, resendAt: 30_000 })
      expect(getViews(engine)).toEqual(["Connect", "EmailVerifyOtp"])
      yield* signIn.submitCode("123456")
      expect(state()).toMatchObject({ checking: true, problem: null })
      yield* signIn.submitCode("123456")
      expect(frame.connectOtp.heard).toEqual(["123456"])
      frame.connectOtp.answer()
      yield* settle
      expect(getTags(engine)).toEqual({ eip155: "Connecting", solana: "Disconnected" })
      frame.connect.answer()
      yield* settle
      expect(state()).toEqual({ _tag: "Idle" })
      expect(getViews(engine)).toEqual([])
      expect(SubscriptionRef.getUnsafe(engine.connection.state).eip155).toMatchObject({
        _tag: "Connected",
        wallet: { connectorId: frameId, name: email },
      })
      expect(SubscriptionRef.getUnsafe(engine.signedIn)).toEqual({
        email,
        username: null,
        by: "email",
        accountType: "smartAccount",
        canSwitchType: true,
        smartAccountDeployed: false,
      })
      expect(told()).toEqual([
        "EMAIL_LOGIN_SELECTED",
        "EMAIL_SUBMITTED",
        "EMAIL_VERIFICATION_CODE_SENT",
        "EMAIL_VERIFICATION_CODE_PASS",
        "CONNECT_SUCCESS",
        "MODAL_CLOSE",
      ])
      // Events contain no user data, and the wallet is not stored as recent.
      expect(events[4]?.properties).toEqual({ method: "email", name: "Auth" })
      expect(storage.held.has(persistedRecords.recentWallets.key)).toBe(false)
      expect(SubscriptionRef.getUnsafe(engine.connectors.rows).filter(({ installed }) => installed)).toEqual(
        [],
      )
    }),
  )

  it.effect("keeps the input and reports a wrong or expired code", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state, events } = yield* askedForCode
      for (const text of ["Invalid code", "The code has expired"]) {
        yield* signIn.submitCode("000000")
        frame.connectOtp.fail(makeFrameError(text))
        yield* settle
        expect(state()).toMatchObject({ _tag: "Code", email, checking: false })
        expect(getTitle(state())).toBe(text)
        expect(events.at(-1)).toMatchObject({
          name: "EMAIL_VERIFICATION_CODE_FAIL",
          properties: { message: text },
        })
      }
      expect(getViews(engine)).toEqual(["Connect", "EmailVerifyOtp"])
      expect(getTags(engine)).toMatchObject({ eip155: "Disconnected" })
    }),
  )

  it.effect("reports the delay until another email in the well-known words, and keeps the address", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state } = yield* openSignInPage()
      yield* signIn.withEmail(email)
      frame.connectEmail.fail(new ThrottledError({ seconds: 17 }))
      yield* settle
      expect(state()).toMatchObject({ _tag: "Email", email })
      expect(getTitle(state())).toBe("Please try again after 17 seconds")
      expect(getViews(engine)).toEqual(["Connect"])
      yield* signIn.resend
      frame.connectEmail.answer("VERIFY_OTP")
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code" })
    }),
  )

  it.effect("sends another code after 30 s, and none before", () =>
    Effect.gen(function* () {
      const { frame, signIn, state, toast } = yield* askedForCode
      yield* TestClock.adjust("12 seconds")
      yield* signIn.resend
      expect(getTitle(state())).toBe("Please try again after 18 seconds")
      expect(frame.connectEmail.heard).toHaveLength(1)
      yield* TestClock.adjust("17999 millis")
      yield* signIn.resend
      expect(getTitle(state())).toBe("Please try again after 1 seconds")
      expect(frame.connectEmail.heard).toHaveLength(1)
      yield* TestClock.adjust("1 millis")
      yield* signIn.resend
      expect(frame.connectEmail.heard).toEqual([email, email])
      frame.connectEmail.fail(makeFrameError("No mail today"))
      yield* settle
      expect(getTitle(state())).toBe("No mail today")
      yield* signIn.resend
      frame.connectEmail.fail(new ThrottledError({ seconds: 5 }))
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code", resendAt: 35_000 })
      yield* TestClock.adjust("5 seconds")
      yield* signIn.resend
      frame.connectEmail.answer("VERIFY_OTP")
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code", resendAt: 65_000, problem: null })
      expect(toast()).toBe("signIn.codeSent")
    }),
  )

  it.effect("awaits the link of a new device, then the code", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state, told } = yield* openSignInPage()
      yield* signIn.withEmail(email)
      frame.connectEmail.answer("VERIFY_DEVICE")
      yield* settle
      expect(state()).toMatchObject({ _tag: "Device", email, resendAt: 30_000 })
      expect(getViews(engine)).toEqual(["Connect", "EmailVerifyDevice"])
      frame.connectDevice.answer()
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code", purpose: "signIn", resendAt: 30_000 })
      expect(getViews(engine)).toEqual(["Connect", "EmailVerifyOtp"])
      expect(told()).toEqual([
        "EMAIL_SUBMITTED",
        "DEVICE_REGISTERED_FOR_EMAIL",
        "EMAIL_VERIFICATION_CODE_SENT",
      ])
    }),
  )

  it.effect("keeps awaiting a link when another one cannot be requested", () =>
    Effect.gen(function* () {
      const { frame, signIn, state, toast } = yield* openSignInPage()
      yield* signIn.withEmail(email)
      frame.connectEmail.answer("VERIFY_DEVICE")
      yield* settle
      yield* signIn.resend
      expect(getTitle(state())).toBe("Please try again after 30 seconds")
      expect(frame.connectDevice.isOpen()).toBe(true)
      yield* TestClock.adjust("29999 millis")
      yield* signIn.resend
      expect(getTitle(state())).toBe("Please try again after 1 seconds")
      yield* TestClock.adjust("1 millis")
      yield* signIn.resend
      frame.connectEmail.fail(makeFrameError("No mail today"))
      yield* settle
      expect(getTitle(state())).toBe("No mail today")
      expect(frame.connectDevice.isOpen()).toBe(true)
      yield* signIn.resend
      frame.connectEmail.answer("VERIFY_DEVICE")
      yield* settle
      expect(toast()).toBe("signIn.linkSent")
      frame.connectDevice.fail(makeFrameError("Denied"))
      yield* settle
      expect(state()).toMatchObject({ _tag: "Device", email })
      expect(getTitle(state())).toBe("Denied")
    }),
  )

  it.effect("leaves the code to the frame that takes it, and connects once it was right", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state } = yield* openSignInPage()
      frame.takeCodes()
      yield* signIn.withEmail(email)
      frame.connectEmail.answer("VERIFY_OTP")
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code", email, inFrame: true, problem: null })
      expect(getViews(engine)).toEqual(["Connect", "EmailVerifyOtp"])
      expect(frame.calls.slice(-2)).toEqual(["syncTheme", "watch true"])
      // The page has no code to give.
      yield* signIn.submitCode("123456")
      expect(frame.connectOtp.heard).toEqual(["in the frame"])
      frame.connectOtp.answer()
      yield* settle
      expect(frame.calls.at(-1)).toBe("watch false")
      frame.connect.answer()
      yield* settle
      expect(state()).toEqual({ _tag: "Idle" })
    }),
  )

  it.effect("withdraws the frame's question for a code when its view is left", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state } = yield* openSignInPage()
      frame.takeCodes()
      yield* signIn.withEmail(email)
      frame.connectEmail.answer("VERIFY_OTP")
      yield* settle
      yield* engine.router.goBack
      expect([state(), frame.connectOtp.isOpen()]).toEqual([{ _tag: "Idle" }, false])
      yield* TestClock.adjust("100 millis")
      expect(frame.calls.slice(-2)).toEqual(["watch false", "reload"])
    }),
  )

  it.effect("shows the failure of a code in the frame, and sends another on request", () =>
    Effect.gen(function* () {
      const { frame, signIn, state } = yield* openSignInPage()
      frame.takeCodes()
      yield* signIn.withEmail(email)
      frame.connectEmail.answer("VERIFY_OTP")
      yield* settle
      const problem = makeFrameError("User rejected the request.")
      frame.connectOtp.fail(problem)
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code", inFrame: true, problem })
      yield* TestClock.adjust("30 seconds")
      yield* signIn.resend
      frame.connectEmail.answer("VERIFY_OTP")
      yield* settle
      expect(frame.connectOtp.heard).toHaveLength(2)
      expect(state()).toMatchObject({ inFrame: true, problem: null })
    }),
  )

  it.effect("shows why the wallet failed to connect after a correct code", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state } = yield* askedForCode
      yield* signIn.submitCode("123456")
      frame.connectOtp.answer()
      yield* settle
      const locked = new ConnectorError({ connectorId: frameId, reason: { _tag: "Locked" } })
      frame.connect.fail(locked)
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code", checking: false, problem: locked })
      expect(getTitle(state())).toBe("Session locked")
      expect(getViews(engine)).toEqual(["Connect", "EmailVerifyOtp"])
    }),
  )

  it.effect("ends when its view is left, and ignores late responses", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state } = yield* askedForCode
      yield* signIn.submitCode("123456")
      yield* engine.router.goBack
      expect(state()).toEqual({ _tag: "Idle" })
      expect(frame.connectOtp.isOpen()).toBe(false)
      yield* signIn.withEmail(email)
      yield* engine.router.push({ _tag: "AllWallets" })
      expect(state()).toEqual({ _tag: "Idle" })
      expect(frame.connectEmail.isOpen()).toBe(false)
      yield* settle
      expect(getViews(engine)).toEqual(["Connect", "AllWallets"])
    }),
  )

  it.effect("connects no wallet when the view is left while the wallet connects", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state } = yield* askedForCode
      yield* signIn.submitCode("123456")
      frame.connectOtp.answer()
      yield* settle
      expect(getTags(engine)).toMatchObject({ eip155: "Connecting" })
      yield* engine.router.requestClose
      yield* settle
      expect(getTags(engine)).toEqual({ eip155: "Disconnected", solana: "Disconnected" })
      expect(frame.connect.isOpen()).toBe(false)
      expect(state()).toEqual({ _tag: "Idle" })
    }),
  )

  it.effect("cancels without a view, and ignores a cancel when idle", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state } = yield* openSignInPage()
      yield* engine.router.close
      yield* signIn.submitCode("123456")
      yield* signIn.resend
      yield* signIn.cancel
      expect(state()).toEqual({ _tag: "Idle" })
      yield* signIn.withEmail(email)
      yield* signIn.cancel
      expect(frame.connectEmail.isOpen()).toBe(false)
      expect(state()).toEqual({ _tag: "Idle" })
    }),
  )

  it.effect("connects the requested chain", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn } = yield* openSignInPage()
      yield* engine.router.open({ _tag: "Connect", namespace: "solana" })
      yield* signIn.withEmail(email)
      frame.connectEmail.answer("CONNECT")
      yield* settle
      expect(getTags(engine)).toEqual({ eip155: "Disconnected", solana: "Connecting" })
    }),
  )
})

describe("email change", () => {
  it.effect("requires the old address's code, then the new one's, and returns to the account", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state, toast, told } = yield* signedIn
      yield* signIn.changeEmail("bob@example.com")
      expect(state()).toEqual({ _tag: "NewEmail", email: "bob@example.com", problem: null })
      frame.updateEmail.answer("VERIFY_PRIMARY_OTP")
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code", purpose: "currentEmail", email })
      expect(getViews(engine)).toEqual(["UpdateEmailWallet", "UpdateEmailPrimaryOtp"])
      yield* signIn.submitCode("111111")
      frame.updateEmailPrimaryOtp.answer()
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code", purpose: "newEmail", email: "bob@example.com" })
      expect(getViews(engine)).toEqual(["UpdateEmailWallet", "UpdateEmailSecondaryOtp"])
      yield* signIn.submitCode("222222")
      yield* SubscriptionRef.set(frame.user, { ...frameUser, email: "bob@example.com" })
      frame.updateEmailSecondaryOtp.answer("bob@example.com")
      yield* settle
      expect(state()).toEqual({ _tag: "Idle" })
      expect(getViews(engine)).toEqual(["Account"])
      expect(toast()).toBe("signIn.emailChanged")
      expect(SubscriptionRef.getUnsafe(engine.signedIn)?.email).toBe("bob@example.com")
      expect(told()).toContain("EMAIL_EDIT")
    }),
  )

  it.effect("leaves both codes to the frame that takes them", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state, toast } = yield* signedIn
      frame.takeCodes()
      yield* signIn.changeEmail("bob@example.com")
      frame.updateEmail.answer("VERIFY_PRIMARY_OTP")
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code", purpose: "currentEmail", email, inFrame: true })
      expect(frame.calls.slice(-2)).toEqual(["syncTheme", "watch true"])
      // The page has no code to give.
      yield* signIn.submitCode("111111")
      frame.updateEmailPrimaryOtp.answer()
      yield* settle
      expect(state()).toMatchObject({ purpose: "newEmail", email: "bob@example.com", inFrame: true })
      expect(getViews(engine)).toEqual(["UpdateEmailWallet", "UpdateEmailSecondaryOtp"])
      frame.updateEmailSecondaryOtp.answer("bob@example.com")
      yield* settle
      expect(frame.updateEmailPrimaryOtp.heard).toEqual(["in the frame"])
      expect(frame.updateEmailSecondaryOtp.heard).toEqual(["in the frame"])
      expect(frame.calls.at(-1)).toBe("watch false")
      expect([state(), toast()]).toEqual([{ _tag: "Idle" }, "signIn.emailChanged"])
    }),
  )

  it.effect("shows the failure of an email change's code in the frame, and starts over on request", () =>
    Effect.gen(function* () {
      const { frame, signIn, state } = yield* signedIn
      frame.takeCodes()
      yield* signIn.changeEmail("bob@example.com")
      frame.updateEmail.answer("VERIFY_SECONDARY_OTP")
      yield* settle
      const problem = makeFrameError("User rejected the request.")
      frame.updateEmailSecondaryOtp.fail(problem)
      yield* settle
      expect(state()).toMatchObject({ purpose: "newEmail", inFrame: true, problem })
      yield* TestClock.adjust("30 seconds")
      yield* signIn.resend
      frame.updateEmail.answer("VERIFY_PRIMARY_OTP")
      yield* settle
      expect(state()).toMatchObject({ purpose: "currentEmail", inFrame: true, problem: null })
    }),
  )

  it.effect("requests the new address's code at once without an old address, and resends both", () =>
    Effect.gen(function* () {
      const { engine, frame, signIn, state } = yield* signedIn
      yield* signIn.changeEmail("bob@example.com")
      frame.updateEmail.fail(makeFrameError("Taken"))
      yield* settle
      expect(state()).toMatchObject({ _tag: "NewEmail", email: "bob@example.com" })
      yield* signIn.resend
      frame.updateEmail.answer("VERIFY_SECONDARY_OTP")
      yield* settle
      expect(getViews(engine)).toEqual(["UpdateEmailWallet", "UpdateEmailSecondaryOtp"])
      yield* signIn.submitCode("333333")
      frame.updateEmailSecondaryOtp.fail(makeFrameError("Invalid code"))
      yield* settle
      expect(getTitle(state())).toBe("Invalid code")
      yield* TestClock.adjust("30 seconds")
      yield* signIn.resend
      frame.updateEmail.answer("VERIFY_PRIMARY_OTP")
      yield* settle
      expect(state()).toMatchObject({ _tag: "Code", purpose: "currentEmail" })
      expect(getViews(engine)).toEqual(["UpdateEmailWallet", "UpdateEmailPrimaryOtp"])
      yield* engine.router.goBack
      expect(state()).toEqual({ _tag: "Idle" })
    }),
  )
})
