import type { View } from "@wmodal/core"
import { ConnectingWalletConnect } from "./ConnectingWalletConnect.tsx"
import { ConnectingWalletConnectBasic } from "./ConnectingWalletConnectBasic.tsx"

export { openInTap } from "./openWalletApp.ts"

type Wanted = Extract<View, { readonly _tag: "ConnectingWalletConnect" | "ConnectingWalletConnectBasic" }>

/** A wallet elsewhere is asked. */
export const PhoneView = ({ view }: { readonly view: Wanted }) =>
  view._tag === "ConnectingWalletConnect" ? (
    <ConnectingWalletConnect wallet={view.wallet} namespace={view.namespace} />
  ) : (
    <ConnectingWalletConnectBasic />
  )
