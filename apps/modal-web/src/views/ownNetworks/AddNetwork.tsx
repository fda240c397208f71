import type { NetworkDraft, OwnNetworkError } from "@wmodal/core/flows"
import { useEffect, useRef, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useOwnNetworks } from "../../binding/useOwnNetworks.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { FormField, type FormFieldProps } from "../../ui/FormField.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { TrustNotice } from "./TrustNotice.tsx"

const emptyDraft: NetworkDraft = { name: "", url: "", chainId: "", symbol: "", explorer: "" }

const fields: readonly (Pick<FormFieldProps, "latin" | "kind"> & { readonly name: keyof NetworkDraft })[] = [
  { name: "name" },
  { name: "url", latin: true, kind: "url" },
  { name: "chainId", latin: true },
  { name: "symbol" },
  { name: "explorer", latin: true, kind: "url" },
]

/** The form in which a user adds a network. Its node is asked for its chain id first. */
export const AddNetwork = () => {
  const { run } = useEngine()
  const { t } = useMessages()
  const own = useOwnNetworks()
  const state = useValue(own.state)
  const [draft, setDraft] = useState(emptyDraft)
  const form = useRef<HTMLFormElement>(null)
  const isChecking = state._tag === "Checking"
  const error = isChecking ? null : state.error
  const faults = error?.reason._tag === "Invalid" ? error.reason.faults : {}

  // Runs after each attempt: the first field with a fault gets the focus.
  useEffect(() => {
    if (error?.reason._tag === "Invalid")
      form.current?.querySelector<HTMLInputElement>('input[aria-invalid="true"]')?.focus()
  }, [error])

  return (
    <form
      ref={form}
      className="email-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isChecking) run(own.add(draft))
      }}
    >
      <TrustNotice />
      {fields.map(({ name, ...field }) => {
        const fault = faults[name]
        return (
          <FormField
            key={name}
            name={name}
            label={t(`ownNetworks.${name}`)}
            hint={t(`ownNetworks.${name}Hint`)}
            value={draft[name]}
            fault={fault === undefined ? null : t(`ownNetworks.fault.${fault}`)}
            onType={(text) => setDraft({ ...draft, [name]: text })}
            {...field}
          />
        )
      })}
      {error !== null && error.reason._tag !== "Invalid" && <ErrorNotice error={error} />}
      <SubmitButton
        missing={null}
        busy={isChecking ? t("ownNetworks.checking", { host: isolateText(state.host) }) : null}
      >
        {t("ownNetworks.submit")}
      </SubmitButton>
    </form>
  )
}

/** Says why a network is not added, or not removed. */
export const ErrorNotice = ({ error: { reason } }: { readonly error: OwnNetworkError }) => {
  const { t } = useMessages()
  switch (reason._tag) {
    case "Invalid":
      return null
    case "Listed": {
      const network = isolateText(reason.network.name)
      return (
        <Notice tone="bad" title={t("ownNetworks.listed", { network })} text={t("ownNetworks.listedText")} />
      )
    }
    case "Last": {
      const network = isolateText(reason.network.name)
      return <Notice tone="bad" title={t("ownNetworks.last", { network })} text={t("ownNetworks.lastText")} />
    }
    case "NotOffered":
      return <Notice tone="bad" title={t("ownNetworks.notOffered")} text={t("ownNetworks.notOfferedText")} />
    case "NoResponse": {
      const host = isolateText(reason.host)
      return (
        <Notice
          tone="bad"
          title={t("ownNetworks.noResponse", { host })}
          text={t("ownNetworks.noResponseText")}
        />
      )
    }
    case "OtherNetwork": {
      const { host, served, typed } = reason
      return (
        <Notice
          tone="bad"
          title={t("ownNetworks.other", { host: isolateText(host) })}
          text={
            served === null
              ? t("ownNetworks.otherNone", { typed })
              : t("ownNetworks.otherText", { typed, served })
          }
        />
      )
    }
  }
}
