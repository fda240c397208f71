import { getOnrampBlockchain, isMeldNetwork } from "@wmodal/api"
import type { Onramp, OnrampState } from "@wmodal/core/flows"
import { FundingError } from "@wmodal/core/flows"
import { formatAmount, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { configError, notConnectedError, usageError } from "../failure/CliError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openReadOnly } from "../session/openSession.ts"
import { formatAddressGroups } from "../terminal/addressGroups.ts"
import { toPrintableText } from "../terminal/printable.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { EngineCommand } from "./Command.ts"

type BuyPlan = Extract<CommandPlan, { _tag: "Buy" }>
type Choosing = Extract<OnrampState, { readonly _tag: "Choosing" }>
type Visiting = Extract<OnrampState, { readonly _tag: "Visiting" }>
type OnrampProvider = Visiting["visit"]["provider"]

/** Prints the address of the provider's page for a purchase, and follows the purchase until it has arrived. */
export const buy = (plan: BuyPlan, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { facts, output, prompts, terminal } = context
    const { engine, settings } = yield* openReadOnly(context)
    const { funding, holdings } = yield* engine.flows
    const { onramp } = yield* funding
    const { caipNetworkId } = SubscriptionRef.getUnsafe(engine.networks.selected)
    const lacksMeld = settings.meldUrl === null && isMeldNetwork(caipNetworkId)
    // Without Coinbase on this network, the missing setting is the whole reason.
    if (lacksMeld && (plan.provider === "meld" || getOnrampBlockchain(caipNetworkId) === null))
      return yield* configError(
        "Meld's page is not configured.",
        'Set "meldUrl" in the file of --endpoints, such as https://meldcrypto.com/?publicKey=<your key>.',
      )
    const form = yield* prompts.during("Getting a price", fillForm(onramp, plan))
    const provider = yield* findProvider(form, plan)
    // What Meld delivers is seen by the balance, so it is read before the page can be paid on.
    if (provider.name === "meld" && plan.wait) yield* prompts.during("Reading the balance", holdings.refresh)
    const { state, price } = yield* prompts.during(
      `Preparing the page of ${provider.label}`,
      openVisit(onramp, form, provider),
    )
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
      yield* output.result({
        state: "opened",
        json: { status: "open", ...shared },
        lines: [visit.url],
        drawn: drawFacts("Pay on this page", [
          { label: "Page", text: visit.url },
          ...describeVisit(shared, visit),
        ]),
      })
      return
    }
    if (terminal.format !== "jsonl")
      facts.stderr.write(toPrintableText(`Pay on ${visit.host}, then wait here:\n${visit.url}\n`))
    yield* onramp.follow
    const bought = yield* prompts.during("Waiting for the purchase", awaitPurchase(onramp, output.state))
    yield* output.result({
      state: "arrived",
      json: { status: "arrived", bought, ...shared },
      lines: [bought],
      drawn: drawFacts(`Bought ${bought}`, describeVisit(shared, visit)),
    })
  })

interface BuyFacts {
  readonly quote: ReturnType<typeof toPrice>
}

const describeVisit = (
  { quote }: BuyFacts,
  { address, amount, currency, network, provider }: Visiting["visit"],
) => [
  {
    label: "You pay",
    // The address of Meld's page has no amount.
    text: `${amount} ${currency.id}${provider.name === "meld" ? ", to enter on the page" : ""}`,
  },
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

/** Returns the quoted price; `null` for an estimate, which has none, and for Meld: the quote is Coinbase's. */
const toPrice = ({ quote }: Choosing, { name }: OnrampProvider) =>
  quote._tag === "Quoted" && name === "coinbase"
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
  if (state._tag === "Failed") return yield* Effect.fail(state.problem)
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

/** Returns the provider of the flag, else the first that sells on the network. */
const findProvider = ({ network, providers }: Choosing, { provider }: BuyPlan) => {
  const found = provider === null ? providers[0] : providers.find(({ name }) => name === provider)
  return found === undefined
    ? Effect.fail(
        usageError(
          `${provider} sells nothing on ${network.name}.`,
          `Choose one of ${providers.map(({ name }) => name).join(", ")}.`,
        ),
      )
    : Effect.succeed(found)
}

const openVisit = Effect.fnUntraced(function* (onramp: Onramp, form: Choosing, provider: OnrampProvider) {
  yield* onramp.select(provider.name)
  const state = SubscriptionRef.getUnsafe(onramp.state)
  if (state._tag === "Visiting") return { state, price: toPrice(form, provider) }
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
