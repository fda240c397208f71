import type { View } from "@wmodal/core"
import type { ReactNode } from "react"

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
    case "AccountSettings":
    case "Transactions":
    case "Transaction":
    case "WalletSend":
    case "WalletSendSelectToken":
    case "WalletSendPreview":
      return null
  }
}

export const WalletView = ({ view }: { readonly view: Wanted }) => bodyOf(view)
