import type { EngineMessageId } from "@wmodal/core"
import type { ButtonMessageId } from "./buttonMessages.ts"
import type { walletMessages } from "./walletMessages.ts"

/** The words that come first, as ICU messages, in English. Those of later views are in `wallet.ts`. */
export const en = {
  "shell.back": "Back",
  "shell.close": "Close",
  "shell.loading": "Loading…",
  "shell.failed": "Something did not load",
  "shell.failedText": "Check your connection. Nothing was sent.",
  "shell.tryAgain": "Try again",

  "connect.title": "Connect",
  "connect.wallets": "Wallets",
  "connect.found": "Wallets found: {count}",
  "connect.looking": "Looking for wallets",
  "connect.installed": "Installed",
  "connect.getIt": "Not installed",
  "connect.onPhone": "On your phone",
  "connect.scan": "Scan with your phone",
  "connect.all": "All wallets",
  "connect.ready": "Ready",
  "connect.recent": "Recent",

  "account.title": "Account",

  "networks.title": "Choose network",

  "switch.title": "Switch network",
} as const

/** The type that views may name. */
export type MessageId = EngineMessageId | keyof typeof en | keyof typeof walletMessages

/** English: the words that come first, and later, with the views that say them, the others. */
export const englishMessages: Partial<Record<MessageId, string>> = { ...en }

/** The texts of one language; what is missing is English. */
export type Catalogue = Readonly<Partial<Record<MessageId | ButtonMessageId, string>>>
