import type { View } from "@wmodal/core"
import type { ReactNode } from "react"
import { WalletReceive } from "./WalletReceive.tsx"

/** The views that get money into an account. */
export type FundingViewName = "WalletReceive"

type FundingRoute = Extract<View, { readonly _tag: FundingViewName }>

/** Returns the view of a name. Every view has one line. */
const renderView = (view: FundingRoute): ReactNode => {
  switch (view._tag) {
    case "WalletReceive":
      return <WalletReceive />
  }
}

export const FundingView = ({ view }: { readonly view: FundingRoute }) => renderView(view)
