import type { Recipient, RecipientState } from "@wmodal/core/flows"
import { Effect } from "effect"
import { type RefObject, useEffect, useId, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { AddressInput } from "../../ui/AddressInput.tsx"
import { FieldError } from "./FieldError.tsx"
import type { EditingSend } from "./SendForm.tsx"

export interface RecipientCardProps {
  readonly state: EditingSend
  readonly input: RefObject<HTMLInputElement | null>
}

/** The number of suggestions that users read before typing. */
const maxSuggestions = 3

const getRecipientProblem = (recipient: RecipientState, error: EditingSend["error"]) =>
  recipient._tag === "Failed"
    ? recipient.error
    : error?.reason._tag === "Recipient"
      ? error.reason.error
      : null

const matchesTyped = ({ name, address }: Recipient, typed: string) =>
  [name ?? "", address].some((text) => text.toLowerCase().includes(typed))

/** The recipient to send to. */
export const RecipientCard = ({ state: { form, recipient, error }, input }: RecipientCardProps) => {
  const { engine, run } = useEngine()
  const { chainNamespace } = useValue(engine.networks.shown).network
  const { t } = useMessages()
  const { send, recipients } = useFlows()
  const id = useId()
  const [known, setKnown] = useState<readonly Recipient[]>([])
  useEffect(
    () => run(Effect.flatMap(recipients.suggestions, (all) => Effect.sync(() => setKnown(all)))),
    [run, recipients],
  )

  const typed = form.recipient.trim().toLowerCase()
  const found = recipient._tag === "Resolved" ? recipient.recipient : null
  const suggestions = known.filter((one) => matchesTyped(one, typed)).slice(0, maxSuggestions)
  const wrong = getRecipientProblem(recipient, error)
  const looking = recipient._tag === "Resolving"
  return (
    <AddressInput
      value={form.recipient}
      found={found}
      looking={looking}
      invalid={wrong !== null}
      describedBy={wrong !== null ? `${id}-wrong` : found === null ? undefined : `${id}-found`}
      suggestions={suggestions}
      words={{
        label: t("send.to"),
        hint: t("send.toHint", { namespace: chainNamespace }),
        clear: t("send.clear"),
        suggestions: t("send.known"),
        count: t("send.knownCount", { count: suggestions.length }),
      }}
      input={input}
      onType={(text) => run(send.typeRecipient(text))}
    >
      <span className="hidden" role="status">
        {looking ? t("send.resolving") : found === null ? null : t("send.found")}
      </span>
      {found !== null && (
        <p id={`${id}-found`} className="address-found">
          {found.name !== null && found.name.toLowerCase() !== typed && <strong>{found.name}</strong>}
          <AddressGroups address={found.address} />
        </p>
      )}
      {wrong !== null && <FieldError id={`${id}-wrong`} error={wrong} />}
    </AddressInput>
  )
}
