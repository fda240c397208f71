import type { SignedInUser } from "@wmodal/core"
import { Effect } from "effect"
import { useId, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { usePendingAction } from "./usePendingAction.ts"

const types = ["smartAccount", "eoa"] as const

/** A selection between the wallet's two account types, with their consequences. */
export const AccountTypes = ({ user }: { readonly user: SignedInUser }) => {
  const { t } = useMessages()
  const { engine } = useEngine()
  const [switching, start] = usePendingAction()
  const [wanted, want] = useState<SignedInUser["accountType"] | null>(null)
  const id = useId()
  const choose = (type: SignedInUser["accountType"]) => {
    if (switching || type === user.accountType) return
    want(type)
    start(Effect.flatMap(engine.signIn, ({ setAccountType }) => setAccountType(type)))
  }
  return (
    <section aria-labelledby={id}>
      <h2 className="group-title" id={id}>
        {t("embedded.type")}
      </h2>
      <ul className="list" aria-labelledby={id}>
        {types.map((type) => (
          <li key={type}>
            <button
              type="button"
              className="row type-row"
              aria-current={type === user.accountType ? "true" : undefined}
              aria-disabled={switching}
              onClick={() => choose(type)}
            >
              <span className="tile">
                <Icon name={type === "eoa" ? "key" : "layers"} />
              </span>
              <span className="row-text">
                <span className="row-title">{t(`embedded.${type}`)}</span>
                <span className="row-detail">{t(`embedded.${type}Text`)}</span>
                {type === "smartAccount" && user.smartAccountDeployed === false && (
                  <span className="row-detail">{t("embedded.notDeployed")}</span>
                )}
              </span>
              {switching && type === wanted ? (
                <span className="spinner" aria-hidden="true" />
              ) : (
                type === user.accountType && <Icon name="check" />
              )}
            </button>
          </li>
        ))}
      </ul>
      <p className="count type-note">{t("embedded.ownAddress")}</p>
      <p className="hidden" role="status">
        {switching
          ? t("embedded.switching")
          : wanted === user.accountType && t("embedded.inUse", { type: t(`embedded.${user.accountType}`) })}
      </p>
    </section>
  )
}
