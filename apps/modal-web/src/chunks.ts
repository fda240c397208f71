import { lazyChunk } from "./shell/lazyChunk.tsx"
import { withStylesAndMessages } from "./shell/withStylesAndMessages.ts"

/** Each flow is a chunk of its own; only the first view comes with the engine. */
export const errorViews = withStylesAndMessages(() => import("./views/errorViews.ts"))
export const connecting = withStylesAndMessages(() => import("./views/connect/connecting.ts"))
/** Loaded only when a wallet supports several chains, or when one of them is requested. */
export const chainLabels = withStylesAndMessages(() => import("./views/connect/chains.ts"))
export const lateApproval = withStylesAndMessages(() => import("./views/connect/LateApprovalNotice.tsx"))
/** The routes of all views but the first. They name the chunks that only they show. */
export const lateRoutes = withStylesAndMessages(() => import("./getLateRoute.tsx"))
/** Remote wallets: QR code and app links. */
export const phone = withStylesAndMessages(() => import("./views/connect/WalletConnectView.tsx"))
/** Wallets that are not installed: the complete list and downloads. */
export const lists = withStylesAndMessages(() => import("./views/connect/ListView.tsx"))
export const network = withStylesAndMessages(() => import("./views/network/index.ts"))
/** Sign-in methods on Connect. Loaded only when a secure site is configured. */
export const signInMethods = lazyChunk(() => import("./views/signIn/signInMethods.ts"))
/** Sign-in views and approvals of the embedded wallet. */
export const signIn = withStylesAndMessages(() => import("./views/signIn/SignInView.tsx"))
