import type { EngineMessageId } from "@wmodal/core"
import type { ButtonWordId } from "./button.ts"
import { en } from "./en.ts"
import type { walletWords } from "./wallet.ts"

/** The type that views may name. */
export type MessageId = EngineMessageId | keyof typeof en | keyof typeof walletWords

/** English: the words that come first, and later, with the views that say them, the others. */
export const english: Partial<Record<MessageId, string>> = { ...en }

/** The texts of one language; what is missing is English. */
export type Catalogue = Readonly<Partial<Record<MessageId | ButtonWordId, string>>>
