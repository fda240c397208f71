import { type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Router } from "./Router.ts"
import { getVisibleView } from "./routerModel.ts"
import type { View } from "./View.ts"

/** Returns the view to open. Source: the opening rules, in their order. */
export const getOpeningView = (facts: {
  readonly requested: View | undefined
  readonly connected: boolean
  readonly hasChains: boolean
  readonly mobile: boolean
  /** True when the wallet is on an unconfigured network. */
  readonly unsupported: boolean
}): View => {
  if (!facts.hasChains && !facts.connected)
    return { _tag: facts.mobile ? "AllWallets" : "ConnectingWalletConnectBasic" }
  const { requested } = facts
  const needsAccount = /^(WalletSend|Swap|WalletReceive|OnRampProviders)$/.test(requested?._tag ?? "")
  // Opening the networks, a payment or a swap from an unsupported network shows that problem.
  if ((needsAccount || requested?._tag === "Networks") && facts.unsupported)
    return { _tag: "UnsupportedChain" }
  if (needsAccount && !facts.connected) return { _tag: "Connect" }
  return requested ?? { _tag: facts.connected ? "Account" : "Connect" }
}

export interface ViewPolicyDeps {
  readonly board: {
    readonly get: (namespace: Namespace) => { readonly _tag: string }
    readonly anyConnected: () => boolean
  }
  readonly namespaces: readonly Namespace[]
  readonly router: Router
  /** Returns whether the shown network is a configured one. */
  readonly isKnown: () => boolean
  /** The view that follows a connection, where the page signs users in. It closes itself. */
  readonly signIn: View | null
}

/** Which view opens or closes when a connection or the network changes. A flow opens its own views. */
export interface ViewPolicy {
  /** The user has connected a wallet. */
  readonly connected: Effect.Effect<void>
  /** The session of an earlier visit is restored. */
  readonly restored: Effect.Effect<void>
  /** A wallet is disconnected, by the user or by itself. */
  readonly disconnected: Effect.Effect<void>
  /** A session has ended with an error: Connect shows it when no other wallet is connected. */
  readonly sessionLost: Effect.Effect<void>
  /** The embedded wallet did not confirm that it signed out. */
  readonly disconnectFailed: Effect.Effect<void>
  /** The shown network has changed: on an unsupported one the user must choose another. */
  readonly networkShown: Effect.Effect<void>
  /** The network has been switched: returns to the view in which the choice began. */
  readonly networkSwitched: Effect.Effect<void>
}

export const makeViewPolicy = ({
  board,
  isKnown,
  namespaces,
  router,
  signIn,
}: ViewPolicyDeps): ViewPolicy => {
  const views = () => SubscriptionRef.getUnsafe(router.state)
  // A namespace that is connecting another wallet keeps the modal open.
  const disconnected = Effect.suspend(() =>
    namespaces.some((one) => board.get(one)._tag.startsWith("Connect")) ? Effect.void : router.close,
  )
  const showConnectOr = (otherwise: Effect.Effect<void>) =>
    Effect.suspend(() =>
      views().open && !board.anyConnected() ? router.reset({ _tag: "Connect" }) : otherwise,
    )
  return {
    connected: Effect.suspend(() => {
      if (!isKnown()) return Effect.void
      return signIn === null || !views().open ? router.close : router.reset(signIn)
    }),
    restored: Effect.suspend(() => {
      const { open, history } = views()
      return open && history.length === 1 && history[0]._tag === "Connect"
        ? router.reset({ _tag: "Account" }, "none")
        : Effect.void
    }),
    disconnected,
    sessionLost: showConnectOr(disconnected),
    disconnectFailed: showConnectOr(Effect.void),
    networkShown: Effect.suspend(() => {
      const view = getVisibleView(views())
      if (view === null) return Effect.void
      if (!isKnown()) return router.reset({ _tag: "UnsupportedChain" })
      return view._tag === "UnsupportedChain" ? router.goBack : Effect.void
    }),
    networkSwitched: Effect.suspend(() => {
      const { open, history } = views()
      const first = history.findIndex(
        ({ _tag }) => _tag === "Networks" || _tag === "SwitchNetwork" || _tag === "UnsupportedChain",
      )
      if (!open || first === -1) return Effect.void
      return first === 0 ? router.close : router.goBackToIndex(first - 1)
    }),
  }
}
