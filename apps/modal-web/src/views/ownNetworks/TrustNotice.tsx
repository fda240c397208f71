import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"

/** What a node learns of the user, and what the user has only its word for. */
export const TrustNotice = () => {
  const { t } = useMessages()
  return (
    <div className="notice" data-tone="warn">
      <Icon name="alert" />
      <div className="notice-text">
        <strong>{t("ownNetworks.trust")}</strong>
        <span>{t("ownNetworks.trustText")}</span>
      </div>
    </div>
  )
}
