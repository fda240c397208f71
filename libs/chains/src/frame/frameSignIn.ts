import type { FrameError } from "@wmodal/frame-rpc/host"
import { Clock, Effect } from "effect"
import { sanitizeLine } from "../text/printable.ts"
import type { FrameRoom } from "./FrameRoom.ts"
import { malformed } from "./frameRefusal.ts"
import type { FrameSession } from "./frameSession.ts"
import type { OpenWallet } from "./OpenWallet.ts"
import { Throttled } from "./Throttled.ts"

/** Milliseconds between two mails. */
const between = 30_000

type SignIn = Pick<
  OpenWallet,
  | "connectEmail"
  | "connectDevice"
  | "connectOtp"
  | "socialUri"
  | "connectSocial"
  | "farcasterUri"
  | "connectFarcaster"
  | "updateEmail"
  | "updateEmailPrimaryOtp"
  | "updateEmailSecondaryOtp"
>

/** The ways to sign in, and to change one's address. */
export const frameSignIn = (
  { around, ask, remembered }: FrameRoom,
  session: Pick<FrameSession, "began">,
  changed: () => void,
): SignIn => {
  const began = Effect.sync(session.began)
  const mailed = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Effect.sync(() => remembered.change({ lastEmailLogin: now })),
  )
  const named = (username: string | null | undefined) =>
    Effect.sync(() => {
      if (username) remembered.change({ username: sanitizeLine(username, 64) })
    })

  /** It is opened by the page: what runs there, or stands in the clear, is no address for that. */
  const webAddress = (text: string, what: string): Effect.Effect<string, FrameError> => {
    const protocol = URL.canParse(text) ? new URL(text).protocol : ""
    return protocol === "https:" || (protocol === "http:" && around.secureSite.startsWith("http:"))
      ? Effect.succeed(text)
      : Effect.fail(malformed(what))
  }

  return {
    connectEmail: (email) =>
      Effect.gen(function* () {
        const last = remembered.read().lastEmailLogin
        const since = (yield* Clock.currentTimeMillis) - (last ?? 0)
        if (last !== null && since >= 0 && since < between)
          return yield* new Throttled({ seconds: Math.ceil((between - since) / 1000) })
        const { action } = yield* ask("CONNECT_EMAIL", { email })
        yield* mailed
        if (action === "CONNECT") yield* began
        return action
      }),
    connectDevice: ask("CONNECT_DEVICE", undefined),
    connectOtp: (otp) => Effect.andThen(ask("CONNECT_OTP", { otp }), began),
    socialUri: (provider) =>
      Effect.flatMap(ask("GET_SOCIAL_REDIRECT_URI", { provider }), ({ uri }) =>
        webAddress(uri, "GET_SOCIAL_REDIRECT_URI"),
      ),
    connectSocial: (uri) =>
      ask("CONNECT_SOCIAL", { uri }).pipe(
        Effect.tap(() => began),
        Effect.flatMap(({ userName }) => named(userName)),
      ),
    farcasterUri: Effect.flatMap(ask("GET_FARCASTER_URI", undefined), ({ url }) =>
      webAddress(url, "GET_FARCASTER_URI"),
    ),
    connectFarcaster: ask("CONNECT_FARCASTER", undefined).pipe(
      Effect.tap(() => began),
      Effect.flatMap(({ userName }) => named(userName)),
    ),
    updateEmail: (email) =>
      Effect.map(
        Effect.tap(ask("UPDATE_EMAIL", { email }), () => mailed),
        ({ action }) => action,
      ),
    updateEmailPrimaryOtp: (otp) => ask("UPDATE_EMAIL_PRIMARY_OTP", { otp }),
    updateEmailSecondaryOtp: (otp) =>
      Effect.map(ask("UPDATE_EMAIL_SECONDARY_OTP", { otp }), ({ newEmail }) => {
        remembered.change({ email: newEmail, loginUsed: true, lastEmailLogin: null })
        changed()
        return newEmail
      }),
  }
}
