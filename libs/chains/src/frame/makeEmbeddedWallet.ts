import { FrameError } from "@wmodal/frame-rpc/host"
import { awaitLazy, lazy, SubscriptionRef } from "@wmodal/protocol"
import { type Context, Effect, type Scope } from "effect"
import type { Connector } from "../contract/Connector.ts"
import { lazyConnector } from "../wallet/lazyConnector.ts"
import { describeFrameConnector } from "./describeFrameConnector.ts"
import type { EmbeddedWallet, EmbeddedWalletDeps, FrameUser } from "./EmbeddedWallet.ts"
import type { LoadedEmbeddedWallet } from "./LoadedEmbeddedWallet.ts"
import { usableNamespaces } from "./usableNamespaces.ts"

/** The options of an embedded wallet. */
export interface EmbeddedWalletOptions {
  readonly deps: EmbeddedWalletDeps
  /** The frame's origin. */
  readonly origin: string
  /** Closes all resources of the wallet. */
  readonly scope: Scope.Scope
  /** The services for callbacks outside of Effect. */
  readonly services: Context.Context<never>
  /** The host app's connectors, one for each namespace. */
  readonly connectors: readonly Connector[]
  readonly user: SubscriptionRef.SubscriptionRef<FrameUser | null>
}

/** Makes the embedded wallet. The bridge and its code are loaded with the first request. */
export const makeEmbeddedWallet = (
  around: EmbeddedWalletDeps,
): Effect.Effect<EmbeddedWallet, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const services = yield* Effect.context<never>()
    const user = yield* SubscriptionRef.make<FrameUser | null>(null)
    const { origin } = new URL(around.secureSite)
    const part = lazy(async (): Promise<LoadedEmbeddedWallet> => {
      const { runEmbeddedWallet } = await import("./runEmbeddedWallet.ts")
      return runEmbeddedWallet({ deps: around, origin, scope, services, connectors, user })
    })
    const loaded = awaitLazy(part, () => new FrameError({ reason: { _tag: "NotLoaded" } }))
    const ask = <A, E>(question: (wallet: LoadedEmbeddedWallet) => Effect.Effect<A, E>) =>
      Effect.flatMap(loaded, question)
    /** A wallet that was never used needs no notification. */
    const tell = (word: (wallet: LoadedEmbeddedWallet) => Effect.Effect<void>) =>
      Effect.suspend(() => {
        const wallet = part.now()
        return wallet === null ? Effect.void : word(wallet)
      })

    const connectors = usableNamespaces(around).map((namespace) =>
      lazyConnector(describeFrameConnector(namespace), async () =>
        (await part.get()).getConnector(namespace),
      ),
    )

    return {
      connectors,
      user,
      origin,
      connectEmail: (email) => ask((wallet) => wallet.connectEmail(email)),
      connectDevice: ask((wallet) => wallet.connectDevice),
      takesCode: () => part.now()?.takesCode() ?? false,
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
