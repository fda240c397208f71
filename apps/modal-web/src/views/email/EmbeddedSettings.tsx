import type { SignedIn } from "@wmodal/core"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useSignIn } from "../../binding/useSignIn.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolated } from "../../messages/numbers.ts"
import { useWords } from "../../messages/Words.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { AccountTypes } from "./AccountTypes.tsx"
import { boundedEmail } from "./boundedEmail.ts"

/** What belongs to a wallet that was had by signing in: who that is, which of its accounts is used, and its own page. */
export const EmbeddedSettings = () => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const user = useValue(useSignIn().user)
  if (user === null) return null
  return (
    <>
      <WhoRow user={user} />
      {user.canSwitchType && <AccountTypes user={user} />}
      <ListItem
        picture={
          <span className="tile">
            <Icon name="wallet" />
          </span>
        }
        title={t("embedded.upgrade")}
        detail={t("embedded.upgradeText")}
        end={<Icon name="forward" />}
        onPress={() => run(engine.router.push({ _tag: "UpgradeEmailWallet" }))}
      />
    </>
  )
}

/** An address can be changed by whom it signs in; another's account says which it is. */
const WhoRow = ({ user: { email, username, by } }: { readonly user: SignedIn }) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const picture = (
    <span className="tile">
      <Icon name={email === null ? "person" : "mail"} />
    </span>
  )
  if (by === "email" && email !== null)
    return (
      <ListItem
        picture={picture}
        title={isolated(boundedEmail(email))}
        detail={t("embedded.email")}
        label={t("embedded.changeEmail", { email })}
        end={<Icon name="pen" />}
        onPress={() => run(engine.router.push({ _tag: "UpdateEmailWallet" }))}
      />
    )
  const who = username ?? (email === null ? null : boundedEmail(email))
  return (
    <div className="row still">
      {picture}
      <span className="row-text">
        {who !== null && (
          <span className="row-title">
            <bdi>{who}</bdi>
          </span>
        )}
        <span className={who === null ? "row-title" : "row-detail"}>{t("embedded.by", { by })}</span>
      </span>
    </div>
  )
}
