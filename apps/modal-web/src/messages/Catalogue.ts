import { engineMessages } from "@wmodal/core"
import type { ButtonWordId } from "./button.ts"
import { en } from "./en.ts"

/** English, whole: the views' words and the engine's. */
export const english = { ...engineMessages, ...en }

export type MessageId = keyof typeof english

/** The texts of one language; what is missing is English. */
export type Catalogue = Readonly<Partial<Record<MessageId | ButtonWordId, string>>>
