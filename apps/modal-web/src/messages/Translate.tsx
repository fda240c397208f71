import type { Message } from "@wmodal/core"
import { createContext, useContext } from "react"
import { type Catalogue, englishMessages, type MessageId } from "./Catalogue.ts"
import { format, type MessageValues } from "./format.ts"

/** Formats a message id as text. */
export interface Translate {
  readonly t: (id: MessageId, values?: MessageValues) => string
  /** Formats an engine message, whose id is text; an unknown one shows its fallback. */
  readonly say: (message: Message) => string
  readonly locale: string
}

const isMessageId = (id: string): id is MessageId => Object.hasOwn(englishMessages, id)

export const makeTranslate = (locale: string, catalogue: Catalogue): Translate => {
  const t: Translate["t"] = (id, values) => format(locale, catalogue[id] ?? englishMessages[id] ?? id, values)
  return {
    t,
    say: ({ id, values }) => (isMessageId(id) ? t(id, values) : id),
    locale,
  }
}

const TranslateContext = createContext<Translate>(makeTranslate("en", {}))

export const TranslateProvider = TranslateContext.Provider

export const useMessages = () => useContext(TranslateContext)

/** Renders one message where a component is required. */
export const MessageText = ({ id, values }: { readonly id: MessageId; readonly values?: MessageValues }) =>
  useMessages().t(id, values)
