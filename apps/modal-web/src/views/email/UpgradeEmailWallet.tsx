import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { DetailList, DetailRow } from "../../ui/DetailList.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { useLastValue } from "./useLastValue.ts"

/** A link to the embedded wallet's own page, which shows its address so that users can recognise it. */
export const UpgradeEmailWallet = () => {
  const { t } = useMessages()
  const signIn = useSignIn()
  const user = useLastValue(useValue(signIn.user))
  const who = user?.email ?? user?.username ?? null
  return (
    <div className="code-form">
      <div className="mail-head">
        <span className="empty-icon">
          <Icon name="wallet" />
        </span>
        <h2>{t("upgrade.title")}</h2>
        <p>{t("upgrade.text")}</p>
      </div>
      <DetailList>
        <DetailRow name={t("upgrade.where")}>
          <bdi dir="ltr">{new URL(signIn.dashboard).host}</bdi>
        </DetailRow>
        {who !== null && (
          <DetailRow name={t("upgrade.signIn")}>
            <bdi>{who}</bdi>
          </DetailRow>
        )}
      </DetailList>
      <LinkButton href={signIn.dashboard} label={t("upgrade.goOpens")}>
        {t("upgrade.go")}
      </LinkButton>
    </div>
  )
}
