import type { Onramp, OnrampState } from "@wmodal/core/flows"
import { FundingError } from "@wmodal/core/flows"
import { formatAmount, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { notConnectedError, usageError } from "../failure/CliError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openReadOnly } from "../session/openSession.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import type { EngineCommand } from "./Command.ts"

type BuyPlan = Extract<CommandPlan, { _tag: "Buy" }>
type Choosing = Extract<OnrampState, { readonly _tag: "Choosing" }>
type Visiting = Extract<OnrampState, { readonly _tag: "Visiting" }>

/** Prints the address of the provider's page for a purchase, and follows the purchase until it has arrived. */
export const buy = (plan: BuyPlan, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { facts, output, prompts, terminal } = context
    const { engine } = yield* openReadOnly(context)
    const { onramp } = yield* (yield* engine.flows).funding
    const form = yield* prompts.during("Getting a price", fillForm(onramp, plan))
    const { state, price } = yield* prompts.during("Contacting Coinbase", openVisit(onramp, form))
    const { visit } = state
    const shared = {
      url: visit.url,
      host: visit.host,
      provider: visit.provider.name,
      network: visit.network.caipNetworkId,
      address: visit.address,
      pays: { amount: visit.amount, currency: visit.currency.id },
      token: visit.token.symbol,
      quote: price,
    }
    output.state("url", shared)
    if (!plan.wait) {
      yield* Effect.promise(() =>
        output.result({
          state: "opened",
          json: { status: "open", ...shared },
          lines: [visit.url],
          drawn: async (columns) =>
            (await import("../views/renderFacts.tsx")).renderFacts("Pay on this page", [
              { label: "Page", text: visit.url },
              ...describeVisit(shared, visit),
            ])(columns),
        }),
      )
      return
    }
    if (terminal.format !== "jsonl")
      facts.stderr.write(`Pay on ${visit.host}, then wait here:\n${visit.url}\n`)
    yield* onramp.follow
    const bought = yield* prompts.during("Waiting for the purchase", awaitPurchase(onramp, output.state))
    yield* Effect.promise(() =>
      output.result({
        state: "arrived",
        json: { status: "arrived", bought, ...shared },
        lines: [bought],
        drawn: async (columns) =>
          (await import("../views/renderFacts.tsx")).renderFacts(
            `Bought ${bought}`,
            describeVisit(shared, visit),
          )(columns),
      }),
    )
  })

interface BuyFacts {
  readonly quote: ReturnType<typeof toPrice>
}

const describeVisit = ({ quote }: BuyFacts, { amount, currency, address, network }: Visiting["visit"]) => [
  { label: "You pay", text: `${amount} ${currency.id}` },
  {
    label: "You get",
    text:
      quote === null
        ? "The provider shows the price (no quote)"
        : `about ${quote.amount} ${quote.symbol}, fees ${quote.fees} ${currency.id}`,
  },
  { label: "To", text: formatAddressGroups(address) },
  { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
]

/** Returns the quoted price; `null` for an estimate, which has none. */
const toPrice = ({ quote }: Choosing) =>
  quote._tag === "Quoted"
    ? {
        amount: quote.amount,
        symbol: quote.symbol,
        fees: formatAmount(quote.fees.units, quote.fees.decimals),
      }
    : null

const fillForm = Effect.fnUntraced(function* (onramp: Onramp, { amount, currency, token }: BuyPlan) {
  yield* onramp.begin
  const state = SubscriptionRef.getUnsafe(onramp.state)
  if (state._tag === "Disconnected") return yield* notConnectedError()
  if (state._tag !== "Choosing")
    return yield* new FundingError({
      reason: { _tag: "NotOffered", because: state._tag === "NotOffered" ? state.because : "network" },
    })
  yield* onramp.chooseCurrency(currency)
  if (token !== null) yield* onramp.chooseToken(token)
  yield* onramp.typeAmount(amount)
  const form = yield* awaitChoosing(onramp)
  const named = (list: readonly string[]) => `Choose one of ${list.join(", ")}.`
  if (form.form.currency.id !== currency.toUpperCase())
    return yield* usageError(`${currency} is not accepted.`, named(form.currencies.map(({ id }) => id)))
  if (token !== null && form.form.token.symbol.toLowerCase() !== token.toLowerCase())
    return yield* usageError(`${token} is not for sale here.`, named(form.tokens.map(({ symbol }) => symbol)))
  const { error } = form
  if (error === null) return form
  if (error._tag === "Invalid")
    return yield* usageError(`${amount} is not a valid amount.`, "Use an amount such as 25 or 25.50.")
  const limit = `${formatAmount(error.limit.units, error.limit.decimals)} ${form.form.currency.id}`
  return yield* usageError(error._tag === "Below" ? `Pay at least ${limit}.` : `Pay at most ${limit}.`, null)
})

/** Waits for the quote of the form. */
const awaitChoosing = ({ state }: Pick<Onramp, "state">) =>
  Effect.flatMap(
    SubscriptionRef.awaitValue(state, (one) => one._tag !== "Choosing" || one.quote._tag !== "Loading"),
    (one) => (one._tag === "Choosing" ? Effect.succeed(one) : Effect.fail(notConnectedError())),
  )

const openVisit = Effect.fnUntraced(function* (onramp: Onramp, form: Choosing) {
  yield* onramp.select("coinbase")
  const state = SubscriptionRef.getUnsafe(onramp.state)
  if (state._tag === "Visiting") return { state, price: toPrice(form) }
  const problem = state._tag === "Choosing" ? state.problem : null
  return yield* Effect.fail(problem ?? notConnectedError())
})

/** Returns what was bought. Fails if it was not delivered, or not in time. */
const awaitPurchase = Effect.fnUntraced(function* (onramp: Onramp, report: Context["output"]["state"]) {
  const settled = yield* SubscriptionRef.awaitValue(onramp.state, (state) => {
    if (state._tag === "Visiting" && state.progress._tag === "Paid") report("paid")
    return state._tag !== "Visiting" || /^(Arrived|Failed|Late)$/.test(state.progress._tag)
  })
  if (settled._tag !== "Visiting") return yield* notConnectedError()
  const { progress, visit } = settled
  if (progress._tag === "Arrived") return progress.bought
  return yield* new FundingError({
    reason:
      progress._tag === "Failed"
        ? { _tag: "BuyFailed", provider: visit.provider.label }
        : { _tag: "BuyLate", provider: visit.provider.label },
  })
})
