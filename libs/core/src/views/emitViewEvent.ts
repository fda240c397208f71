import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { View } from "../router/View.ts"
import type { FollowViewsDeps } from "./followViews.ts"

type ViewEventDeps = Pick<FollowViewsDeps, "account" | "board" | "emit" | "networks">

/** Emits the event of a view that its user opened from another view. Source: the AppKit 1.7.2 wire. */
export const emitViewEvent = (view: View, deps: ViewEventDeps): Effect.Effect<void> => {
  const { emit } = deps
  const { selected } = deps.networks
  const isSmartAccount = () => {
    const { address = "" } = SubscriptionRef.getUnsafe(deps.account) ?? {}
    const wallet = deps.board.getConnected(SubscriptionRef.getUnsafe(selected).chainNamespace)
    return wallet?.details?.[address]?.type === "smartAccount"
  }
  const onNetwork = () => ({
    isSmartAccount: isSmartAccount(),
    network: SubscriptionRef.getUnsafe(selected).caipNetworkId,
  })
  switch (view._tag) {
    case "AllWallets":
      return emit("CLICK_ALL_WALLETS", {})
    case "GetWallet":
      return emit("CLICK_GET_WALLET", {})
    case "WhatIsAWallet":
      return emit("CLICK_WALLET_HELP", {})
    case "WhatIsANetwork":
      return emit("CLICK_NETWORK_HELP", {})
    case "Networks":
      return emit("CLICK_NETWORKS", {})
    case "Transactions":
      return emit("CLICK_TRANSACTIONS", { isSmartAccount: isSmartAccount() })
    case "SwapSelectToken":
      return emit("CLICK_SELECT_TOKEN_TO_SWAP", {})
    case "WalletSend":
      return emit("OPEN_SEND", onNetwork())
    case "Swap":
      return emit("OPEN_SWAP", onNetwork())
    default:
      return Effect.void
  }
}
