import type { FrameError } from "@wmodal/frame-rpc/host"
import { Clock, parseUrl } from "@wmodal/protocol"
import { Effect } from "effect"
import { sanitizeLine } from "../text/printable.ts"
import type { FrameContext } from "./FrameContext.ts"
import type { FrameSession } from "./FrameSession.ts"
import { malformedReplyError } from "./frameErrors.ts"
import type { LoadedEmbeddedWallet } from "./LoadedEmbeddedWallet.ts"
import { emailIntervalMs, ThrottledError } from "./ThrottledError.ts"

type SignInMethods = Pick<
  LoadedEmbeddedWallet,
  | "connectEmail"
  | "connectDevice"
  | "takesCode"
  | "connectOtp"
  | "socialUri"
  | "connectSocial"
  | "farcasterUri"
  | "connectFarcaster"
  | "updateEmail"
  | "updateEmailPrimaryOtp"
  | "updateEmailSecondaryOtp"
>

/** `otp`: `null` if the user types it in the frame. */
const toCodePayload = (otp: string | null) => (otp === null ? { otp: "", inFrame: true } : { otp })

/** Makes the methods to sign in and to change the email address. */
export const makeFrameSignIn = (
  { deps, request, store }: FrameContext,
  session: Pick<FrameSession, "onSignedIn">,
  changed: () => void,
): SignInMethods => {
  let takesCode = false
  const began = Effect.sync(session.onSignedIn)
  const mailed = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.sync(() => store.change({ lastEmailLogin: now })),
  )
  const named = (username: string | null | undefined) =>
    Effect.sync(() => {
      if (username) store.change({ username: sanitizeLine(username, 64) })
    })

  /** Accepts web addresses only, because the host app opens them: script and unencrypted URLs fail. */
  const webAddress = (text: string, what: string): Effect.Effect<string, FrameError> => {
    const protocol = parseUrl(text)?.protocol
    return protocol === "https:" || (protocol === "http:" && deps.secureSite.startsWith("http:"))
      ? Effect.succeed(text)
      : Effect.fail(malformedReplyError(what))
  }

  return {
    connectEmail: (email) =>
      Effect.gen(function* () {
        const last = store.read().lastEmailLogin
        const since = (yield* Clock.currentTimeMillis) - (last ?? 0)
        if (last !== null && since >= 0 && since < emailIntervalMs)
          return yield* new ThrottledError({ seconds: Math.ceil((emailIntervalMs - since) / 1000) })
        const { action, inFrame } = yield* request("CONNECT_EMAIL", { email, inFrame: true })
        takesCode = inFrame === true
        yield* mailed
        if (action === "CONNECT") yield* began
        return action
      }),
    connectDevice: request("CONNECT_DEVICE", undefined),
    takesCode: () => takesCode,
    connectOtp: (otp) => Effect.andThen(request("CONNECT_OTP", toCodePayload(otp)), began),
    socialUri: (provider) =>
      Effect.flatMap(request("GET_SOCIAL_REDIRECT_URI", { provider }), ({ uri }) =>
        webAddress(uri, "GET_SOCIAL_REDIRECT_URI"),
      ),
    connectSocial: (uri) =>
      request("CONNECT_SOCIAL", { uri }).pipe(
        Effect.tap(() => began),
        Effect.flatMap(({ userName }) => named(userName)),
      ),
    farcasterUri: Effect.flatMap(request("GET_FARCASTER_URI", undefined), ({ url }) =>
      webAddress(url, "GET_FARCASTER_URI"),
    ),
    connectFarcaster: request("CONNECT_FARCASTER", undefined).pipe(
      Effect.tap(() => began),
      Effect.flatMap(({ userName }) => named(userName)),
    ),
    updateEmail: (email) =>
      Effect.map(
        Effect.tap(request("UPDATE_EMAIL", { email, inFrame: true }), () => mailed),
        ({ action, inFrame }) => {
          takesCode = inFrame === true
          return action
        },
      ),
    updateEmailPrimaryOtp: (otp) => request("UPDATE_EMAIL_PRIMARY_OTP", toCodePayload(otp)),
    updateEmailSecondaryOtp: (otp) =>
      Effect.map(request("UPDATE_EMAIL_SECONDARY_OTP", toCodePayload(otp)), ({ newEmail }) => {
        store.change({ email: newEmail, loginUsed: true, lastEmailLogin: null })
        changed()
        return newEmail
      }),
  }
}
