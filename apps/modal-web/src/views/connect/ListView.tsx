import type { View } from "@wmodal/core"
import { AllWallets } from "./AllWallets.tsx"
import { Downloads } from "./Downloads.tsx"
import { GetWallet } from "./GetWallet.tsx"
import { WhatIsAWallet } from "./WhatIsAWallet.tsx"

type ListRoute = Extract<View, { readonly _tag: "AllWallets" | "GetWallet" | "WhatIsAWallet" | "Downloads" }>

/** The views of wallets that are not installed. */
export const ListView = ({ view }: { readonly view: ListRoute }) => {
  switch (view._tag) {
    case "AllWallets":
      return <AllWallets />
    case "GetWallet":
      return <GetWallet />
    case "WhatIsAWallet":
      return <WhatIsAWallet />
    case "Downloads":
      return <Downloads wallet={view.wallet} />
  }
}
