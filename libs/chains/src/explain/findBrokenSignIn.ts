import type { RequestWarning } from "../contract/Explanation.ts"

/** The first line of a sign-in text of an EVM account, wherever it stands. */
const firstLine = /^[^\S\n\r\u2028\u2029]*\S+ wants you to sign in with your Ethereum account:/imu

/** The whole of one. Values are read where they matter, also those that other formatters write. Source: EIP-4361. */
const whole = new RegExp(
  [
    "^\\S+ wants you to sign in with your Ethereum account:\\n0x[0-9a-fA-F]{40}\\n",
    "(?:\\n[^\\n]+\\n)?\\n+URI: \\S+\\nVersion: 1\\nChain ID: \\S+\\nNonce: \\S+\\nIssued At: \\S+",
    "(?:\\nExpiration Time: \\S+)?(?:\\nNot Before: \\S+)?(?:\\nRequest ID: [^\\n]*)?",
    "(?:\\nResources:(?:\\n- \\S+)*)?\\n?$",
  ].join(""),
  "u",
)

/**
 * Warns of a text that reads like a sign-in of an EVM account and has not the form of one: lines are missing, repeated
 * or in another order. What the site takes from it may differ from what a reader does. On Solana all lines are optional.
 */
export const findBrokenSignIn = (message: string): readonly RequestWarning[] =>
  firstLine.test(message) && !whole.test(message.replaceAll("\r\n", "\n")) ? [{ _tag: "BrokenSignIn" }] : []
