import {
  type Flows,
  FundingError,
  formatFlowEnglish,
  type OnrampState,
  presentFlow,
} from "@wmodal/core/flows"
import type { StoryPurchase } from "@wmodal/mock-server"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { StoryEffects } from "./StoryEffects.ts"
import type { StepObservation } from "./StoryRunner.ts"

const isSettled = (state: OnrampState) =>
  state._tag !== "Visiting" || /^(Arrived|Failed|Late)$/.test(state.progress._tag)

/** Buys a token on the provider's page of the world, and waits until it has arrived. */
export const playBuy = (
  { funding }: Flows,
  world: Pick<StoryEffects, "visitProvider">,
  { amount, currency, outcome, token }: StoryPurchase,
): Effect.Effect<StepObservation, string> =>
  Effect.gen(function* () {
    const { onramp } = yield* Effect.mapError(funding, ({ message }) => message)
    yield* onramp.leave
    yield* onramp.chooseCurrency(currency)
    yield* onramp.chooseToken(token)
    yield* onramp.typeAmount(amount)
    yield* SubscriptionRef.awaitValue(
      onramp.state,
      (state) => state._tag !== "Choosing" || state.quote._tag !== "Loading",
    )
    yield* onramp.select("coinbase")
    const open = SubscriptionRef.getUnsafe(onramp.state)
    if (open._tag !== "Visiting") return yield* Effect.fail(`nothing was opened: ${open._tag}`)
    yield* onramp.follow
    yield* world.visitProvider(open.visit.url, { amount, outcome })
    const settled = yield* SubscriptionRef.awaitValue(onramp.state, isSettled)
    const progress = settled._tag === "Visiting" ? settled.progress : null
    if (progress?._tag === "Arrived")
      return { says: [`Bought ${progress.bought}`], failure: null, stopped: false }
    const { provider } = open.visit
    const failure = new FundingError({ reason: { _tag: "BuyFailed", provider: provider.label } })
    return { says: [formatFlowEnglish(presentFlow(failure).title)], failure, stopped: false }
  })
