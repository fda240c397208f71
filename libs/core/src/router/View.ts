import type { CaipNetworkId, Namespace } from "@wmodal/protocol"
import type { WalletEntry } from "../connectors/WalletEntry.ts"
import type { SocialProvider } from "../options/Options.ts"

/** What the modal can show. Each member is one file, one component and one test of that name in a face. */
export type View =
  /** With a `namespace`, only the wallets that speak it: a network of it was asked for. */
  | { readonly _tag: "Connect"; readonly namespace?: Namespace }
  /** Every wallet there is; with no chain passed, says so. */
  | { readonly _tag: "AllWallets" }
  /**
   * A wallet elsewhere is asked: its code, its apps, or any wallet's code where none was chosen. Coming to it asks, for
   * `namespace` or the chain in use. What is pushed on top of it lets it be asked on; leaving it ends that.
   */
  | {
      readonly _tag: "ConnectingWalletConnect"
      readonly wallet: WalletEntry | null
      readonly namespace?: Namespace
    }
  /** Where a wallet is had. */
  | { readonly _tag: "Downloads"; readonly wallet: WalletEntry }
  /** For who has none yet: a few to choose from. */
  | { readonly _tag: "GetWallet" }
  /** The code to scan, with no list beside it. */
  | { readonly _tag: "ConnectingWalletConnectBasic" }
  /** Which of the page's chains a wallet that speaks several shall be connected for. */
  | { readonly _tag: "ConnectingMultiChain"; readonly rowKey: string }
  /** `namespace`: the chain that the wallet is asked for; absent where nothing of it is installed. */
  | { readonly _tag: "ConnectingExternal"; readonly rowKey: string; readonly namespace?: Namespace }
  | { readonly _tag: "Account" }
  | { readonly _tag: "Networks" }
  | { readonly _tag: "SwitchNetwork"; readonly network: CaipNetworkId }
  /**
   * No wallet is connected for the chain of this network, another one is. Going on leads to Connect for its namespace;
   * the wallet that is connected there is asked for this network, and the earlier connection stays.
   */
  | { readonly _tag: "SwitchActiveChain"; readonly network: CaipNetworkId }
  | { readonly _tag: "UnsupportedChain" }
  /** The accounts that the wallet shares, to choose from. */
  | { readonly _tag: "Profile" }
  /** The wallet, its network and kind of account, and the way out. */
  | { readonly _tag: "AccountSettings" }
  /** The whole of what happened. */
  | { readonly _tag: "Transactions" }
  /** One of them: `key` is that of its row. After sending, its receipt. */
  | { readonly _tag: "Transaction"; readonly key: string }
  | { readonly _tag: "WalletSend" }
  | { readonly _tag: "WalletSendSelectToken" }
  | { readonly _tag: "WalletSendPreview" }
  | { readonly _tag: "Swap" }
  | { readonly _tag: "SwapSelectToken"; readonly target: "source" | "destination" }
  | { readonly _tag: "SwapPreview" }
  /** The link in a mail is waited for: this device is new. */
  | { readonly _tag: "EmailVerifyDevice" }
  /** The six digits of a mail. */
  | { readonly _tag: "EmailVerifyOtp" }
  /** Every provider that the page offers. */
  | { readonly _tag: "ConnectSocials" }
  /** The provider's page is open beside. Leaving it closes that. */
  | { readonly _tag: "ConnectingSocial"; readonly provider: Exclude<SocialProvider, "farcaster"> }
  /** The link of Farcaster, to scan or to open. Leaving it ends that. */
  | { readonly _tag: "ConnectingFarcaster" }
  /** The embedded wallet asks, in its own frame. Leaving it declines. */
  | { readonly _tag: "ApproveTransaction" }
  /** Another email address for the embedded wallet, the code for the old one, and that for the new one. */
  | { readonly _tag: "UpdateEmailWallet" }
  | { readonly _tag: "UpdateEmailPrimaryOtp" }
  | { readonly _tag: "UpdateEmailSecondaryOtp" }
  /** The way to the secure site's own pages. */
  | { readonly _tag: "UpgradeEmailWallet" }
  /** What the page asks of the wallet, in words. */
  | { readonly _tag: "ReviewRequest" }

/** The name of a view. */
export type ViewName = View["_tag"]
