import type { Fee, Transfer, TransferRefused } from "@wmodal/chains"
import { RpcError } from "@wmodal/protocol"
import { Effect, Result, SubscriptionRef } from "effect"
import { surviving } from "../attempt/surviving.ts"
import { askChain, type ChainSurroundings } from "../flows/askChain.ts"
import type { Holdings } from "../holdings/Holdings.ts"
import type { EngineError } from "../problems/EngineError.ts"
import { RecipientError, type Recipients } from "../recipients/Recipients.ts"
import { worthOf } from "./amount.ts"
import { objection } from "./objection.ts"
import {
  type Around,
  asSendError,
  incomplete,
  isInscribed,
  onChain,
  payerOf,
  problem,
  refuse,
  stillPays,
  walletElsewhere,
} from "./payer.ts"
import type { Send, SendError } from "./Send.ts"
import { sponsored } from "./sponsored.ts"
import { insufficiency, mostToSend } from "./sufficiency.ts"

export type PrepareSurroundings = Around &
  ChainSurroundings & {
    readonly holdings: Pick<Holdings, "state">
    readonly recipients: Pick<Recipients, "stops">
  }

const otherUnits = new RpcError({
  method: "decimals",
  host: "",
  reason: { _tag: "Malformed", detail: "not what the token is listed with" },
})

/** Reads what a review shows, from the chain as it is now, and refuses what the chain would refuse. */
export const makePrepare =
  (around: PrepareSurroundings): Send["prepare"] =>
  ({ holding, amount: wanted, to: recipient }) =>
    Effect.gen(function* () {
      const payer = yield* payerOf(around)
      const { account, address: from, network, smart } = payer
      const { token } = holding
      if (token.network !== network.caipNetworkId) return yield* refuse({ _tag: "Changed" })
      const elsewhere = walletElsewhere(around, payer)
      if (elsewhere !== null) return yield* refuse({ _tag: "Wallet", error: elsewhere })
      if (isInscribed(around, payer)) return yield* refuse({ _tag: "Inscribed" })
      if (wanted !== "max" && wanted <= 0n) return yield* incomplete(network)
      const { actions, asking } = yield* askChain(around, payer)
      const address = actions.address(recipient.address)
      if (address === null) {
        const error = new RecipientError({ text: recipient.address, reason: { _tag: "NotAnAddress" } })
        return yield* refuse({ _tag: "Recipient", error })
      }
      const to = { ...recipient, address }

      const isNative = token.address === null
      const transferOf = (amount: bigint): Transfer => ({
        from,
        to: to.address,
        token: token.address,
        amount,
      })
      const readNative = actions.spendable({ ...asking, address: from, token: null })
      const readBalance = actions.spendable({ ...asking, address: from, token: token.address })
      const estimate = (amount: bigint) =>
        Effect.result(sponsored(smart)(actions.estimate({ ...asking, transfer: transferOf(amount) })))

      const readDescription =
        token.address === null ? Effect.succeed(null) : actions.token({ ...asking, token: token.address })

      const [balance, native, stops, sketch, described] = yield* Effect.all(
        [
          readBalance,
          isNative ? Effect.succeed(null) : readNative,
          around.recipients.stops(address, token.address),
          wanted === "max" ? Effect.succeed(null) : estimate(wanted),
          readDescription,
        ],
        { concurrency: "unbounded" },
      )
      // The amount was written in the units of whoever lists the token.
      if (described !== null && described.decimals !== token.decimals) return yield* otherUnits
      const means = { balance, native: native ?? balance, isNative, smart }
      // What is plainly too much is said before what the chain says about trying it.
      const early = insufficiency({ ...means, amount: wanted === "max" ? 0n : wanted, fee: null })
      if (early !== null) return yield* refuse({ _tag: "Insufficient", of: early })
      if (balance === 0n) return yield* refuse({ _tag: "Insufficient", of: "token" })

      const fee = yield* feeOf(sketch ?? (yield* estimate(balance)))
      const amount = wanted === "max" ? mostToSend({ ...means, fee: fee.most }) : wanted
      const lacking = amount === null ? "gas" : insufficiency({ ...means, amount, fee: fee.most })
      if (amount === null || lacking !== null)
        return yield* refuse({ _tag: "Insufficient", of: lacking ?? "gas" })

      const transfer = transferOf(amount)
      const transaction = actions.build({ transfer, fee })
      const simulation = yield* actions.simulate({ ...asking, transfer, transaction })
      const against = objection(simulation, amount)
      if (against !== null) return yield* refuse(against)

      const review = {
        account,
        network,
        holding: { ...holding, balance, value: worthOf(balance, token.decimals, holding.price) },
        amount,
        fiat: worthOf(amount, token.decimals, holding.price),
        to,
        fee,
        feeFiat: feeWorth(around, fee.expected, network.nativeCurrency.decimals),
        simulation,
        stops,
        transaction,
      }
      return stillPays(around, review) ? review : yield* refuse({ _tag: "Changed" })
    }).pipe(
      surviving,
      Effect.mapError((error) =>
        onChain(SubscriptionRef.getUnsafe(around.networks.shown).network)(asSendError(error)),
      ),
    )

/** The fiat worth of a fee, as far as the account's own holdings tell the price. */
export const feeWorth = (
  { holdings }: { readonly holdings: Pick<Holdings, "state"> },
  fee: bigint,
  decimals: number,
) => {
  const state = SubscriptionRef.getUnsafe(holdings.state)
  const [first] = "holdings" in state ? state.holdings : []
  return worthOf(fee, decimals, first?.token.address === null ? first.price : null)
}

const feeOf = (estimated: Result.Result<Fee, RpcError | TransferRefused>): Effect.Effect<Fee, SendError> =>
  Result.isSuccess(estimated)
    ? Effect.succeed(estimated.success)
    : Effect.fail(whyNotEstimated(estimated.failure))

/** What a failed estimate says to somebody who wants to pay. */
export const whyNotEstimated = (error: RpcError | TransferRefused | EngineError): SendError => {
  if (error._tag !== "TransferRefused") return problem(error)
  switch (error.reason._tag) {
    case "Reverts":
      return refuse(error.reason)
    case "Insufficient":
      return refuse({ _tag: "Insufficient", of: "gas" })
    case "Malformed":
      return problem(error)
  }
}
