import { frameId } from "@wmodal/chains/frame"
import { EngineError, type Problem, type SignedInUser, type SignInState, type View } from "@wmodal/core"
import { FrameError } from "@wmodal/frame-rpc"
import type { FakeEngineState } from "./fakeEngine.ts"
import type { FakeSignInState } from "./fakeSignIn.ts"
import { account, quietFlows, signedIn } from "./signedIn.ts"
import { offered } from "./signInScenes.ts"

const email = "vera@example.com"
const long = "vera.constantinopoulou.mandeville@letters.of.a.long.example.com"

/** The earliest time of the next mail, UTC milliseconds. */
export const soon = Date.now() + 24_000
/** A time just before the scenes were made. Read once, because a later reading may be after the test's own clock. */
const past = soon - 24_001
const throttled = new EngineError({ reason: { _tag: "Throttled", seconds: 24 } })
const saying = (text: string) => new FrameError({ reason: { _tag: "Said", text } })
const wrong = saying("This code is wrong. Please try again.")
const expired = saying("This code has expired. Please ask for a new one.")
const tooMany = saying("Too many wrong codes. Please ask for a new one.")
const notLoaded = new FrameError({ reason: { _tag: "NotLoaded" } })

const user = (over: Partial<SignedInUser> = {}): SignedInUser => ({
  email,
  username: null,
  by: "email",
  accountType: "smartAccount",
  canSwitchType: true,
  smartAccountDeployed: true,
  ...over,
})

type OtpSceneState = Extract<SignInState, { readonly _tag: "Code" }>

const code = (over: Partial<OtpSceneState> = {}): OtpSceneState => ({
  _tag: "Code",
  purpose: "signIn",
  email,
  inFrame: false,
  checking: false,
  resendAt: soon,
  problem: null,
  ...over,
})

/** Returns a scene before sign-in is complete. */
const onTheWay = (view: View, state: SignInState): Partial<FakeEngineState> => ({
  history: [{ _tag: "Connect" }, view],
  signIn: { state, user: null },
  features: { email: true },
})

const otp = (over: Partial<OtpSceneState> = {}) => onTheWay({ _tag: "EmailVerifyOtp" }, code(over))

const device = (problem: Problem | null = null, over = {}) =>
  onTheWay({ _tag: "EmailVerifyDevice" }, { _tag: "Device", email, resendAt: past, problem, ...over })

const field = (problem: Problem | null): Partial<FakeEngineState> =>
  offered({ signIn: { state: { _tag: "Email", email, problem }, user: null } })

const wallet = { connectorId: frameId, name: email, icon: null }

const solana = "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:DRpbCBMxVnDK7maPM5tGv6MvB3v1sRMC86PZ8okm21hy"

/** Returns a scene with both chains of the embedded wallet connected. */
const embedded = (
  who: SignedInUser,
  view: View,
  over: Partial<FakeEngineState> & Partial<FakeSignInState> = {},
): Partial<FakeEngineState> => {
  const { state = { _tag: "Idle" } as const, ...rest } = over
  return {
    ...signedIn,
    history: [{ _tag: "Account" }, view],
    states: {
      eip155: {
        _tag: "Connected",
        wallet,
        accounts: [account.caipAddress],
        account: account.caipAddress,
        walletNetwork: "eip155:1",
      },
      solana: {
        _tag: "Connected",
        wallet,
        accounts: [solana],
        account: solana,
        walletNetwork: "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
      },
    },
    flows: {
      ...quietFlows,
      accounts: quietFlows.accounts.map((entry) => ({ ...entry, type: who.accountType })),
    },
    features: { email: true },
    ...rest,
    signIn: { state, user: who },
  }
}

const settings = (over: Partial<SignedInUser> = {}) => embedded(user(over), { _tag: "AccountSettings" })
const edit = (state: SignInState) => embedded(user(), { _tag: "UpdateEmailWallet" }, { state })

/** Scenes of signing in by email and of the embedded wallet's settings, in every state. */
export const emailScenes = {
  "email-field-sending": field(null),
  "email-field-throttled": field(throttled),
  "email-field-failed": field(notLoaded),
  "email-code": otp(),
  "email-code-resend": otp({ resendAt: past }),
  "email-code-checking": otp({ checking: true }),
  "email-code-wrong": otp({ problem: wrong }),
  "email-code-expired": otp({ problem: expired, resendAt: past }),
  "email-code-too-many": otp({ problem: tooMany, resendAt: past }),
  "email-code-throttled": otp({ problem: throttled }),
  "email-code-declined": otp({
    inFrame: true,
    problem: saying("User rejected the request."),
    resendAt: past,
  }),
  "email-code-long": otp({ email: long }),
  "email-code-none": onTheWay({ _tag: "EmailVerifyOtp" }, { _tag: "Idle" }),
  "email-device": device(),
  "email-device-sent": device(null, { resendAt: soon }),
  "email-device-failed": device(saying("This link has expired. Please ask for a new one.")),
  "email-device-throttled": device(throttled, { resendAt: soon, email: long }),
  "email-edit": edit({ _tag: "Idle" }),
  "email-edit-sending": edit({ _tag: "NewEmail", email: "vera@new.example", problem: null }),
  "email-edit-failed": edit({ _tag: "NewEmail", email: "vera@new.example", problem: notLoaded }),
  "email-edit-current": embedded(
    user(),
    { _tag: "UpdateEmailPrimaryOtp" },
    { state: code({ purpose: "currentEmail" }) },
  ),
  "email-edit-new": embedded(
    user(),
    { _tag: "UpdateEmailSecondaryOtp" },
    { state: code({ purpose: "newEmail", email: "vera@new.example" }) },
  ),
  "email-upgrade": embedded(user(), { _tag: "UpgradeEmailWallet" }),
  "email-settings": settings(),
  "email-settings-new": settings({ smartAccountDeployed: false }),
  "email-settings-eoa": settings({ accountType: "eoa", email: long }),
  "email-settings-social": settings({ by: "google", username: "Vera M.", canSwitchType: false }),
  "email-account": embedded(user(), { _tag: "Account" }, { history: [{ _tag: "Account" }] }),
  "email-profile": embedded(user(), { _tag: "Profile" }),
} satisfies Readonly<Record<string, Partial<FakeEngineState>>>
