import type { View } from "@wmodal/core"
import type { ReactNode } from "react"
import { AccountSettings } from "../account/AccountSettings.tsx"
import { Profile } from "../account/Profile.tsx"
import { Transaction } from "../activity/Transaction.tsx"
import { Transactions } from "../activity/Transactions.tsx"
import { WalletSend } from "../send/WalletSend.tsx"
import { WalletSendPreview } from "../send/WalletSendPreview.tsx"
import { WalletSendSelectToken } from "../send/WalletSendSelectToken.tsx"

/** The views of what a connected wallet is for. */
export type WalletViewName =
  | "Profile"
  | "AccountSettings"
  | "Transactions"
  | "Transaction"
  | "WalletSend"
  | "WalletSendSelectToken"
  | "WalletSendPreview"

type Wanted = Extract<View, { readonly _tag: WalletViewName }>

/** Every one of them, one line each. */
const bodyOf = (view: Wanted): ReactNode => {
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
  }
}

export const WalletView = ({ view }: { readonly view: Wanted }) => bodyOf(view)
