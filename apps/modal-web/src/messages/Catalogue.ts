import { engineMessages } from "@wmodal/core"
import { en } from "./en.ts"

/** English, whole: the views' words and the engine's. */
export const english = { ...engineMessages, ...en }

export type MessageId = keyof typeof english

/** The texts of one language; what is missing is English. */
export type Catalogue = Readonly<Partial<Record<MessageId, string>>>
