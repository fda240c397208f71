import type { View } from "@wmodal/core"
import type { ReactNode } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
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

type ViewOf<Name extends View["_tag"]> = Extract<View, { readonly _tag: Name }>

/** The views of a connected wallet's flows. Every view has one line. */
const views = {
  Profile: () => <Profile />,
  AccountSettings: () => <AccountSettings />,
  Transactions: () => <Transactions />,
  Transaction: ({ key }: ViewOf<"Transaction">) => <Transaction transactionKey={key} />,
  WalletSend: () => <WithAccount view={WalletSend} />,
  WalletSendSelectToken: () => <WalletSendSelectToken />,
  WalletSendPreview: () => <WalletSendPreview />,
  Swap: () => <WithAccount view={Swap} />,
  SwapSelectToken: ({ target }: ViewOf<"SwapSelectToken">) => <SwapSelectToken target={target} />,
  SwapPreview: () => <SwapPreview />,
  ReviewRequest: () => <ReviewRequest />,
}

export type WalletViewName = keyof typeof views

/** The features that a host app can turn off. */
const features = {
  send: { icon: "out", title: "send.off", text: "send.offText" },
  swaps: { icon: "flip", title: "swap.off", text: "swap.offText" },
} as const

const featureOfView: Readonly<Partial<Record<WalletViewName, keyof typeof features>>> = {
  WalletSend: "send",
  WalletSendSelectToken: "send",
  WalletSendPreview: "send",
  Swap: "swaps",
  SwapSelectToken: "swaps",
  SwapPreview: "swaps",
}

export const WalletView = ({ view }: { readonly view: ViewOf<WalletViewName> }) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const feature = featureOfView[view._tag]
  if (feature === undefined || engine.options.features[feature])
    return (views[view._tag] as (view: View) => ReactNode)(view)
  const { icon, title, text } = features[feature]
  return <FeatureDisabled icon={icon} title={t(title)} text={t(text)} />
}

/** A form of the connected account. */
const WithAccount = ({ view: Form }: { readonly view: () => ReactNode }) => {
  const { engine } = useEngine()
  const { t } = useMessages()
  return useValue(engine.account.state) === null ? (
    <div className="waiting">{t("account.none")}</div>
  ) : (
    <Form />
  )
}
