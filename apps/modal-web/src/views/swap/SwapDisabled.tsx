import { useMessages } from "../../messages/Translate.tsx"
import { FeatureDisabled } from "../wallet/FeatureDisabled.tsx"

export const SwapDisabled = () => {
  const { t } = useMessages()
  return <FeatureDisabled icon="flip" title={t("swap.off")} text={t("swap.offText")} />
}
