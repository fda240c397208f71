/** Messages of social sign-in and of approvals in the embedded wallet. */
export const signInMessages = {
  "title.ConnectSocials": "All socials",
  "title.ConnectingSocial":
    "{provider, select, google {Google} x {X} discord {Discord} github {GitHub} apple {Apple} other {Facebook}}",
  "title.ConnectingFarcaster": "Farcaster",
  "title.ApproveTransaction": "Approve Transaction",

  "frame.title": "Embedded wallet",

  "approve.title": "Review the request",
  "approve.text":
    "Your embedded wallet shows it in its own window. Nothing is signed until you approve it there.",

  "signIn.or": "or",
  "signIn.wallets": "Continue with a wallet",
  "signIn.socials": "Sign in with",
  "signIn.with": "Continue with {provider}",
  "signIn.more": "More ways to sign in",

  "social.opening": "Opening {provider}",
  "social.openingText": "A window opens in a moment.",
  "social.waiting": "Continue in the window of {provider}",
  "social.waitingText": "Sign in there. This page continues automatically.",
  "social.connecting": "Almost there",
  "social.connectingText": "Your wallet is being opened.",
  "social.failed": "Not signed in with {provider}",
  "social.leaving": "Redirecting to {provider}",
  "social.leavingText": "You return here once you are signed in.",
  "social.openWindow": "Open the window",

  "farcaster.hint": "Scan this code with the camera of your phone, and approve it in Farcaster.",
  "farcaster.making": "Creating code",
  "farcaster.code": "Code to scan with your phone, for Farcaster",
  "farcaster.ready": "The code is ready",
  "farcaster.waiting": "Waiting for Farcaster",
  "farcaster.copy": "Copy link",
  "farcaster.open": "Open Farcaster",
  "farcaster.openText": "Approve the sign-in in the app, then come back here.",
  "farcaster.openLabel": "Open Farcaster, opens another app or a new tab",
  "farcaster.failed": "Not signed in with Farcaster",
  "farcaster.newCode": "New code",
} as const
