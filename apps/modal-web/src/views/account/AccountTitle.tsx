import { truncate } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { addressTruncation, nameTruncation } from "./accountTruncation.ts"

/** The account's name, or its shortened address. */
export const AccountTitle = () => {
  const { engine } = useEngine()
  const { t } = useMessages()
  const account = useValue(engine.account.state)
  if (account === null) return t("account.title")
  const { profileName, address } = account
  return profileName === null ? truncate(address, addressTruncation) : truncate(profileName, nameTruncation)
}
