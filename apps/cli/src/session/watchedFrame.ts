import type { Connector } from "@wmodal/chains"
import type { EmbeddedWallet, FrameUser } from "@wmodal/chains/frame"
import { FrameError } from "@wmodal/frame-rpc/host"
import { Effect, SubscriptionRef } from "effect"

const noFrame = Effect.fail(new FrameError({ reason: { _tag: "NoFrame" } }))
const nobody = () => noFrame

/** The embedded wallet, for commands that only look: no frame is loaded, and nobody signs in. */
export const watchedFrame = (connectors: readonly Connector[]): Effect.Effect<EmbeddedWallet> =>
  Effect.map(SubscriptionRef.make<FrameUser | null>(null), (user) => ({
    connectors,
    user,
    origin: "null",
    connectEmail: nobody,
    connectDevice: noFrame,
    connectOtp: nobody,
    socialUri: nobody,
    connectSocial: nobody,
    farcasterUri: noFrame,
    connectFarcaster: noFrame,
    updateEmail: nobody,
    updateEmailPrimaryOtp: nobody,
    updateEmailSecondaryOtp: nobody,
    setAccountType: nobody,
    syncTheme: Effect.void,
    rejectRequests: Effect.void,
    reload: Effect.void,
    watch: () => Effect.void,
  }))
