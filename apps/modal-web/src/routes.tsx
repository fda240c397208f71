import type { View } from "@wmodal/core"
import type { ReactNode } from "react"
import { account, connecting, lists, network, phone, signIn, wallet } from "./chunks.ts"
import { MessageText } from "./messages/Translate.tsx"
import type { LazyChunk } from "./shell/lazyChunk.tsx"
import { AccountTitle } from "./views/account/AccountTitle.tsx"
import { Connect } from "./views/connect/Connect.tsx"
import { ConnectingTitle } from "./views/connect/ConnectingTitle.tsx"
import { SwitchTitle } from "./views/network/SwitchTitle.tsx"
import type { SignInViewName } from "./views/signIn/SignInView.tsx"

/** The content, title and navigation of a view. */
interface Route {
  readonly title: ReactNode
  readonly body: ReactNode
  /** The chunk that contains the title's messages. */
  readonly lazy?: LazyChunk
}

/** Returns the name of the wallet that a view is about, if any. */
const getWalletName = (view: View) => ("wallet" in view && view.wallet?.name) || ""

/** Matches the views by the beginnings of their names, because the full list would be a tenth of this file. */
const signInNames = /^(Email|Up|ConnectS|ConnectingS|ConnectingF|Ap)/

const isSignIn = (view: View): view is Extract<View, { readonly _tag: SignInViewName }> =>
  signInNames.test(view._tag)

/** Returns the route of a view. Every view has one line. */
export const getRoute = (view: View): Route => {
  switch (view._tag) {
    case "Connect":
      return { title: <MessageText id="connect.title" />, body: <Connect namespace={view.namespace} /> }
    case "AllWallets":
    case "GetWallet":
    case "Downloads":
      return {
        title: <MessageText id={`title.${view._tag}`} values={{ wallet: getWalletName(view) }} />,
        body: <lists.Show>{({ ListView }) => <ListView view={view} />}</lists.Show>,
        lazy: lists,
      }
    case "ConnectingWalletConnect":
    case "ConnectingWalletConnectBasic":
      return {
        title: getWalletName(view) || <MessageText id="title.ConnectingWalletConnect" />,
        body: <phone.Show>{({ WalletConnectView }) => <WalletConnectView view={view} />}</phone.Show>,
        lazy: phone,
      }
    case "ConnectingExternal":
      return {
        title: <ConnectingTitle rowKey={view.rowKey} />,
        body: (
          <connecting.Show>
            {({ ConnectingExternal }) => (
              <ConnectingExternal rowKey={view.rowKey} namespace={view.namespace} />
            )}
          </connecting.Show>
        ),
      }
    case "ConnectingMultiChain":
      return {
        title: <MessageText id={`title.${view._tag}`} />,
        body: (
          <connecting.Show>
            {({ ConnectingMultiChain }) => <ConnectingMultiChain rowKey={view.rowKey} />}
          </connecting.Show>
        ),
        lazy: connecting,
      }
    case "SwitchActiveChain":
      return {
        title: <MessageText id={`title.${view._tag}`} />,
        body: (
          <network.Show>
            {({ SwitchActiveChain }) => <SwitchActiveChain target={view.network} />}
          </network.Show>
        ),
        lazy: network,
      }
    case "Account":
      return { title: <AccountTitle />, body: <account.Show>{({ Account }) => <Account />}</account.Show> }
    case "Networks":
      return {
        title: <MessageText id="networks.title" />,
        body: <network.Show>{({ Networks }) => <Networks />}</network.Show>,
      }
    case "SwitchNetwork":
      return {
        title: <SwitchTitle network={view.network} />,
        body: <network.Show>{({ SwitchNetwork }) => <SwitchNetwork target={view.network} />}</network.Show>,
      }
    case "UnsupportedChain":
      return {
        title: <MessageText id="switch.title" />,
        body: <network.Show>{({ UnsupportedChain }) => <UnsupportedChain />}</network.Show>,
      }
    default:
      return isSignIn(view)
        ? {
            title: (
              <MessageText
                id={`title.${view._tag}`}
                values={{ provider: "provider" in view ? view.provider : "" }}
              />
            ),
            body: <signIn.Show>{({ SignInView }) => <SignInView view={view} />}</signIn.Show>,
            lazy: signIn,
          }
        : {
            title: <MessageText id={`title.${view._tag}`} />,
            body: <wallet.Show>{({ WalletView }) => <WalletView view={view} />}</wallet.Show>,
            lazy: wallet,
          }
  }
}
