import { useMessages } from "../../messages/Translate.tsx"
import { FeatureDisabled } from "../wallet/FeatureDisabled.tsx"

export const SendDisabled = () => {
  const { t } = useMessages()
  return <FeatureDisabled icon="out" title={t("send.off")} text={t("send.offText")} />
}
