import type { Recipient, RecipientWarning, SendError, SendState } from "@wmodal/core/flows"
import { zeroDecimal } from "@wmodal/protocol"
import { Effect } from "effect"
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react"
import { useFlowView } from "../../binding/useFlowView.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { AddressInput } from "../../ui/AddressInput.tsx"
import { AmountInput } from "../../ui/AmountInput.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { FieldError, FlowNotice } from "../wallet/FlowNotice.tsx"
import { Available, TokenAmountCard } from "../wallet/TokenAmountCard.tsx"
import { UnansweredRequest } from "../wallet/UnansweredRequest.tsx"
import { FeeFacts } from "./FeeFacts.tsx"
import { formatFiatAmount, formatShortAmount } from "./formatAmounts.ts"
import { LinkFacts } from "./LinkFacts.tsx"
import { RecipientNotice } from "./recipientWarnings.tsx"

export type EditingSend = Extract<SendState, { readonly _tag: "Editing" }>

/** The view that composes a payment. */
export const WalletSend = () => {
  const { send, t } = useFlowView()
  const state = useValue(send.state)
  return state._tag === "Editing" ? (
    <SendForm state={state} />
  ) : (
    <div className="waiting">{t("shell.loading")}</div>
  )
}

/**
 * Returns the warnings that are worse than a first payment, or else all. They imply a first payment, and the review
 * requires a confirmation of each.
 */
const getForemostStop = (stops: readonly RecipientWarning[]) => {
  const worse = stops.filter(({ _tag }) => _tag !== "FirstTime")
  return worse.length > 0 ? worse : stops
}

/** The form with token, amount and recipient, the estimated fee, and the errors. */
const SendForm = ({ state }: { readonly state: EditingSend }) => {
  const { engine, run, send, t } = useFlowView()
  const amount = useRef<HTMLInputElement>(null)
  const recipient = useRef<HTMLInputElement>(null)
  const missing = firstMissingSendField(state)
  const { error, form } = state
  const wrong = error === null ? null : getSendErrorField(error)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state.preparing) return
    switch (missing) {
      case null:
        return run(send.review)
      case "Token":
        return run(engine.router.push({ _tag: "WalletSendSelectToken" }))
      case "Amount":
        return amount.current?.focus()
      case "Recipient":
        return recipient.current?.focus()
      case "More":
        return (wrong === "recipient" ? recipient : amount).current?.focus()
      case "Waiting":
        return
    }
  }

  return (
    <form className="send" noValidate onSubmit={submit}>
      <UnansweredRequest of={["Transfer", "Server"]} />
      <AmountCard
        form={form}
        amount={state.amount}
        wrong={wrong === "amount" ? error : null}
        input={amount}
      />
      <RecipientCard state={state} input={recipient} />
      <FeeFacts fee={state.fee} />
      {state.recipient._tag === "Resolved" &&
        getForemostStop(state.recipient.stops ?? []).map((stop) => (
          <RecipientNotice key={stop._tag} stop={stop} />
        ))}
      {error !== null && wrong === "form" && (
        <FlowNotice error={error} onReviewAgain={() => run(send.review)} />
      )}
      <SubmitButton
        missing={
          missing === null ? null : t(missing === "Waiting" ? "send.waiting" : `send.missing${missing}`)
        }
        busy={state.preparing ? t("send.preparing") : null}
      >
        {t("send.review")}
      </SubmitButton>
    </form>
  )
}

/** The reason why no review is possible; `null` when there is none. */
export type MissingSendField = "Token" | "Amount" | "Recipient" | "More" | "Waiting"

export const firstMissingSendField = ({
  form,
  amount,
  recipient,
  error,
  ready,
}: EditingSend): MissingSendField | null => {
  if (ready) return null
  if (form.holding === null) return "Token"
  if (!form.max && (form.amount === "" || amount.units === 0n)) return "Amount"
  if (recipient._tag === "Empty") return "Recipient"
  const wrong = error !== null || recipient._tag === "Failed" || (!form.max && amount.units === null)
  return wrong ? "More" : "Waiting"
}

const fieldsOfErrors: Partial<Record<SendError["reason"]["_tag"], "amount" | "recipient">> = {
  InvalidAmount: "amount",
  Incomplete: "amount",
  Insufficient: "amount",
  Recipient: "recipient",
}

/** Returns the place of an error: its field, else above the button. */
const getSendErrorField = ({ reason }: SendError) => fieldsOfErrors[reason._tag] ?? "form"

interface CardProps {
  readonly input: RefObject<HTMLInputElement | null>
}

interface AmountCardProps extends CardProps, Pick<EditingSend, "form" | "amount"> {
  readonly wrong: SendError | null
}

/** The amount and the token to send. */
const AmountCard = ({ form, amount, wrong, input }: AmountCardProps) => {
  const { run, send, t } = useFlowView()
  const id = useId()
  const { holding, unit } = form
  const token = holding?.token ?? null
  const symbol = token?.symbol ?? ""
  const inFiat = unit === "fiat"
  const describedBy = [holding !== null && `${id}-have`, wrong !== null && `${id}-wrong`]
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
        describedBy={describedBy.filter(Boolean).join(" ") || undefined}
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

const getRecipientProblem = ({ recipient, error }: EditingSend) => {
  if (recipient._tag === "Failed") return recipient.error
  return error?.reason._tag === "Recipient" ? error.reason.error : null
}

const matchesTyped = ({ name, address }: Recipient, typed: string) =>
  [name ?? "", address].some((text) => text.toLowerCase().includes(typed))

interface RecipientCardProps extends CardProps {
  readonly state: EditingSend
}

/** The recipient to send to. */
const RecipientCard = ({ state, input }: RecipientCardProps) => {
  const { engine, run, send, recipients, t } = useFlowView()
  const { chainNamespace } = useValue(engine.networks.shown).network
  const { form, recipient } = state
  const id = useId()
  const [known, setKnown] = useState<readonly Recipient[]>([])
  useEffect(
    () => run(Effect.flatMap(recipients.suggestions, (all) => Effect.sync(() => setKnown(all)))),
    [run, recipients],
  )

  const typed = form.recipient.trim().toLowerCase()
  const found = recipient._tag === "Resolved" ? recipient.recipient : null
  const suggestions = known.filter((one) => matchesTyped(one, typed)).slice(0, maxSuggestions)
  const wrong = getRecipientProblem(state)
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
      {found !== null && <LinkFacts {...found} />}
      {recipient._tag === "Server" && (
        <p className="send-note" role="status">
          {t("send.server", { host: isolateText(recipient.host) })}
        </p>
      )}
      {wrong !== null && <FieldError id={`${id}-wrong`} error={wrong} />}
    </AddressInput>
  )
}
