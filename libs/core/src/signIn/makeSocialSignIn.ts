import type { EmbeddedWallet } from "@wmodal/chains/frame"
import { parseAppLink } from "@wmodal/chains/walletconnect"
import { Clock, hasKey, parseUrl } from "@wmodal/protocol"
import { Deferred, Effect } from "effect"
import * as z from "zod/mini"
import { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"
import type { SignInDeps } from "./makeSignIn.ts"
import type { SignInAttempt } from "./makeSignInAttempt.ts"
import type { Popup, SignIn, SignInState } from "./SignIn.ts"

export interface SocialSignInDeps extends Pick<SignInDeps, "emit" | "toasts"> {
  readonly wallet: EmbeddedWallet
  readonly attempt: SignInAttempt
}

type PopupProvider = Parameters<SignIn["withSocial"]>[0]
type SocialState = Extract<SignInState, { _tag: "Social" | "Farcaster" }>

/** Milliseconds between two checks whether the window is still open. Source: the AppKit 1.7.2 wire. */
const popupCheckIntervalMs = 1_000
/** Milliseconds in which a message from a closing window still arrives. */
const closingMessageDelayMs = 100

const SocialResult = z.object({ resultUri: z.string() })

/** Makes the sign-in with a social account. */
export const makeSocialSignIn = ({
  attempt,
  emit,
  toasts,
  wallet,
}: SocialSignInDeps): Pick<SignIn, "withSocial" | "withFarcaster"> => {
  const isTrusted = (origin: string | undefined) => origin === wallet.origin

  /** Failures are shown in the view; an untrusted origin also closes it. */
  const telling = (provider: PopupProvider | "farcaster", work: Effect.Effect<void, Problem>) =>
    Effect.gen(function* () {
      yield* emit("SOCIAL_LOGIN_STARTED", { provider })
      yield* work
    }).pipe(Effect.tapError(() => emit("SOCIAL_LOGIN_ERROR", { provider })))

  const showPhase = (phase: SocialState["phase"], change: { readonly url?: string } = {}) =>
    Effect.suspend(() => {
      const now = attempt.getState()
      return now._tag === "Social" || now._tag === "Farcaster"
        ? attempt.show({ ...now, ...change, phase })
        : Effect.void
    })

  /** Connects the user whom the frame has signed in. */
  const connect = (provider: PopupProvider | "farcaster") =>
    Effect.gen(function* () {
      yield* attempt.connect(provider)
      yield* emit("SOCIAL_LOGIN_SUCCESS", { provider })
    })

  const whenClosed = (popup: Popup) =>
    Effect.gen(function* () {
      while (!popup.isClosed()) yield* Clock.sleep(popupCheckIntervalMs)
      yield* Clock.sleep(closingMessageDelayMs)
      if (popup.isSeparated?.() === true)
        return yield* new EngineError({ reason: { _tag: "PopupSeparated" } })
      return null
    })

  /** The result of the provider's page; `null` when its window was closed. */
  const askIn = (popup: Popup, provider: PopupProvider): Effect.Effect<string | null, Problem> => {
    const heard = Deferred.makeUnsafe<string, EngineError>()
    const untrusted = Effect.fail(new EngineError({ reason: { _tag: "UntrustedOrigin" } }))
    const unlisten = popup.listen(({ data, origin }) => {
      // Provider pages send unrelated messages as well.
      if (typeof data !== "object" || data === null || !hasKey(data, "resultUri")) return
      const said = SocialResult.safeParse(data)
      const isOurs = said.success && isTrusted(origin) && isTrusted(parseUrl(said.data.resultUri)?.origin)
      Deferred.doneUnsafe(heard, isOurs ? Effect.succeed(said.data.resultUri) : untrusted)
    })
    const asking = Effect.gen(function* () {
      // Without a separate window, the web page itself visited the provider and already has the result.
      if (Deferred.isDoneUnsafe(heard)) return yield* Deferred.await(heard)
      const uri = yield* wallet.socialUri(provider)
      // A blank window has the web page's origin, so a script URL would run with that origin.
      if (parseAppLink(uri)?.universal !== true) return yield* untrusted
      yield* Effect.promise(async () => popup.go(uri))
      yield* showPhase("waiting")
      return yield* Deferred.await(heard)
    })
    return Effect.raceFirst(asking, whenClosed(popup)).pipe(Effect.ensuring(Effect.sync(unlisten)))
  }

  const bySocial = (provider: PopupProvider, popup: Popup | null): Effect.Effect<void, Problem> =>
    Effect.gen(function* () {
      yield* attempt.goTo({ _tag: "ConnectingSocial", provider })
      if (popup === null) return yield* new EngineError({ reason: { _tag: "PopupBlocked" } })
      const uri = yield* Effect.ensuring(
        askIn(popup, provider),
        Effect.sync(() => popup.close()),
      )
      if (uri === null) {
        yield* emit("SOCIAL_LOGIN_CANCELED", { provider })
        return yield* attempt.giveUp
      }
      yield* showPhase("connecting")
      yield* emit("SOCIAL_LOGIN_REQUEST_USER_DATA", { provider })
      yield* wallet.connectSocial(uri)
      yield* connect(provider)
    })

  return {
    withSocial: (provider, popup) =>
      attempt.begin(
        { _tag: "Social", provider, phase: "opening", problem: null },
        telling(provider, bySocial(provider, popup)).pipe(
          Effect.catch((problem) =>
            problem.reason._tag === "UntrustedOrigin"
              ? Effect.andThen(attempt.giveUp, toasts.show("error", { id: "problem.untrustedOrigin" }))
              : Effect.fail(problem),
          ),
        ),
      ),
    withFarcaster: attempt.begin(
      { _tag: "Farcaster", url: null, phase: "opening", problem: null },
      telling(
        "farcaster",
        Effect.gen(function* () {
          yield* attempt.goTo({ _tag: "ConnectingFarcaster" })
          const url = yield* wallet.farcasterUri
          if (parseAppLink(url) === null)
            return yield* new EngineError({ reason: { _tag: "UntrustedOrigin" } })
          yield* showPhase("waiting", { url })
          yield* wallet.connectFarcaster
          yield* showPhase("connecting")
          yield* emit("SOCIAL_LOGIN_REQUEST_USER_DATA", { provider: "farcaster" })
          yield* connect("farcaster")
        }),
      ),
    ),
  }
}
