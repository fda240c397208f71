import type { PairingLink } from "@wmodal/chains/walletconnect"
import { useMessages } from "../../messages/Translate.tsx"
import { CopyButton } from "../../ui/CopyButton.tsx"
import { Icon } from "../../ui/Icon.tsx"

/**
 * A button that copies the link for a wallet that can neither scan nor be opened from here. Its space is kept while the
 * link is made.
 */
export const CopyLink = ({ link }: { readonly link: PairingLink | null }) => {
  const { t } = useMessages()
  return link === null ? (
    <span className="chip still" aria-hidden="true">
      <Icon name="copy" />
      <span>{t("phone.copy")}</span>
    </span>
  ) : (
    <CopyButton
      text={link.uri}
      label={t("phone.copy")}
      copied={t("shell.copied")}
      failed={t("shell.copyFailed")}
    />
  )
}
