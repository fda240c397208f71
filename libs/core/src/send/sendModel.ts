import type { CaipAddress, PaymentUri, TransactionRequestReason } from "@wmodal/protocol"
import { isSameToken } from "../holdings/findHolding.ts"
import type { Holding } from "../holdings/Holdings.ts"
import { type Recipient, RecipientError } from "../recipients/Recipients.ts"
import { findShortfall, getMaxSendable } from "../services/funds.ts"
import { formatAmountInput, parseAmountInput, toFiatValue } from "./amountInput.ts"
import { makeSendError } from "./payer.ts"
import { findContradiction, toTransferNotes } from "./paymentLink.ts"
import type {
  AmountUnit,
  FeeState,
  LinkedPayment,
  RecipientState,
  SendAmount,
  SendError,
  SendForm,
  SendState,
} from "./Send.ts"

/** The user's input, and its amount. */
export interface SendDraft {
  /** The owning account; `null` without a connection. */
  readonly payer: CaipAddress | null
  readonly holding: Holding | null
  /** The text of the amount field, in the form of `applyNumericEdit`. */
  readonly text: string
  readonly unit: AmountUnit
  /** Base units; `null` while the text is not a valid amount. */
  readonly units: bigint | null
  /** True if the unit was switched without typing since: `units` counts, and the text is their value. */
  readonly pinned: boolean
  readonly max: boolean
  readonly recipient: string
  /** True if the user chose the token, which a link then does not replace. */
  readonly isTokenChosen: boolean
  /** True if a link filled in token and amount, and neither was edited since. */
  readonly isLinked: boolean
}

/** A query result with its query. It is valid for no other query. */
interface QueryAnswer<A> {
  readonly query: string
  readonly answer: A
}

/** The query results of a draft. */
export interface SendDraftData {
  readonly recipient: QueryAnswer<RecipientState> | null
  readonly fee: QueryAnswer<FeeState> | null
  /** The reason why the review failed. */
  readonly refusal: SendError | null
  readonly preparing: boolean
}

/** The payer, as far as it is known without requests. */
export interface SendPayer {
  readonly native: bigint | null
  readonly smart: boolean
}

export const emptySendDraft: SendDraft = {
  payer: null,
  holding: null,
  text: "",
  unit: "token",
  units: null,
  pinned: false,
  max: false,
  recipient: "",
  isTokenChosen: false,
  isLinked: false,
}

export const emptySendDraftData: SendDraftData = {
  recipient: null,
  fee: null,
  refusal: null,
  preparing: false,
}

type SendEditingState = Extract<SendState, { readonly _tag: "Editing" }>

export const withAmount = (draft: SendDraft, text: string): SendDraft => ({
  ...draft,
  text,
  max: false,
  pinned: false,
  isLinked: false,
  units: draft.holding === null ? null : parseAmountInput(text, draft.unit, draft.holding),
})

/** Sets another token, or newer data of the same one. A fiat text keeps its value, if the new token has a price. */
export const withHolding = (draft: SendDraft, holding: Holding): SendDraft => {
  const same = draft.holding !== null && isSameToken(draft.holding.token, holding.token)
  const { pinned, text, unit, units } = draft
  if (unit === "fiat" && holding.price === null) {
    const kept = same ? units : null
    const shown = kept === null ? null : formatAmountInput(kept, "token", holding)
    return { ...draft, holding, unit: "token", text: shown ?? "", units: kept, pinned: false }
  }
  return same && pinned && units !== null
    ? { ...draft, holding, text: formatAmountInput(units, unit, holding) ?? text }
    : { ...draft, holding, units: parseAmountInput(text, unit, holding), pinned: false }
}

/**
 * Fills in what the recipient's link requests, unless the user has entered it: an amount that the user typed becomes one
 * of the link's token, but a token that the user chose, or all of its balance, stays.
 */
