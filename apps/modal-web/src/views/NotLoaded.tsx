import { useMessages } from "../messages/Translate.tsx"
import { Button } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"

/** A notice that a part of the modal did not load, with a retry. */
export const NotLoaded = ({ onRetry }: { readonly onRetry: () => void }) => {
  const { t } = useMessages()
  return (
    <>
      <Notice tone="bad" title={t("shell.failed")} text={t("shell.failedText")} />
      <Button onPress={onRetry}>{t("shell.tryAgain")}</Button>
    </>
  )
}
