import { getOnrampBlockchain, type HistoryTransaction, makeOnramp as makeOnrampClient } from "@wmodal/api"
import { Clock, formatAmount, parseUrl, SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect, Result } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import type { Activity } from "../activity/Activity.ts"
import { catchDefects } from "../effects/catchDefects.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import type { Holdings } from "../holdings/Holdings.ts"
import { FundingError } from "../problems/FundingError.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import { watchArrivals } from "../receive/watchArrivals.ts"
import { isSmartAccount } from "../send/payer.ts"
import { type ActiveAccount, getActiveAccount, watchActiveAccount } from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { getBuyObstacle } from "./canBuy.ts"
import type { BuyProgress, BuyVisit, Onramp, OnrampProvider, OnrampState } from "./Onramp.ts"
import {
  describePurchase,
  getAmountError,
  getPurchaseState,
  listBuyCurrencies,
  listBuyTokens,
  listProviders,
  parseProviderUrl,
  toBuyQuote,
} from "./onrampModel.ts"

/** Milliseconds. Source of the first two: the AppKit 1.7.2 wire. */
export const onrampTimesMs = { poll: 4_000, follow: 180_000, quoteDelay: 200 } as const

interface OnrampDeps
  extends Pick<
    EngineServices,
    "account" | "networks" | "clients" | "options" | "router" | "toasts" | "emit"
  > {
  readonly accounts: Accounts
  readonly holdings: Pick<Holdings, "state" | "refetch">
  readonly activity: Pick<Activity, "retry">
}

type Choosing = Extract<OnrampState, { readonly _tag: "Choosing" }>
type Visiting = Extract<OnrampState, { readonly _tag: "Visiting" }>

/** The currency in which the provider's page reads a preset payment. */
const presetCurrency = "USD"