export const withLinkedPayment = (draft: SendDraft, { amount, holding }: LinkedPayment): SendDraft => {
  if (holding === null) return draft
  const isOther = draft.holding === null || !isSameToken(draft.holding.token, holding.token)
  const isKept = draft.max || (draft.isTokenChosen && draft.holding !== null && isOther)
  if (!draft.isLinked && isKept) return draft
  if (!draft.isLinked && draft.text !== "") return isOther ? withHolding(draft, holding) : draft
  const filled = { ...withHolding({ ...draft, unit: "token" }, holding), isLinked: true }
  const text = amount === null ? null : formatAmountInput(amount, "token", holding)
  return text === null ? filled : { ...withAmount(filled, text), isLinked: true }
}

/** Sets another recipient. What a link filled in was for its own; `first` is the token without a choice. */
export const withRecipient = (draft: SendDraft, recipient: string, first: Holding | null): SendDraft =>
  draft.isLinked && recipient !== draft.recipient
    ? {
        ...draft,
        recipient,
        holding: draft.isTokenChosen ? draft.holding : first,
        text: "",
        units: null,
        pinned: false,
        isLinked: false,
      }
    : { ...draft, recipient }

/** Returns the same value in the other unit; `null` without a known price. */
export const withSwitchedUnit = (draft: SendDraft, shown: SendEditingState): SendDraft | null => {
  const { holding } = draft
  if (holding === null || holding.price === null) return null
  const unit = draft.unit === "token" ? "fiat" : "token"
  const { units } = shown.amount
  // An invalid amount stays as typed.
  return units === null
    ? { ...draft, unit, units: parseAmountInput(draft.text, unit, holding) }
    : { ...draft, unit, units, text: formatAmountInput(units, unit, holding) ?? draft.text, pinned: true }
}

const toQueryKey = (...parts: readonly unknown[]): string => JSON.stringify(parts.map(String))

/** Returns the recipient query: stops depend on the token too. `null` without input. */
export const toRecipientQuery = ({ holding, payer, recipient }: SendDraft): string | null =>
  recipient.trim() === ""
    ? null
    : toQueryKey(payer, recipient, holding?.token.network, holding?.token.address)

const toRecipientState = (draft: SendDraft, { recipient }: SendDraftData): RecipientState => {
  const question = toRecipientQuery(draft)
  if (question === null) return { _tag: "Empty" }
  return recipient?.query === question ? recipient.answer : { _tag: "Resolving" }
}

export interface FeeQuery {
  readonly key: string
  readonly holding: Holding
  /** Base units. */
  readonly amount: bigint
  /** True if it is the whole balance, of which the fee remains. */
  readonly max: boolean
  /** `null` without a recipient. */
  readonly to: Recipient | null
}

/** Returns the fee query, or `null` if it is incomplete. */
export const toFeeQuery = (draft: SendDraft, learnt: SendDraftData): FeeQuery | null => {
  const { holding, max, payer, units } = draft
  if (holding === null || payer === null) return null
  const amount = max ? holding.balance : units
  if (amount === null || amount <= 0n || amount > holding.balance) return null
  const recipient = toRecipientState(draft, learnt)
  const to = recipient._tag === "Resolved" ? recipient.recipient : null
  const key = toQueryKey(
    payer,
    holding.token.network,
    holding.token.address,
    amount,
    max,
    to?.address,
    JSON.stringify(to === null ? {} : toTransferNotes(to)),
  )
  return { key, holding, amount, max, to }
}

const toFeeState = (draft: SendDraft, learnt: SendDraftData): FeeState => {
  const question = toFeeQuery(draft, learnt)
  if (question === null) return { _tag: "None" }
  return learnt.fee?.query === question.key ? learnt.fee.answer : { _tag: "Estimating" }
}

/** Returns the UI state of a draft and its query results, and depends on nothing else. */
export const toSendEditingState = (
  draft: SendDraft,
  learnt: SendDraftData,
  purse: SendPayer,
): SendEditingState => {
  const { holding } = draft
  const { preparing, refusal } = learnt
  const recipient = toRecipientState(draft, learnt)
  const fee = toFeeState(draft, learnt)
  const means = toSpendableFunds(draft, fee, purse)
  const units = draft.max ? means && getMaxSendable(means) : draft.units
  const isKnown = units !== null && holding !== null
  const error = refusal ?? findSendFormError(draft, means, { units, recipient, fee })
  // For the whole native balance the review checks the fee, which it knows.
  const isAmount = units === null ? draft.max && holding !== null : units > 0n
  // The server of a link chooses token and amount.
  const isComplete = recipient._tag === "Server" || (recipient._tag === "Resolved" && isAmount)
  return {
    _tag: "Editing",
    form: toSendForm(draft, units, recipient),
    amount: { units, fiat: isKnown ? toFiatValue(units, holding.token.decimals, holding.price) : null },
    recipient,
    fee,
    error,
    preparing,
    ready: !preparing && error === null && isComplete,
  }
}

