import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { ListItem } from "../../ui/ListItem.tsx"
import { truncateEmail } from "./emailAddress.ts"

/** The signed-in user. An email address that signs in can be changed; a social account shows its provider. */
export const SignedInRow = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const user = useValue(engine.signedIn)
  if (user === null) return null
  const { email, username, by } = user
  const picture = (
    <span className="tile">
      <Icon name={by === "email" ? "mail" : "person"} />
    </span>
  )
  if (by === "email" && email !== null) {
    const shown = truncateEmail(email)
    return (
      <ListItem
        picture={picture}
        title={<SignedInName>{shown}</SignedInName>}
        detail={t("embedded.email")}
        end={
          <>
            <span className="hidden">
              {shown !== email && <bdi>{email}</bdi>} {t("embedded.changeEmail")}
            </span>
            <Icon name="pen" />
          </>
        }
        onPress={() => run(engine.router.push({ _tag: "UpdateEmailWallet" }))}
      />
    )
  }
  const who = username ?? (email === null ? null : truncateEmail(email))
  return (
    <div className="row still">
      {picture}
      <span className="row-text">
        {who !== null && (
          <span className="row-title">
            <SignedInName>{who}</SignedInName>
          </span>
        )}
        <span className={who === null ? "row-title" : "row-detail"}>{t("embedded.by", { by })}</span>
      </span>
    </div>
  )
}

/** The user's name, whole at any text size. */
const SignedInName = ({ children }: { readonly children: string }) => <bdi className="who">{children}</bdi>
