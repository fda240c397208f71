import type { View, ViewName } from "@wmodal/core"
import { hasKey, truncate } from "@wmodal/protocol"
import { connecting, lists, network, phone, signIn } from "./chunks.ts"
import { MessageText } from "./messages/Translate.tsx"
import type { FirstView, Route } from "./routes.tsx"
import { withStylesAndMessages } from "./shell/withStylesAndMessages.ts"
import { AccountTitle } from "./views/account/AccountTitle.tsx"
import { Connect } from "./views/connect/Connect.tsx"
import type { FundingViewName } from "./views/funding/FundingView.tsx"
import type { NamesViewName } from "./views/names/NamesView.tsx"
import { SwitchTitle } from "./views/network/SwitchTitle.tsx"
import type { SignInViewName } from "./views/signIn/SignInView.tsx"
import type { WalletViewName } from "./views/wallet/WalletView.tsx"

/** Returns the name of the wallet that a view is about, if any. */
const getWalletName = (view: View) => (hasKey(view, "wallet") && view.wallet?.name) || ""

/** A wallet in the title of its downloads. Source: the AppKit 1.7.2 wire. */
const walletTruncation = { leading: 12, trailing: 0 }

export const account = withStylesAndMessages(async () => {
  const [view] = await Promise.all([
    import("./views/account/Account.tsx"),
    import("./views/paymentStyles.ts"),
  ])
  return view
})

/** The same for views of payments and requests, whose messages load with the first of them. */
const withPaymentParts = <View,>(load: () => Promise<View>) =>
  withStylesAndMessages(async () => {
    const [view] = await Promise.all([
      load(),
      import("./views/paymentStyles.ts"),
      import("./messages/paymentMessages.ts"),
    ])
    return view
  })

/** Sign-in with a signature. Loaded only when the page has a plugin for it. */
export const siwx = withPaymentParts(() => import("./views/siwx/SiwxView.tsx"))
/** Receiving and buying. */
export const funding = withPaymentParts(() => import("./views/funding/FundingView.tsx"))
/** Names of the embedded wallet's accounts. */
export const names = withPaymentParts(() => import("./views/names/NamesView.tsx"))
/** What apps may spend without asking. */
export const sessions = withPaymentParts(() => import("./views/sessions/SessionsView.tsx"))
/** The networks that users add. */
export const ownNetworks = withStylesAndMessages(async () => {
  const [view] = await Promise.all([
    import("./views/ownNetworks/OwnNetworksView.tsx"),
    import("./views/paymentStyles.ts"),
  ])
  return view
})
export const wallet = withPaymentParts(() => import("./views/wallet/WalletView.tsx"))

type ViewOf<Name extends ViewName> = Extract<View, { readonly _tag: Name }>

const toListRoute = (view: ViewOf<"AllWallets" | "GetWallet" | "WhatIsAWallet" | "Downloads">): Route => ({
  title: (
    <MessageText
      id={`title.${view._tag}`}
      values={{ wallet: truncate(getWalletName(view), walletTruncation) }}
    />
  ),
  body: <lists.Show>{({ ListView }) => <ListView view={view} />}</lists.Show>,
  lazy: lists,
})

const toPhoneRoute = (view: ViewOf<"ConnectingWalletConnect" | "ConnectingWalletConnectBasic">): Route => ({
  title: getWalletName(view) || <MessageText id="title.ConnectingWalletConnect" />,
  body: <phone.Show>{({ WalletConnectView }) => <WalletConnectView view={view} />}</phone.Show>,
  lazy: phone,
})

const toSignInRoute = (view: ViewOf<SignInViewName>): Route => ({
  title: (
    <MessageText
      id={`title.${view._tag}`}
      values={{ provider: hasKey(view, "provider") ? view.provider : "" }}
    />
  ),
  body: <signIn.Show>{({ SignInView }) => <SignInView view={view} />}</signIn.Show>,
  lazy: signIn,
})

const toWalletRoute = (view: ViewOf<WalletViewName>): Route => ({
  title: <MessageText id={`title.${view._tag}`} />,
  body: <wallet.Show>{({ WalletView }) => <WalletView view={view} />}</wallet.Show>,
  lazy: wallet,
})

const toSiwxRoute = (): Route => ({
  title: <MessageText id="title.SIWXSignMessage" />,
  body: <siwx.Show>{({ SiwxView }) => <SiwxView />}</siwx.Show>,
  lazy: siwx,
})

const toFundingRoute = (view: ViewOf<FundingViewName>): Route => ({
  title: <MessageText id={`title.${view._tag}`} />,
  body: <funding.Show>{({ FundingView }) => <FundingView view={view} />}</funding.Show>,
  lazy: funding,
})

const toNamesRoute = ({ _tag }: ViewOf<NamesViewName>): Route => ({
  title: <MessageText id={`title.${_tag}`} />,
  body: <names.Show>{({ NamesView }) => <NamesView view={_tag} />}</names.Show>,
  lazy: names,
})

