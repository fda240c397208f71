import type { View } from "@wmodal/core"
import type { ReactNode } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { AccountSettings } from "../account/AccountSettings.tsx"
import { Profile } from "../account/Profile.tsx"
import { Transaction } from "../activity/Transaction.tsx"
import { Transactions } from "../activity/Transactions.tsx"
import { ReviewRequest } from "../request/ReviewRequest.tsx"
import { WalletSend } from "../send/WalletSend.tsx"
import { WalletSendPreview } from "../send/WalletSendPreview.tsx"
import { WalletSendSelectToken } from "../send/WalletSendSelectToken.tsx"
import { Swap } from "../swap/Swap.tsx"
import { SwapPreview } from "../swap/SwapPreview.tsx"
import { SwapSelectToken } from "../swap/SwapSelectToken.tsx"
import { FeatureDisabled } from "./FeatureDisabled.tsx"

/** The views of a connected wallet's flows. */
export type WalletViewName =
  | "Profile"
  | "AccountSettings"
  | "Transactions"
  | "Transaction"
  | "WalletSend"
  | "WalletSendSelectToken"
  | "WalletSendPreview"
  | "Swap"
  | "SwapSelectToken"
  | "SwapPreview"
  | "ReviewRequest"

type WalletRoute = Extract<View, { readonly _tag: WalletViewName }>

/** Returns the view of a name. Every view has one line. */
const renderView = (view: WalletRoute): ReactNode => {
  switch (view._tag) {
    case "Profile":
      return <Profile />
    case "AccountSettings":
      return <AccountSettings />
    case "Transactions":
      return <Transactions />
    case "Transaction":
      return <Transaction transactionKey={view.key} />
    case "WalletSend":
      return <WalletSend />
    case "WalletSendSelectToken":
      return <WalletSendSelectToken />
    case "WalletSendPreview":
      return <WalletSendPreview />
    case "Swap":
      return <Swap />
    case "SwapSelectToken":
      return <SwapSelectToken target={view.target} />
    case "SwapPreview":
      return <SwapPreview />
    case "ReviewRequest":
      return <ReviewRequest />
  }
}

/** The features that a host app can turn off, and their views. */
const features: Readonly<Partial<Record<WalletViewName, keyof typeof disabledFeatures>>> = {
  WalletSend: "send",
  WalletSendSelectToken: "send",
  WalletSendPreview: "send",
  Swap: "swaps",
  SwapSelectToken: "swaps",
  SwapPreview: "swaps",
}

const disabledFeatures = {
  send: { icon: "out", title: "send.off", text: "send.offText" },
  swaps: { icon: "flip", title: "swap.off", text: "swap.offText" },
} as const

export const WalletView = ({ view }: { readonly view: WalletRoute }) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const feature = features[view._tag]
  if (feature === undefined || engine.options.features[feature]) return renderView(view)
  const { icon, title, text } = disabledFeatures[feature]
  return <FeatureDisabled icon={icon} title={t(title)} text={t(text)} />
}
