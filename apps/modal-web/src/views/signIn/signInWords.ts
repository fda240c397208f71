/** The words of signing in by somebody else's account, and of what the embedded wallet asks. */
export const signInWords = {
  "title.ConnectSocials": "All socials",
  "title.ConnectingSocial":
    "{provider, select, google {Google} x {X} discord {Discord} github {GitHub} apple {Apple} facebook {Facebook} other {Social account}}",
  "title.ConnectingFarcaster": "Farcaster",
  "title.ApproveTransaction": "Approve transaction",
} as const