const toSessionsRoute = (view: ViewOf<"SmartSessionList" | "SmartSession">): Route => ({
  title: <MessageText id={`title.${view._tag}`} />,
  body: <sessions.Show>{({ SessionsView }) => <SessionsView view={view} />}</sessions.Show>,
  lazy: sessions,
})

const toOwnNetworksRoute = (view: ViewOf<"AddNetwork" | "OwnNetwork">): Route => ({
  title: <MessageText id={`title.${view._tag}`} />,
  body: <ownNetworks.Show>{({ OwnNetworksView }) => <OwnNetworksView view={view} />}</ownNetworks.Show>,
  lazy: ownNetworks,
})

const toWalletsRoute = (): Route => ({
  title: <MessageText id="title.ConnectWallets" />,
  body: <Connect only={["wallet"]} />,
})

type LateView = Exclude<ViewName, FirstView>

/** The route of every later view. The types require each new view to name its chunk. */
const routes: { readonly [Name in LateView]: (view: ViewOf<Name>) => Route } = {
  ConnectWallets: toWalletsRoute,
  AllWallets: toListRoute,
  GetWallet: toListRoute,
  WhatIsAWallet: toListRoute,
  Downloads: toListRoute,
  ConnectingWalletConnect: toPhoneRoute,
  ConnectingWalletConnectBasic: toPhoneRoute,
  ConnectingMultiChain: ({ _tag, rowKey }) => ({
    title: <MessageText id={`title.${_tag}`} />,
    body: (
      <connecting.Show>
        {({ ConnectingMultiChain }) => <ConnectingMultiChain rowKey={rowKey} />}
      </connecting.Show>
    ),
    lazy: connecting,
  }),
  SwitchActiveChain: ({ _tag, network: target }) => ({
    title: <MessageText id={`title.${_tag}`} />,
    body: <network.Show>{({ SwitchActiveChain }) => <SwitchActiveChain target={target} />}</network.Show>,
    lazy: network,
  }),
  AddNetwork: toOwnNetworksRoute,
  OwnNetwork: toOwnNetworksRoute,
  WhatIsANetwork: ({ _tag }) => ({
    title: <MessageText id={`title.${_tag}`} />,
    body: <network.Show>{({ WhatIsANetwork }) => <WhatIsANetwork />}</network.Show>,
    lazy: network,
  }),
  Account: () => ({
    title: <AccountTitle />,
    body: <account.Show>{({ Account }) => <Account />}</account.Show>,
  }),
  SwitchNetwork: ({ network: target }) => ({
    title: <SwitchTitle network={target} />,
    body: <network.Show>{({ SwitchNetwork }) => <SwitchNetwork target={target} />}</network.Show>,
  }),
  UnsupportedChain: () => ({
    title: <MessageText id="switch.title" />,
    body: <network.Show>{({ UnsupportedChain }) => <UnsupportedChain />}</network.Show>,
  }),
  Profile: toWalletRoute,
  AccountSettings: toWalletRoute,
  Transactions: toWalletRoute,
  Transaction: toWalletRoute,
  WalletReceive: toFundingRoute,
  OnRampProviders: toFundingRoute,
  OnRampTokenSelect: toFundingRoute,
  OnRampFiatSelect: toFundingRoute,
  BuyInProgress: toFundingRoute,
  WhatIsABuy: toFundingRoute,
  ChooseAccountName: toNamesRoute,
  RegisterAccountName: toNamesRoute,
  RegisterAccountNameSuccess: toNamesRoute,
  SmartSessionList: toSessionsRoute,
  SmartSession: toSessionsRoute,
  WalletSend: toWalletRoute,
  WalletSendSelectToken: toWalletRoute,
  WalletSendPreview: toWalletRoute,
  Swap: toWalletRoute,
  SwapSelectToken: toWalletRoute,
  SwapPreview: toWalletRoute,
  ReviewRequest: toWalletRoute,
  SIWXSignMessage: toSiwxRoute,
  ConnectingSiwe: toSiwxRoute,
  EmailVerifyDevice: toSignInRoute,
  EmailVerifyOtp: toSignInRoute,
  ConnectSocials: toSignInRoute,
  ConnectingSocial: toSignInRoute,
  ConnectingFarcaster: toSignInRoute,
  ApproveTransaction: toSignInRoute,
  UpdateEmailWallet: toSignInRoute,
  UpdateEmailPrimaryOtp: toSignInRoute,
  UpdateEmailSecondaryOtp: toSignInRoute,
  UpgradeEmailWallet: toSignInRoute,
}

/** Returns the route of a view. */
export const getLateRoute = (view: ViewOf<LateView>): Route =>
  (routes[view._tag] as (view: View) => Route)(view)
