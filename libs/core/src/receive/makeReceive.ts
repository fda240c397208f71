import { type ChainActions, sanitizeLine } from "@wmodal/chains"
import { parseAmount, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Result, Stream } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import type { Activity } from "../activity/Activity.ts"
import { catchDefects } from "../effects/catchDefects.ts"
import { isSameToken } from "../holdings/findHolding.ts"
import type { Holdings } from "../holdings/Holdings.ts"
import { toNativeHolding } from "../holdings/toHolding.ts"
import type { Token } from "../networks/Token.ts"
import { EngineError } from "../problems/EngineError.ts"
import { FundingError } from "../problems/FundingError.ts"
import { type ActiveAccount, getActiveAccount, watchActiveAccount } from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { loadChain } from "../services/loadChain.ts"
import type { Arrival, PaymentRequest, Receive, ReceiveState, ReceiveWarning } from "./Receive.ts"
import { watchArrivals } from "./watchArrivals.ts"

/** Milliseconds between two reads of the balances while the address is shown. Source: the AppKit 1.7.2 wire. */
export const arrivalIntervalMs = 10_000

interface ReceiveDeps extends Pick<EngineServices, "account" | "networks" | "connectors"> {
  readonly clients: Pick<EngineServices["clients"], "rpcOf">
  readonly accounts: Pick<Accounts, "entries">
  readonly holdings: Pick<Holdings, "state" | "refetch" | "find">
  readonly activity: Pick<Activity, "retry">
}

/** The shown account, and the rules of its chain once they are loaded. */
interface Receiver {
  readonly of: ActiveAccount
  readonly rules: ChainActions["rules"] | null
}

/** What was read of the last requested token. */
interface RecallFact {
  readonly token: Token | null
  readonly warning: "Recallable" | "RecallUnread" | null
}

