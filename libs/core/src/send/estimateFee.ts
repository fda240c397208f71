import { Effect } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain } from "../flows/askChain.ts"
import { payerOf } from "./payer.ts"
import { feeWorth, type PrepareSurroundings, whyNotEstimated } from "./prepare.ts"
import type { FeeState } from "./Send.ts"
import type { FeeQuestion } from "./sendModel.ts"
import { sponsored } from "./sponsored.ts"

/** What a payment in the making would cost. As long as nobody is chosen, as if it went back to the sender. */
export const estimateFee = (
  around: PrepareSurroundings,
  { amount, holding: { token }, to }: FeeQuestion,
): Effect.Effect<FeeState> =>
  Effect.gen(function* () {
    const payer = yield* payerOf(around)
    const { address: from, network } = payer
    if (token.network !== network.caipNetworkId) return none
    const { actions, asking } = yield* askChain(around, payer)
    const transfer = { from, to: to ?? from, token: token.address, amount }
    const fee = yield* sponsored(payer.smart)(actions.estimate({ ...asking, transfer }))
    const fiat = feeWorth(around, fee.expected, network.nativeCurrency.decimals)
    return { _tag: "Estimated", fee, fiat } satisfies FeeState
  }).pipe(
    surviving,
    Effect.catch((error) => {
      if (error._tag === "SendError") return Effect.succeed(none)
      const why = whyNotEstimated(error)
      // What a token says to its sender says nothing of others.
      const told = to !== null || why.reason._tag === "Insufficient"
      return Effect.succeed<FeeState>(told ? { _tag: "Failed", error: why } : none)
    }),
  )

const none: FeeState = { _tag: "None" }
