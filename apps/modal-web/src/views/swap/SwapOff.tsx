import { useWords } from "../../messages/Words.tsx"
import { TurnedOff } from "../wallet/TurnedOff.tsx"

export const SwapOff = () => {
  const { t } = useWords()
  return <TurnedOff icon="flip" title={t("swap.off")} text={t("swap.offText")} />
}
