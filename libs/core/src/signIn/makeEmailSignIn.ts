import { type EmbeddedWallet, emailIntervalMs } from "@wmodal/chains/frame"
import { Clock, hasKey } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import { describeProblem } from "../problems/problemText.ts"
import type { SignInDeps } from "./makeSignIn.ts"
import { codeViews, type SignInAttempt } from "./makeSignInAttempt.ts"
import type { SignIn, SignInState } from "./SignIn.ts"

export interface EmailSignInDeps extends Pick<SignInDeps, "emit" | "router" | "toasts"> {
  readonly wallet: EmbeddedWallet
  readonly attempt: SignInAttempt
  /** The current email address; empty when unknown. */
  readonly currentEmail: () => string
}

type CodeState = Extract<SignInState, { _tag: "Code" }>
type EmailedState = Extract<SignInState, { _tag: "Code" | "Device" }>

/** Makes the sign-in by email code, and the email change. */
export const makeEmailSignIn = ({
  attempt,
  currentEmail,
  emit,
  router,
  toasts,
  wallet,
}: EmailSignInDeps): Pick<SignIn, "withEmail" | "submitCode" | "resend" | "changeEmail"> => {
  /** The new address of an email change. */
  let newEmail = ""

  const ask = (email: string) => Effect.mapError(wallet.connectEmail(email), toProblem)

  const askForCode = (
    purpose: CodeState["purpose"],
    email: string,
    resendAt: number,
  ): Effect.Effect<void, Problem> =>
    Effect.gen(function* () {
      yield* emit("EMAIL_VERIFICATION_CODE_SENT", {})
      const inFrame = wallet.takesCode()
      const state = {
        _tag: "Code",
        purpose,
        email,
        inFrame,
        checking: false,
        resendAt,
        problem: null,
      } as const
      yield* attempt.show(state)
      yield* attempt.goTo({ _tag: codeViews[purpose] })
      if (inFrame) yield* typeInFrame(state)
    })

  const typeInFrame = (state: CodeState): Effect.Effect<void, Problem> =>
    Effect.gen(function* () {
      yield* wallet.syncTheme
      yield* wallet.watch(true)
      yield* Effect.ensuring(check(state, null), wallet.watch(false))
      yield* emit("EMAIL_VERIFICATION_CODE_PASS", {})
      yield* passed(state)
    })

  const waitForDevice = (email: string, resendAt: number) =>
    Effect.gen(function* () {
      yield* wallet.connectDevice
      yield* emit("DEVICE_REGISTERED_FOR_EMAIL", {})
      yield* askForCode("signIn", email, resendAt)
    })

  const goOn = (
    email: string,
    action: Effect.Success<ReturnType<typeof ask>>,
  ): Effect.Effect<void, Problem> =>
    Effect.gen(function* () {
      if (action === "CONNECT") return yield* attempt.connect("email")
      const resendAt = (yield* Clock.currentTimeMillis) + emailIntervalMs
      if (action === "VERIFY_OTP") return yield* askForCode("signIn", email, resendAt)
      yield* attempt.show({ _tag: "Device", email, resendAt, problem: null })
      yield* attempt.goTo({ _tag: "EmailVerifyDevice" })
      yield* waitForDevice(email, resendAt)
    })

  const change = (email: string) =>
    Effect.gen(function* () {
      const action = yield* wallet.updateEmail(email)
      const resendAt = (yield* Clock.currentTimeMillis) + emailIntervalMs
      yield* action === "VERIFY_PRIMARY_OTP"
        ? askForCode("currentEmail", currentEmail(), resendAt)
        : askForCode("newEmail", email, resendAt)
    })

  /** `code`: `null` if the user types it in the frame. */
  const check = ({ purpose }: CodeState, code: string | null): Effect.Effect<void, Problem> => {
    switch (purpose) {
      case "signIn":
        return wallet.connectOtp(code)
      case "currentEmail":
        return wallet.updateEmailPrimaryOtp(code)
      case "newEmail":
        return Effect.asVoid(wallet.updateEmailSecondaryOtp(code))
    }
  }

  /** Continues after a correct code. */
  const passed = ({ purpose }: CodeState): Effect.Effect<void, Problem> => {
    switch (purpose) {
      case "signIn":
        return attempt.connect("email")
      case "currentEmail":
        return Effect.flatMap(Clock.currentTimeMillis, (now) =>
          askForCode("newEmail", newEmail, now + emailIntervalMs),
        )
      case "newEmail":
        return Effect.gen(function* () {
          yield* attempt.show({ _tag: "Idle" })
          yield* toasts.show("success", { id: "signIn.emailChanged" })
          yield* router.reset({ _tag: "Account" }, "prev")
        })
    }
  }

  /** Requests another email. When that fails, the earlier one stays valid. */
  const again = (before: EmailedState): Effect.Effect<void, Problem> =>
    Effect.gen(function* () {
      if (before._tag === "Code" && before.purpose !== "signIn") {
        yield* change(newEmail)
        yield* toasts.show("success", { id: "signIn.codeSent" })
      } else {
        const asked = yield* Effect.result(ask(before.email))
        if (Result.isFailure(asked)) {
          const now = yield* Clock.currentTimeMillis
          const seconds = hasKey(asked.failure.reason, "seconds") ? asked.failure.reason.seconds : 0
          const resendAt = Math.max(before.resendAt, now + seconds * 1000)
          yield* attempt.show({ ...before, resendAt, problem: asked.failure })
          return yield* before._tag === "Device" ? waitForDevice(before.email, resendAt) : Effect.void
        }
        yield* toasts.show("success", {
          id: asked.success === "VERIFY_DEVICE" ? "signIn.linkSent" : "signIn.codeSent",
        })
        yield* goOn(before.email, asked.success)
      }
    })

  const withEmail = (email: string) =>
    attempt.begin(
      { _tag: "Email", email, problem: null },
      Effect.gen(function* () {
        yield* emit("EMAIL_SUBMITTED", {})
        yield* goOn(email, yield* ask(email))
      }),
    )

  return {
    withEmail,
    submitCode: (code) =>
      Effect.suspend(() => {
        const now = attempt.getState()
        if (now._tag !== "Code" || now.inFrame || now.checking) return Effect.void
        return attempt.begin(
          { ...now, checking: true, problem: null },
          Effect.gen(function* () {
            yield* Effect.tapError(check(now, code), (problem) =>
              Effect.flatMap(describeProblem(problem), ({ titleText }) =>
                emit("EMAIL_VERIFICATION_CODE_FAIL", { message: titleText }),
              ),
            )
            yield* emit("EMAIL_VERIFICATION_CODE_PASS", {})
            yield* passed(now)
          }),
        )
      }),
    resend: Effect.gen(function* () {
      const now = attempt.getState()
      if (now._tag === "Email") return yield* withEmail(now.email)
      if (now._tag === "NewEmail") return yield* attempt.begin({ ...now, problem: null }, change(now.email))
      if ((now._tag !== "Code" && now._tag !== "Device") || (now._tag === "Code" && now.checking)) return
      const left = now.resendAt - (yield* Clock.currentTimeMillis)
      // A resend during its delay does not end the pending action.
      if (left > 0)
        return yield* attempt.show({ ...now, problem: makeThrottledError(Math.ceil(left / 1000)) })
      yield* attempt.begin({ ...now, problem: null }, again(now))
    }),
    changeEmail: (email) => {
      newEmail = email
      return attempt.begin(
        { _tag: "NewEmail", email, problem: null },
        Effect.andThen(emit("EMAIL_EDIT", {}), change(email)),
      )
    },
  }
}

const makeThrottledError = (seconds: number) => new EngineError({ reason: { _tag: "Throttled", seconds } })

const toProblem = (error: Effect.Error<ReturnType<EmbeddedWallet["connectEmail"]>>): Problem =>
  error._tag === "Throttled" ? makeThrottledError(error.seconds) : error
