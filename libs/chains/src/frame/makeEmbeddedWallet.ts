import { FrameError } from "@wmodal/frame-rpc/host"
import { type Context, Effect, type Scope, SubscriptionRef } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { lateConnector } from "../wallet/lateConnector.ts"
import { descriptionOf } from "./descriptionOf.ts"
import type { EmbeddedWallet, FrameSurroundings, FrameUser } from "./Frame.ts"
import type { OpenWallet } from "./OpenWallet.ts"
import { usable } from "./usable.ts"

/** What an embedded wallet is opened with. */
export interface Opening {
  readonly around: FrameSurroundings
  /** The frame's origin. */
  readonly origin: string
  /** Nothing of it outlives this. */
  readonly scope: Scope.Scope
  /** For what is told from outside of Effect. */
  readonly services: Context.Context<never>
  /** The page's own, one for each namespace. */
  readonly connectors: readonly Connector[]
  readonly user: SubscriptionRef.SubscriptionRef<FrameUser | null>
}

/** Weighs next to nothing: the bridge and all behind it are loaded with the first question. */
export const makeEmbeddedWallet = (
  around: FrameSurroundings,
): Effect.Effect<EmbeddedWallet, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const services = yield* Effect.context<never>()
    const user = yield* SubscriptionRef.make<FrameUser | null>(null)
    const { origin } = new URL(around.secureSite)
    let opening: Promise<OpenWallet> | null = null
    let opened: OpenWallet | null = null

    const open = async (): Promise<OpenWallet> => {
      opening ??= import("./runEmbeddedWallet.ts").then(({ runEmbeddedWallet }) =>
        runEmbeddedWallet({ around, origin, scope, services, connectors, user }),
      )
      try {
        opened = await opening
        return opened
      } catch (error) {
        opening = null
        throw error
      }
    }
    const load = Effect.tryPromise({
      try: open,
      catch: () => new FrameError({ reason: { _tag: "NotLoaded" } }),
    })
    const ask = <A, E>(question: (wallet: OpenWallet) => Effect.Effect<A, E>) =>
      Effect.flatMap(load, question)
    /** There is nothing to be done about a wallet that nobody has used. */
    const tell = (word: (wallet: OpenWallet) => Effect.Effect<void>) =>
      Effect.suspend(() => (opened === null ? Effect.void : word(opened)))

    const connectors = usable(around).map((namespace) =>
      lateConnector(descriptionOf(namespace), async () => (await open()).behind(namespace)),
    )

    return {
      connectors,
      user,
      origin,
      connectEmail: (email) => ask((wallet) => wallet.connectEmail(email)),
      connectDevice: ask((wallet) => wallet.connectDevice),
      connectOtp: (otp) => ask((wallet) => wallet.connectOtp(otp)),
      socialUri: (provider) => ask((wallet) => wallet.socialUri(provider)),
      connectSocial: (uri) => ask((wallet) => wallet.connectSocial(uri)),
      farcasterUri: ask((wallet) => wallet.farcasterUri),
      connectFarcaster: ask((wallet) => wallet.connectFarcaster),
      updateEmail: (email) => ask((wallet) => wallet.updateEmail(email)),
      updateEmailPrimaryOtp: (otp) => ask((wallet) => wallet.updateEmailPrimaryOtp(otp)),
      updateEmailSecondaryOtp: (otp) => ask((wallet) => wallet.updateEmailSecondaryOtp(otp)),
      setAccountType: (type) => ask((wallet) => wallet.setAccountType(type)),
      syncTheme: tell((wallet) => wallet.syncTheme),
      rejectRequests: tell((wallet) => wallet.rejectRequests),
      reload: tell((wallet) => wallet.reload),
      watch: (shown) => tell((wallet) => wallet.watch(shown)),
    }
  })
