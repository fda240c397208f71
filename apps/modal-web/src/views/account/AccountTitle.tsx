import { truncate } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"

/** The account's name, or its shortened address. */
export const AccountTitle = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const account = useValue(engine.account.state)
  return account === null ? t("account.title") : (account.profileName ?? truncate(account.address))
}
