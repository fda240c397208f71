import {
  EngineError,
  type Problem,
  type SignInState,
  type SocialProvider,
  type WalletRow,
} from "@wmodal/core"
import { FrameError } from "@wmodal/frame-rpc"
import type { FakeEngineState } from "./fakeEngine.ts"
import { orange, signedIn } from "./signedIn.ts"

const socials: readonly SocialProvider[] = [
  "google",
  "x",
  "discord",
  "farcaster",
  "github",
  "apple",
  "facebook",
]

const row = (over: Partial<WalletRow>): WalletRow => ({
  key: "WalletConnect",
  group: "walletConnect",
  name: "WalletConnect",
  icon: null,
  installed: true,
  recent: false,
  connectors: [{ id: "walletConnect", namespace: "eip155" }],
  getUrl: null,
  entry: null,
  ...over,
})
const code = row({ installed: false })
const metamask = row({ key: "MetaMask", group: "announced", name: "MetaMask", icon: orange })

/** Returns a scene with sign-in offered and nothing in progress. */
export const offered = (over: Partial<FakeEngineState> = {}): Partial<FakeEngineState> => ({
  rows: [code],
  count: { atLeast: 480, exact: false },
  signIn: { state: { _tag: "Idle" }, user: null },
  features: { email: true, socials: true },
  socials,
  ...over,
})

const asking = (state: Extract<SignInState, { readonly _tag: "Social" }>): Partial<FakeEngineState> =>
  offered({
    history: [{ _tag: "Connect" }, { _tag: "ConnectingSocial", provider: state.provider }],
    signIn: { state, user: null },
  })
const social = (
  phase: "opening" | "waiting" | "connecting" | "failed",
  problem: Problem | null = null,
  provider: Exclude<SocialProvider, "farcaster"> = "google",
) => asking({ _tag: "Social", provider, phase, problem })

const url =
  "https://farcaster.example/connect?channelToken=f1d50b82-3c92-4a05-a94d-3d4ba0eb2f1c&nonce=ESsQxbTMdxYM7vpLVrT9z0fJkQ"
const farcaster = (
  over: Partial<Extract<SignInState, { readonly _tag: "Farcaster" }>>,
  more: Partial<FakeEngineState> = {},
): Partial<FakeEngineState> =>
  offered({
    history: [{ _tag: "Connect" }, { _tag: "ConnectingFarcaster" }],
    signIn: { state: { _tag: "Farcaster", url, phase: "waiting", problem: null, ...over }, user: null },
    ...more,
  })

const links = { termsUrl: "https://nimbus.example/terms", privacyUrl: "https://nimbus.example/privacy" }

const phone: FakeEngineState["place"] = {
  mobile: true,
  device: { os: "ios", tapOnly: true, telegram: false, framed: false },
}
const blocked = new EngineError({ reason: { _tag: "PopupBlocked" } })
const untrusted = new EngineError({ reason: { _tag: "UntrustedOrigin" } })
const timedOut = new FrameError({ reason: { _tag: "TimedOut" } })

/** Scenes of social sign-in and of approvals of the embedded wallet, in every state. */
export const signInScenes = {
  "sign-in": offered(),
  "sign-in-wallet-first": offered({ rows: [metamask, code] }),
  "sign-in-social-between": offered({ connectMethodsOrder: ["social", "wallet", "email"] }),
  "sign-in-email-alone": offered({ features: { email: true, socials: false } }),
  "sign-in-two": offered({ socials: ["google", "apple"], features: { email: false, socials: true } }),
  "sign-in-six": offered({ socials: socials.slice(0, 6) }),
  "sign-in-telegram": offered({
    place: { mobile: true, device: { os: "ios", tapOnly: true, telegram: true, framed: false } },
  }),
  "sign-in-collapsed": offered({
    features: { email: true, socials: true, collapseWallets: true },
    rows: [metamask, code],
    connectMethodsOrder: ["email", "social", "wallet"],
  }),
  "collapsed-wallets": offered({
    history: [{ _tag: "Connect" }, { _tag: "ConnectWallets" }],
    features: { email: true, socials: true, collapseWallets: true },
    rows: [metamask, code],
  }),
  "legal-checkbox": offered({
    features: { email: true, socials: true, legalCheckbox: true },
    rows: [metamask, code],
    legal: { ...links, agreed: false },
  }),
  "legal-agreed": offered({
    features: { email: true, socials: true, legalCheckbox: true },
    rows: [metamask, code],
    legal: { ...links, agreed: true },
  }),
  "legal-links": offered({ legal: { ...links, privacyUrl: null, agreed: false } }),
  "all-socials": offered({ history: [{ _tag: "Connect" }, { _tag: "ConnectSocials" }] }),
  "social-opening": social("opening"),
  "social-waiting": social("waiting", null, "discord"),
  "social-connecting": social("connecting"),
  "social-blocked": social("failed", blocked),
  "social-untrusted": social("failed", untrusted, "x"),
  "social-timed-out": social("failed", timedOut, "github"),
  "social-telegram": {
    ...social("opening", null, "github"),
    place: { mobile: true, device: { os: "android", tapOnly: true, telegram: true, framed: false } },
  },
  "farcaster-making": farcaster({ url: null, phase: "opening" }),
  "farcaster-code": farcaster({}),
  "farcaster-phone": farcaster({}, { place: phone }),
  "farcaster-phone-making": farcaster({ url: null, phase: "opening" }, { place: phone }),
  "farcaster-connecting": farcaster({ phase: "connecting" }),
  "farcaster-failed": farcaster({ url: null, phase: "failed", problem: timedOut }),
  "approve-transaction": {
    ...signedIn,
    ...offered(),
    history: [{ _tag: "ApproveTransaction" }],
  },
  "approve-transaction-above": {
    ...signedIn,
    ...offered(),
    history: [{ _tag: "Account" }, { _tag: "ApproveTransaction" }],
  },
  "approve-transaction-embedded": {
    ...signedIn,
    ...offered(),
    embedded: true,
    history: [{ _tag: "ApproveTransaction" }],
  },
} as const satisfies Readonly<Record<string, Partial<FakeEngineState>>>
