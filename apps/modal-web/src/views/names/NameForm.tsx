import { type NamesState, nameZone } from "@wmodal/core/flows"
import { useId, useRef } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useNames } from "../../binding/useNames.ts"
import type { MessageId } from "../../messages/Catalogue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Badge } from "../../ui/Badge.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { NameInput } from "../../ui/NameInput.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { FlowFailure } from "../wallet/FlowFailure.tsx"

type Editing = Extract<NamesState, { readonly _tag: "Editing" }>

/** The typed name, the rule that it breaks, and available names like it. */
export const NameForm = ({ state: { error, suggestions, text } }: { readonly state: Editing }) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const names = useNames()
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const fault = toFault(error)
  const missing = text === "" ? t("names.empty") : fault && t(fault)
  return (
    <form
      className="email-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === null) run(names.review(text))
        else input.current?.focus()
      }}
    >
      <label className="field-label" htmlFor={id}>
        {t("names.label")}
      </label>
      <NameInput
        id={id}
        value={text}
        hint={t("names.hint")}
        suffix={`.${nameZone}`}
        invalid={fault !== null}
        describedBy={`${id}-rule`}
        input={input}
        onType={(typed) => run(names.type(typed.trim()))}
      />
      <p id={`${id}-rule`} className={fault === null ? "send-note" : "email-fault"}>
        {fault !== null && <Icon name="alert" />}
        <span>{t(fault ?? "names.rule")}</span>
      </p>
      <FlowFailure problem={fault === null ? error : null} />
      <Suggestions suggestions={suggestions} />
      <SubmitButton missing={missing} busy={null}>
        {t("names.review")}
      </SubmitButton>
    </form>
  )
}

const toFault = (error: Editing["error"]): MessageId | null => {
  if (error?.reason._tag === "TooShort") return "names.short"
  return error?.reason._tag === "Malformed" ? "names.malformed" : null
}

const Suggestions = ({ suggestions }: Pick<Editing, "suggestions">) => {
  const { run } = useEngine()
  const { t } = useMessages()
  const names = useNames()
  switch (suggestions._tag) {
    case "None":
      return null
    case "Loading":
      return <Skeleton rows={2} label={t("names.looking")} />
    case "Failed":
      return <FlowFailure problem={suggestions.error} />
    case "Loaded":
      return (
        <section>
          <h2 className="group-title">{t("names.suggestions")}</h2>
          <p className="hidden" role="status">
            {t("names.found", { count: suggestions.suggestions.length })}
          </p>
          <ul className="list" aria-label={t("names.suggestions")}>
            {suggestions.suggestions.map(({ name, registered }) => (
              <li key={name}>
                <button
                  type="button"
                  className="row"
                  aria-disabled={registered}
                  onClick={() => {
                    if (!registered) run(names.review(name))
                  }}
                >
                  <span className="row-text">
                    <span className="row-title">
                      <bdi dir="ltr">{name}</bdi>
                    </span>
                  </span>
                  <Badge>{t(registered ? "names.taken" : "names.free")}</Badge>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )
  }
}
