import { useWords } from "../../messages/Words.tsx"
import { TurnedOff } from "../wallet/TurnedOff.tsx"

export const SendOff = () => {
  const { t } = useWords()
  return <TurnedOff icon="out" title={t("send.off")} text={t("send.offText")} />
}
