import type { View } from "@wmodal/core"
import type { ReactNode } from "react"
import { account, connecting, lists, network, phone, signIn, wallet } from "./chunks.ts"
import { Word } from "./messages/Words.tsx"
import type { Late } from "./shell/later.tsx"
import { AccountTitle } from "./views/account/AccountTitle.tsx"
import { Connect } from "./views/connect/Connect.tsx"
import { ConnectingTitle } from "./views/connect/ConnectingTitle.tsx"
import { SwitchTitle } from "./views/network/SwitchTitle.tsx"
import type { SignInViewName } from "./views/signIn/SignInView.tsx"

/** What a view puts into the frame. */
interface Route {
  readonly title: ReactNode
  readonly body: ReactNode
  /** What the words of its title come with. */
  readonly late?: Late
}

/** The wallet that a view is about, where it is about one. */
const nameIn = (view: View) => ("wallet" in view && view.wallet?.name) || ""

/** By the beginnings of their names: all of them written out would be a tenth of this file. */
const signInNames = /^(Email|Up|ConnectS|ConnectingS|ConnectingF|Ap)/

const isSignIn = (view: View): view is Extract<View, { readonly _tag: SignInViewName }> =>
  signInNames.test(view._tag)

/** Every view there is, one line each. */
export const routeOf = (view: View): Route => {
  switch (view._tag) {
    case "Connect":
      return { title: <Word id="connect.title" />, body: <Connect namespace={view.namespace} /> }
    case "AllWallets":
    case "GetWallet":
    case "Downloads":
      return {
        title: <Word id={`title.${view._tag}`} values={{ wallet: nameIn(view) }} />,
        body: <lists.Show>{({ ListView }) => <ListView view={view} />}</lists.Show>,
        late: lists,
      }
    case "ConnectingWalletConnect":
    case "ConnectingWalletConnectBasic":
      return {
        title: nameIn(view) || <Word id="title.ConnectingWalletConnect" />,
        body: <phone.Show>{({ PhoneView }) => <PhoneView view={view} />}</phone.Show>,
        late: phone,
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
        title: <Word id={`title.${view._tag}`} />,
        body: (
          <connecting.Show>
            {({ ConnectingMultiChain }) => <ConnectingMultiChain rowKey={view.rowKey} />}
          </connecting.Show>
        ),
        late: connecting,
      }
    case "SwitchActiveChain":
      return {
        title: <Word id={`title.${view._tag}`} />,
        body: (
          <network.Show>
            {({ SwitchActiveChain }) => <SwitchActiveChain target={view.network} />}
          </network.Show>
        ),
        late: network,
      }
    case "Account":
      return { title: <AccountTitle />, body: <account.Show>{({ Account }) => <Account />}</account.Show> }
    case "Networks":
      return {
        title: <Word id="networks.title" />,
        body: <network.Show>{({ Networks }) => <Networks />}</network.Show>,
      }
    case "SwitchNetwork":
      return {
        title: <SwitchTitle network={view.network} />,
        body: <network.Show>{({ SwitchNetwork }) => <SwitchNetwork target={view.network} />}</network.Show>,
      }
    case "UnsupportedChain":
      return {
        title: <Word id="switch.title" />,
        body: <network.Show>{({ UnsupportedChain }) => <UnsupportedChain />}</network.Show>,
      }
    default:
      return isSignIn(view)
        ? {
            title: (
              <Word
                id={`title.${view._tag}`}
                values={{ provider: "provider" in view ? view.provider : "" }}
              />
            ),
            body: <signIn.Show>{({ SignInView }) => <SignInView view={view} />}</signIn.Show>,
            late: signIn,
          }
        : {
            title: <Word id={`title.${view._tag}`} />,
            body: <wallet.Show>{({ WalletView }) => <WalletView view={view} />}</wallet.Show>,
            late: wallet,
          }
  }
}
