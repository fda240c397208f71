import { lazyChunk } from "./shell/lazyChunk.tsx"

/** Returns a lazy view that loads together with its styles and messages. */
const withStylesAndMessages = <View>(load: () => Promise<View>) =>
  lazyChunk(async () => {
    const [view] = await Promise.all([
      load(),
      import("./views/viewStyles.ts"),
      import("./messages/walletMessages.ts"),
    ])
    return view
  })

/** Each flow is a chunk of its own; only the first view comes with the engine. */
export const errorViews = withStylesAndMessages(() => import("./views/errorViews.ts"))
export const connecting = withStylesAndMessages(() => import("./views/connect/connecting.ts"))
/** Loaded only when a wallet supports several chains, or when one of them is requested. */
export const chainLabels = withStylesAndMessages(() => import("./views/connect/chains.ts"))
export const lateApproval = withStylesAndMessages(() => import("./views/connect/LateApprovalNotice.tsx"))
export const account = withStylesAndMessages(() => import("./views/account/Account.tsx"))
/** Remote wallets: QR code and app links. */
export const phone = withStylesAndMessages(() => import("./views/connect/WalletConnectView.tsx"))
/** Wallets that are not installed: the complete list and downloads. */
export const lists = withStylesAndMessages(() => import("./views/connect/ListView.tsx"))
export const network = withStylesAndMessages(() => import("./views/network/index.ts"))
/** Sign-in methods on Connect. Loaded only when a secure site is configured. */
export const signInMethods = lazyChunk(() => import("./views/signIn/signInMethods.ts"))
/** Sign-in views and approvals of the embedded wallet. */
export const signIn = withStylesAndMessages(() => import("./views/signIn/SignInView.tsx"))
/** Sign-in with a signature. Loaded only when the page has a plugin for it. */
export const siwx = withStylesAndMessages(() => import("./views/siwx/SiwxView.tsx"))
/** Receiving and buying. */
export const funding = withStylesAndMessages(() => import("./views/funding/FundingView.tsx"))
/** Names of the embedded wallet's accounts. */
export const names = withStylesAndMessages(() => import("./views/names/NamesView.tsx"))
export const wallet = withStylesAndMessages(() => import("./views/wallet/WalletView.tsx"))
