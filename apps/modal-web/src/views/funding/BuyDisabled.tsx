import { useMessages } from "../../messages/Translate.tsx"
import { FeatureDisabled } from "../wallet/FeatureDisabled.tsx"

export const BuyDisabled = () => {
  const { t } = useMessages()
  return <FeatureDisabled icon="plus" title={t("buy.off")} text={t("buy.offText")} />
}
