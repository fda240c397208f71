import { useMessages } from "../messages/Translate.tsx"
import { Button } from "../ui/Button.tsx"
import { Notice } from "../ui/Notice.tsx"

/** Returns true when the user has tried to load a part of this page again. */
let wasRetried = false

/**
 * A notice that a part of the modal did not load, with a retry. Browsers such as Chromium 150 and Firefox 153 keep a
 * failed import until the page is reloaded, so a retry that fails as well is followed by an offer to reload it. Source:
 * https://github.com/whatwg/html/issues/6768
 */
export const NotLoaded = ({ onRetry }: { readonly onRetry: () => void }) => {
  const { t } = useMessages()
  const retry = () => {
    wasRetried = true
    onRetry()
  }
  return (
    <>
      <Notice
        tone="bad"
        title={t("shell.failed")}
        text={t(wasRetried ? "shell.stuckText" : "shell.failedText")}
      />
      <Button onPress={retry}>{t("shell.tryAgain")}</Button>
      {wasRetried && (
        <Button tone="quiet" onPress={() => location.reload()}>
          {t("shell.reload")}
        </Button>
      )}
    </>
  )
}
