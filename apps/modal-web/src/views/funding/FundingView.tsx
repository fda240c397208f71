import type { View } from "@wmodal/core"
import type { ReactNode } from "react"
import { BuyInProgress } from "./BuyInProgress.tsx"
import { OnRampFiatSelect } from "./OnRampFiatSelect.tsx"
import { OnRampProviders } from "./OnRampProviders.tsx"
import { OnRampTokenSelect } from "./OnRampTokenSelect.tsx"
import { WalletReceive } from "./WalletReceive.tsx"
import { WhatIsABuy } from "./WhatIsABuy.tsx"

/** The views that get money into an account. */
export type FundingViewName =
  | "WalletReceive"
  | "OnRampProviders"
  | "OnRampTokenSelect"
  | "OnRampFiatSelect"
  | "BuyInProgress"
  | "WhatIsABuy"

type FundingRoute = Extract<View, { readonly _tag: FundingViewName }>

/** Returns the view of a name. Every view has one line. */
const renderView = (view: FundingRoute): ReactNode => {
  switch (view._tag) {
    case "WalletReceive":
      return <WalletReceive />
    case "OnRampProviders":
      return <OnRampProviders />
    case "OnRampTokenSelect":
      return <OnRampTokenSelect />
    case "OnRampFiatSelect":
      return <OnRampFiatSelect />
    case "BuyInProgress":
      return <BuyInProgress />
    case "WhatIsABuy":
      return <WhatIsABuy />
  }
}

export const FundingView = ({ view }: { readonly view: FundingRoute }) => renderView(view)
