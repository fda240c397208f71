import { useEngine } from "../../binding/EngineContext.tsx"
import { useNames } from "../../binding/useNames.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"

/** What a name is for, the names that the account has, and the way to another one. */
export const ChooseAccountName = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const owned = useValue(useNames().owned)
  const hasNames = owned._tag === "Loaded" && owned.names.length > 0
  return (
    <>
      <div className="mail-head">
        <span className="empty-icon">
          <Icon name="person" />
        </span>
        <h2>{t("names.introTitle")}</h2>
        <p>{t("names.intro")}</p>
      </div>
      <OwnedNames />
      <Button onPress={() => run(engine.router.push({ _tag: "RegisterAccountName" }))}>
        {t(hasNames ? "names.chooseAnother" : "names.choose")}
      </Button>
    </>
  )
}

const OwnedNames = () => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const names = useNames()
  const owned = useValue(names.owned)
  const account = useValue(engine.account.state)
  switch (owned._tag) {
    case "Loading":
      return <Skeleton rows={1} label={t("names.loading")} />
    case "Failed":
      return <FlowFailure problem={owned.error} onRetry={() => run(names.loadOwned)} />
    case "Loaded":
      return owned.names.length === 0 ? null : (
        <section>
          <h2 className="group-title">{t("names.owned")}</h2>
          <ul className="list" aria-label={t("names.owned")}>
            {owned.names.map((name) => (
              <li key={name} className="row">
                <span className="row-text">
                  <span className="row-title">
                    <bdi dir="ltr">{name}</bdi>
                  </span>
                </span>
                {name === account?.profileName && <Badge>{t("names.shown")}</Badge>}
              </li>
            ))}
          </ul>
        </section>
      )
  }
}
