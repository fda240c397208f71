import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import type { WalletEntry } from "../connectors/WalletEntry.ts"
import type { SocialProvider } from "../options/Options.ts"

/** A view of the modal. Each member is one file, one component and one test of that name in a UI. */
export type View =
  /** With a `namespace`, shows only the wallets of that namespace: one of its networks was requested. */
  | { readonly _tag: "Connect"; readonly namespace?: Namespace }
  /** The wallets of Connect alone, where it shows them behind one row. */
  | { readonly _tag: "ConnectWallets" }
  /** The list of all wallets; without a configured chain, shows that. */
  | { readonly _tag: "AllWallets" }
  /**
   * A remote wallet: its code, its apps, or without a `wallet` the code for any wallet. Opening it starts the
   * request, for `namespace` or the active chain. A view on top keeps the request; leaving it cancels it.
   */
  | {
      readonly _tag: "ConnectingWalletConnect"
      readonly wallet: WalletEntry | null
      readonly namespace?: Namespace
    }
  /** The links to install a wallet. */
  | { readonly _tag: "Downloads"; readonly wallet: WalletEntry }
  /** Wallets to install, for users without one. */
  | { readonly _tag: "GetWallet" }
  /** What a wallet is, for users who have never had one. */
  | { readonly _tag: "WhatIsAWallet" }
  /** The code to scan, without a list. `uri`: the host's own link, for which nothing is requested here. */
  | { readonly _tag: "ConnectingWalletConnectBasic"; readonly uri?: string }
  /** The choice of chain for a wallet with several of the app's chains. */
  | { readonly _tag: "ConnectingMultiChain"; readonly rowKey: string }
  /** `namespace`: the chain that is requested from the wallet; absent when it is not installed. */
  | { readonly _tag: "ConnectingExternal"; readonly rowKey: string; readonly namespace?: Namespace }
  | { readonly _tag: "Account" }
  | { readonly _tag: "Networks" }
  /** What a network is, and what depends on it. */
  | { readonly _tag: "WhatIsANetwork" }
  /** The form in which a user adds a network; where the feature `addNetworks` is on. */
  | { readonly _tag: "AddNetwork" }
  /** A network that the user has added: its node, and its removal. */
  | { readonly _tag: "OwnNetwork"; readonly network: CaipNetworkId }
  | { readonly _tag: "SwitchNetwork"; readonly network: CaipNetworkId }
  /**
   * No wallet is connected for the chain of this network, but another one is. Continuing opens Connect for its
   * namespace; the wallet that connects there is requested on this network, and the earlier connection stays.
   */
  | { readonly _tag: "SwitchActiveChain"; readonly network: CaipNetworkId }
  | { readonly _tag: "UnsupportedChain" }
  /** The accounts that the wallet shares, to choose from. */
  | { readonly _tag: "Profile" }
  /** The wallet, its network and account type, and disconnecting. */
  | { readonly _tag: "AccountSettings" }
  /** The account's complete activity. */
  | { readonly _tag: "Transactions" }
  /** A transaction, or its receipt after sending. `key`: the key of its row. */
  | { readonly _tag: "Transaction"; readonly key: string }
  | { readonly _tag: "WalletSend" }
  | { readonly _tag: "WalletSendSelectToken" }
  | { readonly _tag: "WalletSendPreview" }
  /** The amount, the token and the providers of a purchase. */
  | { readonly _tag: "OnRampProviders" }
  | { readonly _tag: "OnRampTokenSelect" }
  | { readonly _tag: "OnRampFiatSelect" }
  /** The provider's page before it is opened, and the purchase afterwards. */
  | { readonly _tag: "BuyInProgress" }
  | { readonly _tag: "WhatIsABuy" }
  /** The account's address as a code and as text, and requests for an amount. */
  | { readonly _tag: "WalletReceive" }
  | { readonly _tag: "Swap" }
  | { readonly _tag: "SwapSelectToken"; readonly target: "source" | "destination" }
  | { readonly _tag: "SwapPreview" }
  /** The link in an email is awaited: this device is new. */
  | { readonly _tag: "EmailVerifyDevice" }
  /** The six digits of an email. */
  | { readonly _tag: "EmailVerifyOtp" }
  /** Every provider that the app offers. */
  | { readonly _tag: "ConnectSocials" }
  /** The provider's page is open in a separate window. Leaving the view closes it. */
  | { readonly _tag: "ConnectingSocial"; readonly provider: Exclude<SocialProvider, "farcaster"> }
  /** Farcaster's link, to scan or to open. Leaving the view ends the sign-in. */
  | { readonly _tag: "ConnectingFarcaster" }
  /** An approval in the embedded wallet's own frame. Leaving the view rejects it. */
  | { readonly _tag: "ApproveTransaction" }
  /** The email change: the new address, the old address's code, then the new one's. */
  | { readonly _tag: "UpdateEmailWallet" }
  | { readonly _tag: "UpdateEmailPrimaryOtp" }
  | { readonly _tag: "UpdateEmailSecondaryOtp" }
  /** The link to the secure site's own pages. */
  | { readonly _tag: "UpgradeEmailWallet" }
  /** What an account name is for, and the account's own ones. */
  | { readonly _tag: "ChooseAccountName" }
  /** The registration of a name. Once it is registered, its success is shown. */
  | { readonly _tag: "RegisterAccountName" }
  | { readonly _tag: "RegisterAccountNameSuccess" }
  /** What apps may spend without asking. */
  | { readonly _tag: "SmartSessionList" }
  /** One of them, and its end. */
  | { readonly _tag: "SmartSession"; readonly id: string }
  /** The message to sign in with, as `siwx` makes it. */
  | { readonly _tag: "SIWXSignMessage" }
  /** The same, as `siweConfig` makes it. */
  | { readonly _tag: "ConnectingSiwe" }
  /** The description of a dApp's request to the wallet. */
  | { readonly _tag: "ReviewRequest" }

/** The name of a view. */
export type ViewName = View["_tag"]