type SpendableFunds = Parameters<typeof getMaxSendable>[0]

const toSpendableFunds = (
  { holding }: SendDraft,
  fee: FeeState,
  { native, smart }: SendPayer,
): SpendableFunds | null => {
  if (holding === null) return null
  const isNative = holding.token.address === null
  const balance = (fee._tag === "Estimated" ? fee.spendable : undefined) ?? holding.balance
  return {
    balance,
    native: isNative ? balance : native,
    isNative,
    fee: fee._tag === "Estimated" ? fee.fee.most : null,
    smart,
  }
}

/** Returns the field text: the checked address only, without the text around it or its original notation. */
const formatRecipientText = (typed: string, recipient: RecipientState): string => {
  if (recipient._tag !== "Resolved") return typed
  const { address, link } = recipient.recipient
  // The text is the link while the payment has more of it than the address.
  if (link !== undefined && hasRequest(link)) return typed
  return typed.toLowerCase().includes(address.toLowerCase()) ? address : typed
}

const hasRequest = ({ label, memo, message, references, token, unused }: PaymentUri): boolean =>
  token !== undefined ||
  references.length + unused.length > 0 ||
  [label, memo, message].some((text) => text !== undefined)

const toSendForm = (
  { holding, max, recipient: typed, text, unit }: SendDraft,
  units: bigint | null,
  recipient: RecipientState,
): SendForm => ({
  holding,
  amount:
    max && units !== null && holding !== null ? (formatAmountInput(units, unit, holding) ?? text) : text,
  unit,
  max,
  recipient: formatRecipientText(typed, recipient),
})

/** Returns the error of a draft that differs from its recipient's link; `null` if it does not. */
const findDraftContradiction = (
  { holding, max, recipient: text }: SendDraft,
  recipient: RecipientState,
  units: bigint | null,
): RecipientError | null => {
  if (holding === null || recipient._tag !== "Resolved" || recipient.linked === undefined) return null
  return findContradiction(recipient.linked, { holding, amount: max ? "max" : units }, text)
}

/** Returns the error of an amount next to a link whose server chooses it; `null` without one. */
export const findServerContradiction = (
  { max, recipient: text, text: amount }: SendDraft,
  { host }: Extract<RecipientState, { readonly _tag: "Server" }> | TransactionRequestReason,
): SendError | null =>
  max || amount !== ""
    ? makeSendError({
        _tag: "Recipient",
        error: new RecipientError({ text, reason: { _tag: "ServerChooses", host } }),
      })
    : null

/** Returns the problem of the current input; `null` while something is only missing. */
const findSendFormError = (
  draft: SendDraft,
  means: SpendableFunds | null,
  { fee, recipient, units }: Pick<SendEditingState, "fee" | "recipient"> & Pick<SendAmount, "units">,
): SendError | null => {
  if (recipient._tag === "Server") return findServerContradiction(draft, recipient)
  if (means === null) return null
  if (!draft.max && draft.text !== "" && units === null) return makeSendError({ _tag: "InvalidAmount" })
  const differs = findDraftContradiction(draft, recipient, units)
  if (differs !== null) return makeSendError({ _tag: "Recipient", error: differs })
  const lacking = findShortfall({ ...means, amount: units ?? 0n })
  const asked = draft.max || (units !== null && units > 0n)
  if (asked && lacking !== null) return makeSendError({ _tag: "Insufficient", of: lacking })
  if (draft.max && means.balance === 0n) return makeSendError({ _tag: "Insufficient", of: "token" })
  if (recipient._tag === "Failed") return makeSendError({ _tag: "Recipient", error: recipient.error })
  // The review repeats every failed read.
  return fee._tag === "Failed" && fee.error.reason._tag !== "Problem" ? fee.error : null
}
