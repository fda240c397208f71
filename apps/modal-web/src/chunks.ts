import { lazyChunk } from "./shell/lazyChunk.tsx"

/** A view that comes later, and its looks and words with it. */
const withStylesAndMessages = <View>(load: () => Promise<View>) =>
  lazyChunk(async () => {
    const [view] = await Promise.all([
      load(),
      import("./views/viewStyles.ts"),
      import("./messages/walletMessages.ts"),
    ])
    return view
  })

/** Each flow is its own chunk; only what a person sees first comes with the engine. */
export const errorViews = withStylesAndMessages(() => import("./views/errorViews.ts"))
export const connecting = withStylesAndMessages(() => import("./views/connect/connecting.ts"))
/** Only where a wallet speaks several chains, or one of them is asked for. */
export const chainLabels = withStylesAndMessages(() => import("./views/connect/chains.ts"))
export const lateApproval = withStylesAndMessages(() => import("./views/connect/LateApprovalNotice.tsx"))
export const account = withStylesAndMessages(() => import("./views/account/Account.tsx"))
/** A wallet elsewhere: its code to scan, its apps to open. */
export const phone = withStylesAndMessages(() => import("./views/connect/WalletConnectView.tsx"))
/** Wallets that are not on this machine: all there are, and where they are had. */
export const lists = withStylesAndMessages(() => import("./views/connect/ListView.tsx"))
export const network = withStylesAndMessages(() => import("./views/network/index.ts"))
/** On Connect: what is offered to who has no wallet. Only where a secure site is configured. */
export const signInMethods = lazyChunk(() => import("./views/signIn/signInMethods.ts"))
/** Who has no wallet signs in; and what the embedded wallet asks. */
export const signIn = withStylesAndMessages(() => import("./views/signIn/SignInView.tsx"))
export const wallet = withStylesAndMessages(() => import("./views/wallet/WalletView.tsx"))
