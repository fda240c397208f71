import { later } from "./shell/later.tsx"

/** A view that comes later, and its looks and words with it. */
const dressed = <View>(load: () => Promise<View>) =>
  later(async () => {
    const [view] = await Promise.all([load(), import("./views/lateSheet.ts"), import("./messages/wallet.ts")])
    return view
  })

/** Each flow is its own chunk; only what a person sees first comes with the engine. */
export const trouble = dressed(() => import("./views/trouble.ts"))
export const connecting = dressed(() => import("./views/connect/connecting.ts"))
/** Only where a wallet speaks several chains, or one of them is asked for. */
export const chains = dressed(() => import("./views/connect/chains.ts"))
export const offer = dressed(() => import("./views/connect/LateOffer.tsx"))
export const account = dressed(() => import("./views/account/Account.tsx"))
/** A wallet elsewhere: its code to scan, its apps to open. */
export const phone = dressed(() => import("./views/connect/PhoneView.tsx"))
/** Wallets that are not on this machine: all there are, and where they are had. */
export const lists = dressed(() => import("./views/connect/ListView.tsx"))
export const network = dressed(() => import("./views/network/index.ts"))
/** On Connect: what is offered to who has no wallet. Only where a secure site is configured. */
export const ways = later(() => import("./views/signIn/ways.ts"))
/** Who has no wallet signs in; and what the embedded wallet asks. */
export const signIn = dressed(() => import("./views/signIn/SignInView.tsx"))
export const wallet = dressed(() => import("./views/wallet/WalletView.tsx"))
