import type { Flows, ReceiveState } from "@wmodal/core/flows"
import type { RequestedReceipt } from "@wmodal/mock-server"
import { formatAmount, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import type { StoryEffects } from "./StoryEffects.ts"
import type { StepObservation } from "./StoryRunner.ts"

const getArrivals = (state: ReceiveState) => (state._tag === "Ready" ? state.arrivals : [])

/** Requests a payment, which the world pays, and waits until it has arrived. */
export const playReceive = (
  { funding, holdings }: Flows,
  world: Pick<ReturnType<StoryEffects["on"]>, "pay">,
  { amount, token }: RequestedReceipt,
): Effect.Effect<StepObservation, string> =>
  Effect.gen(function* () {
    const { receive } = yield* Effect.mapError(funding, ({ message }) => message)
    const holding = yield* Effect.orElseSucceed(holdings.find(token), () => null)
    if (holding === null) return yield* Effect.fail(`the account has no ${token} to request`)
    const watcher = yield* Effect.forkChild(receive.watch, { startImmediately: true })
    yield* receive.chooseToken(holding.token)
    yield* receive.typeAmount(amount)
    const ready = yield* SubscriptionRef.awaitValue(
      receive.state,
      (state) => state._tag === "Ready" && state.request.requested !== null,
    )
    const before = getArrivals(ready).length
    yield* world.pay(ready._tag === "Ready" ? ready.request.uri : "")
    const after = yield* SubscriptionRef.awaitValue(
      receive.state,
      (state) => getArrivals(state).length > before,
    )
    yield* Fiber.interrupt(watcher)
    const says = getArrivals(after).map(
      (arrival) => `Received ${formatAmount(arrival.amount, arrival.token.decimals)} ${arrival.token.symbol}`,
    )
    return { says, failure: null, stopped: false }
  })