export const makeOnramp = (deps: OnrampDeps) =>
  Effect.gen(function* () {
    const { activity, clients, emit, holdings, options, router, toasts } = deps
    const { api } = clients
    const client = api === null ? null : yield* makeOnrampClient({ ...api.caller, gate: api.gate })
    const state = yield* SubscriptionRef.make<OnrampState>({ _tag: "Disconnected" })
    const quoting = yield* makeTaskHandle
    const following = yield* makeTaskHandle
    /** False until the UI opens the flow; from then on every shown account is read. */
    let wanted = false
    let turn = 0

    const now = () => SubscriptionRef.getUnsafe(state)
    const set = (next: OnrampState) => SubscriptionRef.set(state, next)
    const ifChoosing = (change: (form: Choosing) => Effect.Effect<void>) =>
      Effect.suspend(() => {
        const form = now()
        return form._tag === "Choosing" ? change(form) : Effect.void
      })
    const update = (change: (form: Choosing) => Choosing) => ifChoosing((form) => set(change(form)))
    const getAccountType = () => {
      const { network } = SubscriptionRef.getUnsafe(deps.networks.shown)
      return { isSmartAccount: isSmartAccount(deps, { network }) }
    }

    /** Requests a quote for the form as it is, after a pause in the typing. */
    const quote = ifChoosing((form) => {
      const { amount, currency, token } = form.form
      const error = getAmountError(amount, currency)
      const isPayable = amount !== "" && error === null && client !== null
      const wanted: Choosing = {
        ...form,
        error,
        quote: { _tag: isPayable ? "Loading" : "None" },
        problem: null,
      }
      if (!isPayable) return Effect.andThen(quoting.stop, set(wanted))
      const ask = Effect.gen(function* () {
        yield* Clock.sleep(onrampTimesMs.quoteDelay)
        const answer = yield* client.quote({
          network: form.network.caipNetworkId,
          purchase: token.record,
          payment: currency.record,
          amount: amount.replace(/\.$/, ""),
        })
        yield* update((form) => ({ ...form, quote: toBuyQuote(answer) }))
      })
      return Effect.andThen(set(wanted), Effect.asVoid(quoting.run(ask)))
    })

    const edit = (change: (form: Choosing["form"], all: Choosing) => Choosing["form"]) =>
      Effect.andThen(
        update((form) => ({ ...form, form: change(form.form, form) })),
        quote,
      )

    const load = (of: ActiveAccount | null) =>
      Effect.gen(function* () {
        const mine = ++turn
        yield* quoting.stop
        yield* following.stop
        if (of === null) return yield* set({ _tag: "Disconnected" })
        const { network } = of
        const obstacle = of.known ? getBuyObstacle(options, network) : "network"
        if (obstacle !== null || client === null)
          return yield* set({ _tag: "NotOffered", because: obstacle ?? "endpoint" })
        yield* set({ _tag: "Loading" })
        const result = yield* Effect.result(client.options(network.caipNetworkId))
        if (mine !== turn) return
        if (Result.isFailure(result)) return yield* set({ _tag: "Failed", problem: result.failure })
        const found = result.success
        const [token, ...tokens] = listBuyTokens(found, network, clients.images)
        const [currency, ...currencies] = listBuyCurrencies(found, clients.images)
        if (token === undefined || currency === undefined)
          return yield* set({ _tag: "NotOffered", because: "network" })
        yield* set({
          _tag: "Choosing",
          network,
          tokens: [token, ...tokens],
          currencies: [currency, ...currencies],
          form: { token, currency, amount: "" },
          quote: { _tag: "None" },
          error: null,
          providers: listProviders(options, network),
          opening: null,
          problem: null,
        })
      })

    const fetchUrl = (
      { name }: OnrampProvider,
      { form: { amount, currency, token }, network, quote }: Choosing,
      { address }: ActiveAccount,
    ): Effect.Effect<string, ReadProblem | FundingError> => {
      if (name === "meld") {
        const url = parseUrl(options.meldUrl ?? "")
        url?.searchParams.set("destinationCurrencyCode", token.record.symbol)
        url?.searchParams.set("walletAddress", address)
        return Effect.succeed(url?.href ?? "")
      }
      if (client === null) return Effect.succeed("")
      const blockchain = getOnrampBlockchain(network.caipNetworkId) ?? ""
      // The page reads a preset payment as US dollars. In another currency, the quoted amount of the token is exact.
      const preset =
        currency.id === presetCurrency
          ? { presetFiatAmount: Number(amount) }
          : quote._tag === "Quoted" && { presetCryptoAmount: Number(quote.amount) }
      return client.url(network.caipNetworkId, {
        destinationWallets: [{ address, blockchains: [blockchain], assets: [token.record.symbol] }],
        defaultNetwork: blockchain,
        partnerUserId: address,
        ...preset,
      })
    }

    /** Returns the purchases at the provider, newest first. */
    const fetchPurchases = ({ address, network }: ActiveAccount) =>
      api === null
        ? Effect.succeed<readonly HistoryTransaction[]>([])
        : Effect.map(
            catchDefects(api.history.page({ network: network.caipNetworkId, address, onramp: "coinbase" })),
            ({ data }) => data,
          )

    const proceed = (visit: BuyVisit, progress: BuyProgress) =>
      Effect.suspend(() => {
        const current = now()
        if (current._tag !== "Visiting" || current.visit !== visit) return Effect.void
        return current.progress._tag === progress._tag ? Effect.void : set({ ...current, progress })
      })

    const arrive = (visit: BuyVisit, bought: string) =>
      Effect.gen(function* () {
        yield* proceed(visit, { _tag: "Arrived", bought })
        yield* toasts.show("success", { id: "flow.buy.arrived", values: { amount: bought } })
        yield* holdings.refetch([null, getContract(visit)])
        yield* activity.retry
      })

    /** Completes when a purchase is settled. After a failed read it goes on with the next one. */
    const pollPurchases = (
      visit: BuyVisit,
      of: ActiveAccount,
      before: readonly HistoryTransaction[] | null,
    ) =>
      Effect.gen(function* () {
        let known = before
        while (true) {
          yield* Clock.sleep(onrampTimesMs.poll)
          const read = yield* Effect.result(fetchPurchases(of))
          if (Result.isFailure(read)) continue
          // If the first read is late, a purchase that is settled in it may be of an earlier visit.
          known ??= read.success.filter((one) => getPurchaseState(one) !== "paid")
          const earlier = new Set(known.map(({ id }) => id))
          const purchase = read.success.find(({ id }) => !earlier.has(id))
          if (purchase === undefined) continue
          switch (getPurchaseState(purchase)) {
            case "arrived":
              return yield* arrive(visit, describePurchase(purchase, visit.token))
            case "failed":
              return yield* proceed(visit, { _tag: "Failed" })
            case "paid":
              yield* proceed(visit, { _tag: "Paid" })
          }
        }
      })

    /** Completes when anything arrives in the account: Meld has no list of purchases. */
    const pollBalances = (visit: BuyVisit) =>
      Effect.gen(function* () {
        const arrived = yield* Deferred.make<string>()
        const watching = watchArrivals(holdings, {
          intervalMs: onrampTimesMs.poll,
          getAccount: () => getActiveAccount(deps)?.account ?? null,
          tokens: () => [null, getContract(visit)],
          onArrival: ([first]) =>
            first === undefined
              ? Effect.void
              : Effect.asVoid(
                  Deferred.succeed(
                    arrived,
                    `${formatAmount(first.amount, first.token.decimals)} ${first.token.symbol}`,
                  ),
                ),
        })
        yield* arrive(visit, yield* Effect.raceFirst(watching, Deferred.await(arrived)))
      })

    /** The purchases before the current visit; `null` if they could not be read. */
    let before: readonly HistoryTransaction[] | null = null

    const isUnderWay = ({ progress: { _tag } }: Visiting) => _tag === "Waiting" || _tag === "Paid"

    yield* watchActiveAccount(deps, (holder) =>
      Effect.suspend(() => {
        const current = now()
        if (holder !== null && current._tag === "Visiting" && isUnderWay(current)) return Effect.void
        return wanted || holder === null ? load(holder) : Effect.void
      }),
    )

    const start = Effect.suspend(() => {
      wanted = true
      return load(getActiveAccount(deps))
    })

    /** True until the form of a proposed purchase appears. */
    let proposed = false

    const onramp: Onramp = {
      state,
      begin: Effect.suspend(() => {
        const current = now()
        if (proposed && current._tag === "Choosing") {
          proposed = false
          return emit("SELECT_BUY_CRYPTO", getAccountType())
        }
        const cameBack = SubscriptionRef.getUnsafe(router.state).direction === "prev"
        return (current._tag === "Visiting" && isUnderWay(current)) ||
          (current._tag === "Choosing" && cameBack)
          ? Effect.void
          : Effect.andThen(emit("SELECT_BUY_CRYPTO", getAccountType()), start)
      }),
      propose: (wanted) =>
        Effect.gen(function* () {
          yield* start
          const current = now()
          if (current._tag !== "Choosing") return null
          const { form } = current
          const token = wanted.token === undefined ? form.token : findToken(current, wanted.token)
          const currency =
            wanted.currency === undefined ? form.currency : findCurrency(current, wanted.currency)
          if (token === undefined) return "token"
          if (currency === undefined) return "currency"
          proposed = true
          yield* edit(() => ({ token, currency, amount: wanted.amount ?? "" }))
          return null
        }),
      chooseToken: (symbol) =>
        edit((form, all) => ({ ...form, token: findToken(all, symbol) ?? form.token })),
      chooseCurrency: (id) =>
        edit((form, all) => ({ ...form, currency: findCurrency(all, id) ?? form.currency })),
      typeAmount: (amount) => edit((form) => ({ ...form, amount })),
      select: (name) =>
        ifChoosing((form) =>
          Effect.gen(function* () {
            const of = getActiveAccount(deps)
            const provider = form.providers.find((one) => one.name === name)
            const { amount, currency, token } = form.form
            if (of === null || provider === undefined || form.opening !== null) return
            if (amount === "" || form.error !== null)
              return yield* update((form) => ({
                ...form,
                problem: new FundingError({ reason: { _tag: "InvalidAmount" } }),
              }))
            const mine = turn
            yield* emit("SELECT_BUY_PROVIDER", { provider: name, ...getAccountType() })
            yield* update((form) => ({ ...form, opening: name, problem: null }))
            before = name === "meld" ? null : yield* Effect.orElseSucceed(fetchPurchases(of), () => null)
            const text = yield* Effect.result(fetchUrl(provider, form, of))
            if (mine !== turn) return
            const page = Result.isSuccess(text) ? parseProviderUrl(text.success) : null
            if (page === null)
              return yield* update((form) => ({
                ...form,
                opening: null,
                problem: Result.isFailure(text)
                  ? text.failure
                  : new FundingError({ reason: { _tag: "UnsafeUrl", provider: provider.label } }),
              }))
            const visit = {
              provider,
              ...page,
              token,
              currency,
              amount,
              network: form.network,
              address: of.address,
            }
            yield* quoting.stop
            yield* set({ _tag: "Visiting", visit, progress: { _tag: "Ready" } })
            yield* router.push({ _tag: "BuyInProgress" })
          }),
        ),
      follow: Effect.suspend(() => {
        const current = now()
        const of = getActiveAccount(deps)
        if (current._tag !== "Visiting" || of === null) return Effect.void
        const { progress, visit } = current
        if (progress._tag !== "Ready" && progress._tag !== "Late") return Effect.void
        const poll = visit.provider.name === "meld" ? pollBalances(visit) : pollPurchases(visit, of, before)
        return Effect.andThen(
          proceed(visit, { _tag: "Waiting" }),
          Effect.asVoid(
            following.run(
              poll.pipe(
                Clock.timeoutOrElse({
                  duration: onrampTimesMs.follow,
                  orElse: () => proceed(visit, { _tag: "Late" }),
                }),
              ),
            ),
          ),
        )
      }),
      leave: start,
      explain: Effect.andThen(
        Effect.suspend(() => emit("SELECT_WHAT_IS_A_BUY", getAccountType())),
        router.push({ _tag: "WhatIsABuy" }),
      ),
    }
    return onramp
  })

const findToken = ({ tokens }: Choosing, symbol: string) =>
  tokens.find((one) => one.symbol.toLowerCase() === symbol.trim().toLowerCase())

const findCurrency = ({ currencies }: Choosing, id: string) =>
  currencies.find((one) => one.id === id.trim().toUpperCase())

/** Returns the contract of the bought token as the server names it. */
const getContract = ({ network, token }: BuyVisit): string | null =>
  token.record.networks.find(({ chain_id }) => chain_id === String(network.id))?.contract_address || null
