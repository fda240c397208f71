import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"

/** Nothing is installed here, and there is no way to a wallet elsewhere. */
export const NoWallets = () => {
  const { t } = useMessages()
  return (
    <Empty icon="wallet" title={t("connect.emptyTitle")} text={t("connect.emptyText")}>
      <Button onPress={() => location.reload()}>{t("connect.reload")}</Button>
    </Empty>
  )
}
