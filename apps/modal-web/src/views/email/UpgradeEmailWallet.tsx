import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Fact, Facts } from "../../ui/Facts.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { LinkButton } from "../../ui/LinkButton.tsx"
import { useLast } from "./useLast.ts"

/** The way to the wallet's own page, which is told apart from any other by its address. */
export const UpgradeEmailWallet = () => {
  const { t } = useWords()
  const signIn = useSignIn()
  const user = useLast(useValue(signIn.user))
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
      <Facts>
        <Fact name={t("upgrade.where")}>
          <bdi dir="ltr">{new URL(signIn.dashboard).host}</bdi>
        </Fact>
        {who !== null && (
          <Fact name={t("upgrade.signIn")}>
            <bdi>{who}</bdi>
          </Fact>
        )}
      </Facts>
      <LinkButton href={signIn.dashboard} label={t("upgrade.goOpens")}>
        {t("upgrade.go")}
      </LinkButton>
    </div>
  )
}
