import type { Recipient, RecipientState } from "@wmodal/core/flows"
import { zeroDecimal } from "@wmodal/protocol"
import { Effect } from "effect"
import { type RefObject, useEffect, useId, useState } from "react"
import { useFlowView } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { AddressInput } from "../../ui/AddressInput.tsx"
import { AmountInput } from "../../ui/AmountInput.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { FieldError } from "../wallet/FlowNotice.tsx"
import { Available, TokenAmountCard } from "../wallet/TokenAmountCard.tsx"
import { formatFiatAmount, formatShortAmount } from "./formatAmounts.ts"
import { getSendErrorField } from "./formErrors.ts"
import type { EditingSend } from "./WalletSend.tsx"

export interface SendCardProps {
  readonly state: EditingSend
  readonly input: RefObject<HTMLInputElement | null>
}

/** The amount and the token to send. */
export const AmountCard = ({ state: { form, amount, error }, input }: SendCardProps) => {
  const { run, send, t } = useFlowView()
  const id = useId()
  const { holding, unit } = form
  const token = holding?.token ?? null
  const symbol = token?.symbol ?? ""
  const wrong = error !== null && getSendErrorField(error) === "amount" ? error : null
  const inFiat = unit === "fiat"
  return (
    <TokenAmountCard
      token={token}
      label={t("send.token", { symbol })}
      choose={{ _tag: "WalletSendSelectToken" }}
      error={wrong}
      errorId={`${id}-wrong`}
      below={
        holding !== null && (
          <div className="amount-row">
            <OtherUnit form={form} amount={amount} />
            <Available
              id={`${id}-have`}
              token={holding.token}
              balance={holding.balance}
              isMax={form.max}
              onMax={() => run(send.useMax)}
            />
          </div>
        )
      }
    >
      <AmountInput
        value={form.amount}
        label={inFiat ? t("send.amountFiat") : t("send.amount", { symbol })}
        sign={inFiat ? "$" : null}
        invalid={wrong !== null}
        describedBy={`${id}-have${wrong === null ? "" : ` ${id}-wrong`}`}
        input={input}
        onType={(text) => run(send.typeAmount(text))}
      />
    </TokenAmountCard>
  )
}

/** The amount in the other unit; a press makes it the input's unit. Hidden without a known price. */
const OtherUnit = ({ form, amount }: Pick<EditingSend, "form" | "amount">) => {
  const { run, send, t, locale } = useFlowView()
  const { holding, unit } = form
  if (holding === null || holding.price === null) return <span />
  const { token } = holding
  const toToken = unit === "fiat"
  const other = toToken
    ? formatShortAmount(locale, amount.units ?? 0n, token)
    : formatFiatAmount(locale, amount.fiat ?? zeroDecimal)
  return (
    <button
      type="button"
      className="text-button muted"
      aria-label={
        toToken
          ? t("send.switchToToken", { amount: other, symbol: token.symbol })
          : t("send.switchToFiat", { amount: other })
      }
      onClick={() => run(send.switchUnit)}
    >
      <bdi dir="ltr">{other}</bdi>
      <Icon name="flip" />
    </button>
  )
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
export const RecipientCard = ({ state: { form, recipient, error }, input }: SendCardProps) => {
  const { engine, run, send, recipients, t } = useFlowView()
  const { chainNamespace } = useValue(engine.networks.shown).network
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
