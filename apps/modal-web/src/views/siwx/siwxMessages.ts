/** Messages of sign-in with a signature. */
export const siwxMessages = {
  "siwx.asks": "wants you to sign in",
  "siwx.checking": "Looking for your session",
  "siwx.preparing": "Preparing the message",
  "siwx.storing": "Checking your signature",
  "siwx.heading": "Sign in with your wallet",
  "siwx.note": "Your signature proves that this account is yours. It costs nothing and moves nothing.",
  "siwx.cancelNote": "Cancel disconnects your wallet.",
  "siwx.site": "Site",
  "siwx.until": "Valid until",
  "siwx.from": "Valid from",
  "siwx.resources": "Grants access to",
  "siwx.message": "Whole message",
  "siwx.unread": "This message has another form than sign-in messages have. Read it before you sign.",
  "siwx.sign": "Sign in",
  "siwx.askingText": "Sign the message in {wallet}. You are then signed in here.",
  "siwx.slowText":
    "No response for a minute. Look for the request in your wallet, or go back. A late signature is not used.",
  "siwx.none": "Nothing to sign",
  "siwx.noneText": "This account is signed in, or none is connected.",
} as const
