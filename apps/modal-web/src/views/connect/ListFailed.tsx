import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/Notice.tsx"

/** A notice that the list of wallets could not be loaded, with a retry. */
export const ListFailed = ({ onRetry }: { readonly onRetry: () => void }) => {
  const { t } = useMessages()
  return (
    <>
      <Notice tone="bad" title={t("wallets.failed")} text={t("wallets.failedText")} />
      <Button onPress={onRetry}>{t("shell.tryAgain")}</Button>
    </>
  )
}
