import { swapNetworks } from "@wmodal/api"
import { Clock, formatAmount, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { ifState } from "../effects/followState.ts"
import { runDetached } from "../effects/runDetached.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import { toNativeHolding } from "../holdings/toHolding.ts"
import { makeSubmitter } from "../operation/makeSubmitter.ts"
import { parseTypedAmount } from "../send/amountInput.ts"
import { isSmartAccount } from "../send/payer.ts"
import { type ActiveAccount, getActiveAccount, watchActiveAccount } from "../services/ActiveAccount.ts"
import { loadChain } from "../services/loadChain.ts"
import { findSwapMaximum } from "./findSwapMaximum.ts"
import { makeQuotePoller, type QuoteListener } from "./makeQuotePoller.ts"
import { makeSwapReviewer } from "./makeSwapReviewer.ts"
import { findToken, makeSwapTokenStore } from "./makeSwapTokenStore.ts"
import type { Swap, SwapError, SwapState, SwapToken } from "./Swap.ts"
import { makeSwapError, mapSwapError, type SwapContext, type SwapDeps } from "./SwapContext.ts"
import { isUnsupported, makePrepareSwap, makeSwapKind } from "./swapKind.ts"
import {
  emptySwapDraft,
  emptySwapDraftData,
  parseSourceAmount,
  type SwapDraft,
  type SwapDraftData,
  toMaximumQuery,
  toQuoteQuery,
  toSwapEditingState,
  withMaxAmount,
  withSwitchedSides,
  withToken,
} from "./swapModel.ts"
import { fetchQuote, openSwap } from "./swapReads.ts"
import { isSlippage, quoteRefreshIntervalMs } from "./toSwapQuote.ts"

export const makeSwap = (deps: SwapDeps) =>
  Effect.gen(function* () {
    const { exchange, holdings, networks, options } = deps
    const scope = yield* Effect.scope
    const starting = yield* makeTaskHandle
    const maximizing = yield* makeTaskHandle

    let draft: SwapDraft = emptySwapDraft
    let learnt: SwapDraftData = emptySwapDraftData
    /** The query whose maximum was asked for; `null` if none is wanted, or it has to be asked again. */
    let maximum: string | null = null
    /** True after the first start: from then on every shown account is read. */
    let begun = false
    /** UTC milliseconds of the last request to the exchange. */
    let askedAt = 0

    const tokens = yield* makeSwapTokenStore(deps)
    const context: SwapContext = { ...deps, tokens, batchless: new Set() }
    const prepare = makePrepareSwap(context)
    const { submit } = yield* makeSubmitter(deps, makeSwapKind(context))

    const offers = (network: ActiveAccount["network"]): boolean =>
      options.features.swaps &&
      exchange !== null &&
      swapNetworks.includes(network.caipNetworkId) &&
      !exchange.gate.excludes(network.caipNetworkId)
    /** Returns the swapping account; `null` if swaps are not supported. */
    const swapper = (): ActiveAccount | null => {
      const holder = getActiveAccount(deps)
      return holder?.known === true && offers(holder.network) ? holder : null
    }
    const unsupported = (): SwapState => ({
      _tag: "Unsupported",
      networks: networks.configured.filter(offers),
    })
    const idle = (): SwapState => (swapper() === null ? unsupported() : { _tag: "Initializing" })

    const offered = yield* SubscriptionRef.make(swapper() !== null)
    const state = yield* SubscriptionRef.make<SwapState>(idle())
    const now = () => SubscriptionRef.getUnsafe(state)
    const set = (next: SwapState) => SubscriptionRef.set(state, next)

    const purse = () => {
      const { network } = SubscriptionRef.getUnsafe(networks.shown)
      const native = toNativeHolding(network, 0n).token
      return { network, tokens, native, smart: isSmartAccount(deps, { network }) }
    }
    const current = () => toSwapEditingState(draft, learnt, purse())

    const asked = Effect.map(Clock.currentTimeMillis, (at) => {
      askedAt = at
    })
    const learn: QuoteListener = (change) =>
      Effect.suspend(() => {
        const found = change(learnt)
        if (found === null) return Effect.void
        learnt = { ...learnt, ...found }
        return show
      })
    const quotes = yield* makeQuotePoller((query) => {
      const user = getActiveAccount(deps)?.address
      const { gasPrice } = learnt
      const answer =
        exchange === null || user === undefined || gasPrice === null
          ? makeSwapError({ _tag: "Unsupported" })
          : fetchQuote(exchange, { ...query, user, gasPrice })
      return Effect.andThen(asked, answer)
    }, learn)
    const show: Effect.Effect<void> = ifState(state, "Editing", () =>
      Effect.all([set(current()), quotes.follow(toQuoteQuery(draft)), followMaximum], { discard: true }),
    )
    /** Finds the maximum that is wanted, once for each swap that it is wanted for. */
    const followMaximum: Effect.Effect<void> = Effect.suspend(() => {
      const wanted = toMaximumQuery(draft, purse())
      if ((wanted?.key ?? null) === maximum) return Effect.void
      maximum = wanted?.key ?? null
      if (wanted === null) return maximizing.stop
      const { key, source } = wanted
      const ifWanted = (change: () => void) => {
        if (toMaximumQuery(draft, purse())?.key === key) change()
      }
      const found = Effect.match(findSwapMaximum(deps, wanted), {
        onFailure: (refusal) =>
          ifWanted(() => {
            learnt = { ...learnt, refusal }
          }),
        onSuccess: (amount) =>
          ifWanted(() => {
            draft = { ...draft, text: formatAmount(amount, source.decimals) }
          }),
      })
      return Effect.asVoid(maximizing.run(Effect.andThen(asked, Effect.andThen(found, show))))
    })
    tokens.onChange(show)

    const toForm = (refusal: SwapError | null): Effect.Effect<void> =>
      Effect.gen(function* () {
        const before = now()
        const waited = before._tag !== "Editing"
        // The approved spender may still spend the amount, regardless of the swap's problem.
        if (isApproved(before) && refusal !== null && refusal.reason._tag !== "ApprovalFailed")
          yield* deps.toasts.show("error", { id: "flow.swap.approvalStays" })
        // The shown account may have changed during the wallet request.
        if (waited && getActiveAccount(deps)?.account !== draft.payer) return yield* startAnew
        learnt = { ...learnt, preparing: false, refusal }
        yield* set(current())
        yield* show
        if (waited) yield* quotes.again
      })
    const reviewing = yield* makeSwapReviewer({ ...deps, prepare, asked, state, submit, toForm })

    /** Shows the form from here on. */
    const edit = (next: SwapDraft) =>
      Effect.gen(function* () {
        yield* reviewing.stop
        draft = next
        yield* toForm(null)
      })
    /** An edit must not hide the wallet's open request. */
    const ifEdited = (change: () => SwapDraft | null) =>
      Effect.suspend(() => {
        const next = /^(Editing|Reviewing)$/.test(now()._tag) ? change() : null
        return next === null ? Effect.void : edit(next)
      })
    const choose =
      (side: "source" | "destination") =>
      ({ token }: SwapToken) =>
        Effect.gen(function* () {
          if (token.network !== purse().network.caipNetworkId) return
          yield* ifEdited(() => withToken(draft, side, token))
          yield* Effect.forkIn(tokens.price(token), scope)
        })

    const open = (holder: ActiveAccount) =>
      Effect.gen(function* () {
        const { gasPrice, source } = yield* openSwap(context, holder)
        draft = { ...draft, source: draft.source ?? source }
        learnt = { ...learnt, gasPrice }
        yield* set(current())
        yield* show
      }).pipe(
        Effect.catch((error) =>
          error.reason._tag === "Unsupported"
            ? Effect.andThen(SubscriptionRef.set(offered, false), set(unsupported()))
            : set({ _tag: "Failed", error }),
        ),
      )
    /** Reads everything for the shown account; `of` is the data that is kept. */
    const start = (of: SwapDraft, refusal: SwapError | null) =>
      Effect.gen(function* () {
        yield* reviewing.stop
        yield* quotes.follow(null)
        const holder = swapper()
        draft = { ...of, payer: holder?.account ?? null }
        learnt = { ...emptySwapDraftData, refusal }
        yield* set(idle())
        if (holder === null) yield* tokens.clear
        yield* holder === null || !begun ? starting.stop : runDetached(starting, open(holder))
      })

    /** Starts for the shown account, with the part of the input that is still valid. It runs in the background. */
    const startAnew: Effect.Effect<void> = Effect.suspend(() => {
      const holder = getActiveAccount(deps)
      const kept = draft.source?.network === holder?.network.caipNetworkId ? draft : emptySwapDraft
      const next = { ...kept, slippage: draft.slippage }
      const lost = holder !== null && /^(Reviewing|Approving)$/.test(now()._tag)
      return Effect.asVoid(
        Effect.forkIn(start(next, lost ? makeSwapError({ _tag: "Changed" }) : null), scope, {
          startImmediately: true,
        }),
      )
    })
    yield* watchActiveAccount(deps, (holder) =>
      Effect.gen(function* () {
        yield* SubscriptionRef.set(offered, swapper() !== null)
        const { _tag } = now()
        // An open wallet request stays open.
        if (holder !== null && /^(Asking|Approving|Left)$/.test(_tag)) return
        yield* startAnew
      }),
    )

    const review = Effect.gen(function* () {
      const before = now()
      if (before._tag === "Reviewing") return yield* reviewing.again
      if (before._tag !== "Editing" || learnt.preparing) return
      yield* edit(draft)
      const { destination, max, slippage, source } = draft
      const amount = parseSourceAmount(draft)
      if (source === null || destination === null) return
      if (amount === null || amount <= 0n) return yield* toForm(makeSwapError({ _tag: "InvalidAmount" }))
      yield* learn(() => ({ preparing: true }))
      yield* reviewing.begin(current().form, { source, destination, amount, slippage, max })
    })

    const watch: Effect.Effect<never> = Effect.gen(function* () {
      while (true) {
        const wait = askedAt + quoteRefreshIntervalMs - (yield* Clock.currentTimeMillis)
        if (wait > 0) yield* Clock.sleep(wait)
        else {
          yield* asked
          yield* now()._tag === "Editing"
            ? quotes.again
            : Effect.forkIn(reviewing.again, scope, { startImmediately: true })
        }
      }
    })

    const find: Swap["find"] = (text) =>
      Effect.gen(function* () {
        const holder = swapper()
        if (holder === null) return yield* makeSwapError({ _tag: "Unsupported" })
        const { actions } = yield* loadChain(deps, holder)
        const place = { network: holder.network, address: actions.address, rules: actions.rules }
        const listed = () => {
          const list = SubscriptionRef.getUnsafe(tokens.state)
          return list._tag === "Listed" && list.tokens[0]?.token.network === holder.network.caipNetworkId
            ? list.tokens
            : null
        }
        if (listed() === null) {
          // While the served networks are unread, the exchange lists no token.
          if (exchange !== null)
            yield* exchange.gate.supports(holder.network.caipNetworkId).pipe(mapSwapError("initialize"))
          yield* Effect.all([tokens.load(place), holdings.refresh], { concurrency: "unbounded" })
        }
        return yield* findToken(text.trim(), listed() ?? [], place)
      }).pipe(catchDefects)

    const prepareOrder: Swap["prepare"] = (order) =>
      Effect.gen(function* () {
        const { pending, review: made } = yield* prepare(order)
        return pending === null ? made : yield* makeSwapError({ _tag: "Duplicate", entry: pending.id })
      })

    /** Reviews a swap again step by step if the wallet rejects the batch. */
    const withoutBatch = ifState(state, "Reviewing", ({ error, review }) =>
      review.path._tag === "Batch" && isUnsupported(error) ? reviewing.again : Effect.void,
    )

    const swap: Swap = {
      state,
      tokens: tokens.state,
      offered,
      begin: Effect.suspend(() => {
        begun = true
        return start({ ...emptySwapDraft, slippage: draft.slippage }, null)
      }),
      watch,
      chooseSource: choose("source"),
      chooseDestination: choose("destination"),
      typeAmount: (text) =>
        ifEdited(() => {
          const typed = parseTypedAmount(text)
          return typed === null ? null : { ...draft, text: typed, max: false }
        }),
      useMax: ifEdited(() => {
        maximum = null
        return withMaxAmount(draft, purse())
      }),
      switchSides: ifEdited(() => withSwitchedSides(draft, current().quote)),
      setSlippage: (slippage) => ifEdited(() => (isSlippage(slippage) ? { ...draft, slippage } : null)),
      review,
      back: Effect.suspend(() =>
        /^(Reviewing|Asking|Approving)$/.test(now()._tag) ? edit(draft) : Effect.void,
      ),
      acknowledge: reviewing.acknowledge,
      accept: (shown) =>
        ifState(state, "Reviewing", (one) =>
          one.review === shown ? set({ ...one, agreed: shown, worse: null }) : Effect.void,
        ),
      confirm: ifState(state, "Reviewing", (one) => {
        if (one.worse !== null) return Effect.void
        // The refresh of a stale review continues.
        return one.stale
          ? set({ ...one, error: makeSwapError({ _tag: "Stale" }) })
          : Effect.andThen(reviewing.confirm, withoutBatch)
      }),
      find,
      prepare: prepareOrder,
      open: (order) =>
        Effect.gen(function* () {
          yield* asked
          const made = yield* prepareOrder(order)
          const { amount, destination, source } = made.quote
          const text = formatAmount(amount, source.decimals)
          draft = { payer: made.account, source, destination, text, ...made.form }
          learnt = { ...learnt, preparing: false, refusal: null }
          yield* reviewing.open(current().form, made)
          return made
        }),
      submit: (made, passed) => submit(made, passed),
    }
    return swap
  })

/** Returns whether the chain has the approval, and nothing of the swap. */
const isApproved = (state: SwapState): boolean =>
  (state._tag === "Approving" || state._tag === "Reviewing") && state.progress.approval !== null