export const makeReceive = (deps: ReceiveDeps) =>
  Effect.gen(function* () {
    const { accounts, holdings, activity } = deps
    const state = yield* SubscriptionRef.make<ReceiveState>({ _tag: "Disconnected" })
    let receiver: Receiver | null = null
    let form: { readonly token: Token | null; readonly amount: string } = { token: null, amount: "" }
    let arrivals: readonly Arrival[] = []

    let recall: RecallFact = { token: null, warning: null }

    /** Reads whether the issuer of a token may take it back. Native currencies and other chains have no such issuer. */
    const readRecall = (of: ActiveAccount, token: Token) =>
      Effect.gen(function* () {
        const { address } = token
        const { actions, asking } = yield* loadChain(deps, of)
        if (address === null || actions.rules.hasRecallableTokens !== true) return null
        const described = yield* catchDefects(actions.token({ ...asking, token: address }))
        return described?.isRecallable === true ? "Recallable" : null
      }).pipe(
        Effect.orElseSucceed(() => "RecallUnread" as const),
        Effect.map((warning): RecallFact => ({ token, warning })),
      )

    const getWarnings = (
      { of: { address, network }, rules }: Receiver,
      requested: PaymentRequest["requested"],
    ): readonly ReceiveWarning[] => {
      const type = SubscriptionRef.getUnsafe(accounts.entries).find(
        (entry) => entry.namespace === network.chainNamespace && entry.address === address,
      )?.type
      const shared = rules?.sharesAddresses === true
      const isKnown =
        requested !== null && recall.token !== null && isSameToken(recall.token, requested.token)
      const warnings: readonly (ReceiveWarning["_tag"] | false | null)[] = [
        isKnown && recall.warning,
        shared && network.testnet === true && "Testnet",
        type === "smartAccount" && "SmartAccount",
        type === "ordinal" && "Ordinals",
        shared && type !== "smartAccount" && network.testnet !== true && "OtherNetworks",
      ]
      return warnings.flatMap((_tag) => (_tag === false || _tag === null ? [] : [{ _tag }]))
    }

    /** Without a requested amount, or a form of the chain for it, the request is the address alone. */
    const toRequest = (to: Receiver, requested: PaymentRequest["requested"]): PaymentRequest => {
      const { account, address, network } = to.of
      const link = requested && to.rules?.toPaymentUri({ network, address, ...requested })
      const carried = link == null ? null : requested
      return {
        account,
        address,
        network,
        requested: carried,
        uri: link ?? address,
        warnings: getWarnings(to, carried),
      }
    }

    const show = Effect.suspend(() => {
      if (receiver === null) return SubscriptionRef.set(state, { _tag: "Disconnected" })
      const { network } = receiver.of
      const token = form.token ?? toNativeHolding(network, 0n).token
      const amount = toUnits(form.amount, token)
      const isValid = amount !== null && amount > 0n
      return SubscriptionRef.set(state, {
        _tag: "Ready",
        request: toRequest(receiver, isValid ? { token, amount } : null),
        form: { token, amount: form.amount },
        invalid: form.amount !== "" && !isValid && !isUnfinished(form.amount),
        takesAmount:
          receiver.rules?.toPaymentUri({ network, address: "", token: nativeUnit, amount: 1n }) != null,
        arrivals,
      })
    })

    yield* watchActiveAccount(deps, (holder) =>
      Effect.gen(function* () {
        form = { token: null, amount: "" }
        arrivals = []
        receiver = holder && { of: holder, rules: null }
        yield* show
        if (holder === null) return
        const chain = yield* Effect.result(loadChain(deps, holder))
        if (Result.isFailure(chain) || receiver?.of !== holder) return
        receiver = { of: holder, rules: chain.success.actions.rules }
        yield* show
      }),
    )
    // The type of an account is learnt late.
    yield* Effect.forkIn(
      Stream.runForEach(SubscriptionRef.changes(accounts.entries), () => show),
      yield* Effect.scope,
      { startImmediately: true },
    )

    const receive: Receive = {
      state,
      chooseToken: (token) =>
        Effect.gen(function* () {
          form = { ...form, token }
          yield* show
          if (receiver === null) return
          const fact = yield* readRecall(receiver.of, token)
          if (form.token !== token) return
          recall = fact
          yield* show
        }),
      typeAmount: (amount) =>
        Effect.suspend(() => {
          form = { ...form, amount }
          return show
        }),
      watch: Effect.ensuring(
        watchArrivals(holdings, {
          intervalMs: arrivalIntervalMs,
          getAccount: () => getActiveAccount(deps)?.account ?? null,
          tokens: () => [form.token?.address ?? null],
          onArrival: (news) =>
            Effect.suspend(() => {
              arrivals = [...news, ...arrivals]
              return Effect.andThen(show, activity.retry)
            }),
        }),
        Effect.suspend(() => {
          form = { token: null, amount: "" }
          arrivals = []
          return show
        }),
      ),
      request: ({ amount: text, token: symbol }) =>
        Effect.gen(function* () {
          const of = getActiveAccount(deps)
          if (of === null) return yield* new EngineError({ reason: { _tag: "NotConnected" } })
          const { rules } = (yield* loadChain(deps, of)).actions
          const to = { of, rules }
          if (text === null) return toRequest(to, null)
          const holding = symbol === null ? toNativeHolding(of.network, 0n) : yield* holdings.find(symbol)
          if (holding === null)
            return yield* new FundingError({
              reason: { _tag: "UnknownToken", text: sanitizeLine(symbol ?? "", 64) },
            })
          const { token } = holding
          const amount = toUnits(text, token)
          if (amount === null || amount <= 0n)
            return yield* new FundingError({ reason: { _tag: "InvalidAmount" } })
          recall = yield* readRecall(of, token)
          const request = toRequest(to, { token, amount })
          return request.requested === null
            ? yield* new FundingError({ reason: { _tag: "NoRequests", network: of.network.name } })
            : request
        }),
    }
    return receive
  })

const nativeUnit = { address: null, decimals: 0 }

const toUnits = (text: string, { decimals }: Pick<Token, "decimals">): bigint | null =>
  Result.getOrNull(parseAmount(text.replace(/\.$/, ""), decimals))

/** Returns whether more digits could make an amount of it, such as `0.`. */
const isUnfinished = (text: string): boolean => /^0(\.0*)?$/.test(text)
