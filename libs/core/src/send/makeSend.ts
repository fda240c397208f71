import { hasKey, parsePaymentUri, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { followState } from "../effects/followState.ts"
import { runDetached } from "../effects/runDetached.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import { isSameToken } from "../holdings/findHolding.ts"
import type { Holding } from "../holdings/Holdings.ts"
import type { Token } from "../networks/Token.ts"
import { makeConfirmation } from "../operation/makeConfirmation.ts"
import { makeSubmitter, type Submitter } from "../operation/makeSubmitter.ts"
import { watchActiveAccount } from "../services/ActiveAccount.ts"
import { formatAmountInput, parseTypedAmount } from "./amountInput.ts"
import { makeDraftQueries, resolveRecipient } from "./draftQueries.ts"
import { makeFeeBump } from "./makeFeeBump.ts"
import { makePreparePayment, toLinkError } from "./makePreparePayment.ts"
import {
  hasCombinedPaymentForm,
  isSmartAccount,
  makeIncompleteError,
  makeSendError,
  type SendDeps,
  toProblemError,
} from "./payer.ts"
import { readPaymentLink } from "./paymentLink.ts"
import type { AnySendReview, Send, SendError, SendForm, SendState } from "./Send.ts"
import {
  emptySendDraft,
  emptySendDraftData,
  findServerContradiction,
  type SendDraft,
  type SendDraftData,
  toRecipientQuery,
  toSendEditingState,
  withAmount,
  withHolding,
  withLinkedPayment,
  withRecipient,
  withSwitchedUnit,
} from "./sendModel.ts"
import { makeTransferKind } from "./transferKind.ts"

/** Returns the confirmed warnings of one review. */
const getPassed = <Tag extends string>(
  stops: readonly { readonly _tag: Tag }[],
  passed: readonly string[],
): readonly Tag[] => stops.flatMap(({ _tag }) => (passed.includes(_tag) ? [_tag] : []))

export const makeSend = (deps: SendDeps) =>
  Effect.gen(function* () {
    const { holdings, networks, recipients } = deps
    const scope = yield* Effect.scope
    const prepare = makePreparePayment(deps)
    const { signOnly, submit } = yield* makeSubmitter(deps, makeTransferKind(deps))
    const raising = yield* makeFeeBump(deps)
    const reviewing = yield* makeTaskHandle

    let draft: SendDraft = emptySendDraft
    let learnt: SendDraftData = emptySendDraftData
    /** The selected token, even if its balance is not loaded. */
    let chosen: Token | null = null

    const shownNetwork = () => SubscriptionRef.getUnsafe(networks.shown).network
    /** Returns the payer's holdings; those of another network do not count. */
    const held = (): readonly Holding[] => {
      const now = SubscriptionRef.getUnsafe(holdings.state)
      const { payer } = draft
      return payer === null || !hasKey(now, "holdings")
        ? []
        : now.holdings.filter(({ token }) => payer.startsWith(`${token.network}:`))
    }
    const current = () => {
      const native = held().find(({ token }) => token.address === null)?.balance ?? null
      return toSendEditingState(draft, learnt, {
        native,
        smart: isSmartAccount(deps, { network: shownNetwork() }),
      })
    }

    const state = yield* SubscriptionRef.make<SendState>(current())
    const now = () => SubscriptionRef.getUnsafe(state)
    const set = (next: SendState) => SubscriptionRef.set(state, next)
    const serverPayments = Effect.mapError(deps.serverPayments, toProblemError)
    const submitAny: Submitter<AnySendReview, SendError>["submit"] = (review, passed, listener) =>
      hasKey(review, "server")
        ? Effect.flatMap(serverPayments, (server) =>
            server.submit(review, getPassed(review.stops, passed), listener),
          )
        : submit(review, getPassed(review.stops, passed), listener)
    const asking = yield* makeConfirmation<AnySendReview, SendError, SendState>({
      ...deps,
      state,
      submit: submitAny,
      getEntries: (one) => (hasKey(one, "entry") ? [one.entry] : []),
      toAsking: ({ form, review }, { id }) => ({ _tag: "Asking", form, review, entry: id, slow: false }),
      showSent: ({ entry }) => set({ _tag: "Left", entry }),
      showRefusal: (reviewing, error) => set({ ...reviewing, confirming: false, error }),
    })

    const followQueries = yield* makeDraftQueries(deps, (found) =>
      Effect.suspend(() => {
        const answer = found.recipient
        if (answer != null && answer.query !== toRecipientQuery(draft)) return Effect.void
        learnt = { ...learnt, ...found }
        const linked = answer?.answer._tag === "Resolved" ? answer.answer.linked : undefined
        if (answer == null || linked === undefined || now()._tag !== "Editing") return show
        const filled = withLinkedPayment(draft, linked)
        // What was refused is not what is in the form now.
        if (filled.text !== draft.text || filled.holding !== draft.holding)
          learnt = { ...learnt, refusal: null }
        draft = filled
        if (linked.holding !== null && draft.holding === linked.holding) chosen = linked.holding.token
        // Another token is another query, which ends this one.
        return answer.query === toRecipientQuery(draft) ? show : Effect.asVoid(Effect.forkIn(show, scope))
      }),
    )
    const show: Effect.Effect<void> = Effect.suspend(() =>
      now()._tag === "Editing"
        ? Effect.andThen(set(current()), followQueries(draft, learnt))
        : followQueries(draft, learnt),
    )

    const giveUpReading = Effect.suspend(() => {
      learnt = { ...learnt, preparing: false }
      return reviewing.stop
    })

    /** Shows the form from here on. */
    const edit = (next: SendDraft) =>
      Effect.gen(function* () {
        yield* giveUpReading
        yield* asking.stop
        draft = next
        learnt = { ...learnt, refusal: null }
        yield* set(current())
        yield* show
      })
    /** An edit must not hide the wallet's open request. */
    const ifEdited = (change: () => SendDraft | null) =>
      Effect.suspend(() => {
        const next = /^(Asking|Left)$/.test(now()._tag) ? null : change()
        return next === null ? Effect.void : edit(next)
      })

    /** Takes the latest balance of the selected token, or the first holding. */
    const adopt = Effect.suspend(() => {
      const all = held()
      const token = chosen
      const found = token === null ? all[0] : all.find((one) => isSameToken(one.token, token))
      if (found !== undefined && found !== draft.holding) {
        chosen = found.token
        draft = withHolding(draft, found)
      }
      return show
    })

    const start = (next: SendDraft, holding: Holding | null) => {
      chosen = holding?.token ?? null
      learnt = emptySendDraftData
      return Effect.andThen(edit(holding === null ? next : withHolding(next, holding)), adopt)
    }

    yield* watchActiveAccount(deps, (holder) =>
      Effect.suspend(() => {
        const payer = holder?.account ?? null
        if (payer === null) return start(emptySendDraft, null)
        const left = now()
        const token = chosen?.network === holder?.network.caipNetworkId ? chosen : null
        draft = { ...draft, payer, holding: null, units: null }
        chosen = token
        learnt = emptySendDraftData
        // An open wallet request stays open.
        if (left._tag === "Asking" || left._tag === "Left") return adopt
        return Effect.gen(function* () {
          yield* edit(draft)
          yield* adopt
          if (left._tag !== "Reviewing") return
          learnt = { ...learnt, refusal: makeSendError({ _tag: "Changed" }) }
          yield* show
        })
      }),
    )
    yield* followState(holdings.state, () => adopt)

    const showReview = (review: AnySendReview, form: SendForm) => {
      learnt = { ...learnt, preparing: false }
      return set({ _tag: "Reviewing", form, review, passed: [], confirming: false, error: null })
    }

    /** Returns the review of what the link's server chooses; `null` for every other recipient. */
    const readServerReview = Effect.suspend(() => {
      const parsed = parsePaymentUri(draft.recipient.trim())
      if (parsed === null || Result.isSuccess(parsed) || parsed.failure._tag !== "TransactionRequest")
        return Effect.succeed(null)
      const differs = findServerContradiction(draft, parsed.failure)
      if (differs !== null) return Effect.fail(differs)
      return Effect.flatMap(serverPayments, (server) => server.prepare(draft.recipient))
    })

    /** Reads the review of the draft, and shows it. */
    const readReview = Effect.gen(function* () {
      const served = yield* readServerReview
      if (served !== null) return yield* showReview(served, current().form)
      // The holdings of a newly connected account may still be loading.
      if (draft.holding === null) {
        yield* SubscriptionRef.awaitValue(holdings.state, ({ _tag }) => _tag !== "Loading")
        yield* adopt
      }
      const { holding, max, recipient: text, units } = draft
      const amount = max ? "max" : units
      const network = shownNetwork()
      const lacksRecipient = hasCombinedPaymentForm(deps, network) && text.trim() === ""
      if (holding === null || amount === null || amount === 0n || lacksRecipient)
        return yield* makeIncompleteError(deps, network)
      const { recipient } = current()
      const to =
        recipient._tag === "Resolved"
          ? recipient.recipient
          : yield* Effect.mapError(resolveRecipient(recipients, text), (error) =>
              makeSendError({ _tag: "Recipient", error }),
            )
      const review = yield* prepare({ holding, amount, to })
      const { form } = current()
      const all = form.max ? formatAmountInput(review.amount, form.unit, review.holding) : null
      const shown = { ...form, amount: all ?? form.amount }
      yield* showReview(review, shown)
    })

    const review = Effect.gen(function* () {
      const before = now()
      if (before._tag === "Asking" || before._tag === "Left" || learnt.preparing) return
      if (before._tag === "Editing") yield* edit(draft)
      else if (before.confirming) return
      else yield* set({ ...before, error: null })
      learnt = { ...learnt, preparing: true }
      yield* show
      const refused = (refusal: SendError) => {
        learnt = { ...learnt, preparing: false, refusal }
        return Effect.andThen(set(current()), show)
      }
      yield* runDetached(reviewing, Effect.catch(readReview, refused))
    })

    const send: Send = {
      state,
      begin: (holding) =>
        Effect.suspend(() => {
          const here = holding?.token.network === shownNetwork().caipNetworkId
          // A new draft starts without delay.
          return Effect.andThen(
            start(
              { ...emptySendDraft, payer: draft.payer, isTokenChosen: here },
              here ? (holding ?? null) : null,
            ),
            Effect.forkIn(holdings.refresh, scope),
          )
        }).pipe(Effect.asVoid),
      chooseToken: (holding) =>
        ifEdited(() => {
          chosen = holding.token
          return { ...withHolding(draft, holding), isTokenChosen: true, isLinked: false }
        }),
      typeAmount: (text) =>
        ifEdited(() => {
          const typed = parseTypedAmount(text)
          return typed === null ? null : withAmount(draft, typed)
        }),
      switchUnit: ifEdited(() => withSwitchedUnit(draft, current())),
      useMax: ifEdited(() => ({ ...draft, max: true, isLinked: false })),
      typeRecipient: (text) =>
        ifEdited(() => {
          const next = withRecipient(draft, text, held()[0] ?? null)
          if (next.holding !== draft.holding) chosen = next.holding?.token ?? null
          return next
        }),
      review,
      back: Effect.suspend(() => (/^(Reviewing|Asking)$/.test(now()._tag) ? edit(draft) : Effect.void)),
      acknowledge: asking.acknowledge,
      // Confirms the shown review, never one that is still being read.
      confirm: Effect.andThen(giveUpReading, asking.confirm),
      readLink: (to) =>
        Effect.suspend(() => readPaymentLink(deps, to, shownNetwork(), null)).pipe(
          catchDefects,
          Effect.mapError(toLinkError),
        ),
      prepare,
      submit: (review, passed) => submit(review, passed),
      signOnly,
      ...raising,
    }
    return send
  })
