import type { View } from "@wmodal/core"
import { ConnectingWalletConnect } from "./ConnectingWalletConnect.tsx"
import { ConnectingWalletConnectBasic } from "./ConnectingWalletConnectBasic.tsx"

export { openAppInTap } from "./openWalletApp.ts"

type PairingRoute = Extract<
  View,
  { readonly _tag: "ConnectingWalletConnect" | "ConnectingWalletConnectBasic" }
>

/** The views of a request to a remote wallet. */
export const WalletConnectView = ({ view }: { readonly view: PairingRoute }) =>
  view._tag === "ConnectingWalletConnect" ? (
    <ConnectingWalletConnect wallet={view.wallet} namespace={view.namespace} />
  ) : (
    <ConnectingWalletConnectBasic uri={view.uri} />
  )
