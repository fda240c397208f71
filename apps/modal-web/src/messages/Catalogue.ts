import type { EngineMessageId } from "@wmodal/core"
import type { namesMessages } from "../views/names/namesMessages.ts"
import type { ownNetworksMessages } from "../views/ownNetworks/ownNetworksMessages.ts"
import type { sessionsMessages } from "../views/sessions/sessionsMessages.ts"
import type { ButtonMessageId } from "./buttonMessages.ts"
import type { paymentMessages } from "./paymentMessages.ts"
import type { walletMessages } from "./walletMessages.ts"

/** The first messages, as English ICU messages. Those of later views are in `walletMessages.ts`. */
export const en = {
  "shell.back": "Back",
  "shell.close": "Close",
  "shell.loading": "Loading…",
  "shell.failed": "Something did not load",
  "shell.failedText": "Check your connection. Nothing was sent.",
  "shell.stuckText":
    "Check your connection. If it works, reload the page: some browsers load nothing a second time. Nothing was sent.",
  "shell.tryAgain": "Try again",
  "shell.reload": "Reload the page",

  "connect.title": "Connect Wallet",
  "connect.wallets": "Wallets",
  "connect.found": "Wallets found: {count}",
  "connect.looking": "Finding wallets",
  "connect.installed": "Installed",
  "connect.getIt": "Not installed",
  "connect.onPhone": "On your phone",
  "connect.scan": "Scan with your phone",
  "connect.all": "All wallets",
  "connect.unlisted": "Not loaded",
  "connect.ready": "Ready",
  "connect.recent": "Recent",

  "networks.title": "Choose Network",
} as const

/** The message ids that views may use. */
export type MessageId =
  | EngineMessageId
  | keyof typeof en
  | keyof typeof walletMessages
  | keyof typeof paymentMessages
  | keyof typeof namesMessages
  | keyof typeof ownNetworksMessages
  | keyof typeof sessionsMessages

/** English messages: the first ones, and those of lazy views once they are loaded. */
export const englishMessages: Partial<Record<MessageId, string>> = { ...en }

/** The texts of one language; missing ones are shown in English. */
export type Catalogue = Readonly<Partial<Record<MessageId | ButtonMessageId, string>>>
