import type { Message } from "@wmodal/core"
import { createContext, useContext } from "react"
import { type Catalogue, english, type MessageId } from "./Catalogue.ts"
import { format, type MessageValues } from "./format.ts"

/** Turns a message id into words. */
export interface Words {
  readonly t: (id: MessageId, values?: MessageValues) => string
  /** The engine's messages carry their id as text; an unknown one is shown as the fallback. */
  readonly say: (message: Message) => string
  readonly locale: string
}

const isMessageId = (id: string): id is MessageId => Object.hasOwn(english, id)

export const makeWords = (locale: string, catalogue: Catalogue): Words => {
  const t: Words["t"] = (id, values) => format(locale, catalogue[id] ?? english[id] ?? id, values)
  return {
    t,
    say: ({ id, values }) => (isMessageId(id) ? t(id, values) : id),
    locale,
  }
}

const WordsContext = createContext<Words>(makeWords("en", {}))

export const WordsProvider = WordsContext.Provider

export const useWords = () => useContext(WordsContext)

/** One message, where a component is asked for. */
export const Word = ({ id, values }: { readonly id: MessageId; readonly values?: MessageValues }) =>
  useWords().t(id, values)
