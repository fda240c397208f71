import type { Problem } from "@wmodal/core"
import type { Funding, PaymentRequest } from "@wmodal/core/flows"
import { formatAmount, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { WModalBuy, WModalPaymentRequest, WModalReceive } from "../page/HostValues.ts"
import { answer } from "./answer.ts"
import type { HostDeps } from "./HostDeps.ts"
import { proposePurchase } from "./proposeOperation.ts"
import type { Source } from "./Source.ts"
import { changesOf } from "./until.ts"

const toPaymentRequest = ({
  account,
  address,
  network,
  uri,
  warnings,
}: PaymentRequest): WModalPaymentRequest => ({
  account,
  address,
  network: network.caipNetworkId,
  uri,
  warnings: warnings.map(({ _tag }) => _tag),
})

/** Payments to the account in use. */
export const receive = (deps: HostDeps, { receive }: Funding): Source<WModalReceive> => {
  const makeRequest: WModalReceive["makeRequest"] = ({ amount = null, token = null } = {}) =>
    answer(deps, Effect.map(receive.request({ amount, token }), toPaymentRequest))
  return {
    sources: [changesOf(receive.state)],
    read: () => {
      const state = SubscriptionRef.getUnsafe(receive.state)
      if (state._tag === "Disconnected")
        return { status: "disconnected", request: null, arrivals: [], makeRequest }
      const arrivals = state.arrivals.map(({ token: { symbol, decimals }, amount }) => ({
        symbol,
        amount,
        formatted: formatAmount(amount, decimals),
      }))
      return { status: "ready", request: toPaymentRequest(state.request), arrivals, makeRequest }
    },
    during: receive.watch,
  }
}

const buyStatuses = {
  Ready: "opened",
  Waiting: "waiting",
  Paid: "paid",
  Arrived: "arrived",
  Failed: "failed",
  Late: "late",
} as const

/** A purchase on a provider's page. */
export const purchase = (deps: HostDeps, { onramp }: Funding): Source<WModalBuy> => {
  const buy: WModalBuy["buy"] = async (request = {}) => {
    const ended = await Effect.runPromise(Effect.result(proposePurchase(deps, onramp, request)))
    return ended._tag === "Success"
      ? ended.success
      : { ok: false, error: await deps.toError(ended.failure satisfies Problem) }
  }
  return {
    sources: [changesOf(onramp.state)],
    read: () => {
      const state = SubscriptionRef.getUnsafe(onramp.state)
      if (state._tag === "Choosing") return { status: "opened", bought: null, buy }
      if (state._tag !== "Visiting") return { status: "none", bought: null, buy }
      const { progress } = state
      const bought = progress._tag === "Arrived" ? progress.bought : null
      return { status: buyStatuses[progress._tag], bought, buy }
    },
  }
}
