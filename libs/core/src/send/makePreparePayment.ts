import type { Fee, Transfer, TransferRejected } from "@wmodal/chains"
import { hasKey, type Network, type RpcError, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import type { AmbiguousToken } from "../holdings/AmbiguousToken.ts"
import type { EngineError } from "../problems/EngineError.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import { RecipientError } from "../recipients/Recipients.ts"
import { findMaximum, findShortfall, withSponsoredFee } from "../services/funds.ts"
import { loadChain } from "../services/loadChain.ts"
import { toFiatValue } from "./amountInput.ts"
import { checkToken, findSimulationProblem, getSimulationWarnings } from "./balanceCheck.ts"
import { findFaceMaximum, withoutNativeFace } from "./nativeFace.ts"
import {
  getPayer,
  holdsOrdinals,
  isReviewCurrent,
  makeIncompleteError,
  makeSendError,
  type PaymentDeps,
  toProblemError,
  toSendError,
  walletNetworkMismatch,
  withChainContext,
} from "./payer.ts"
import { findContradiction, readPaymentLink, toTransferNotes } from "./paymentLink.ts"
import type { Send, SendError } from "./Send.ts"

/** Reads the data of a review from the chain's current state, and rejects what the chain would reject. */
export const makePreparePayment =
  (deps: PaymentDeps): Send["prepare"] =>
  ({ holding, amount: wanted, to: recipient }) =>
    Effect.gen(function* () {
      const payer = yield* getPayer(deps)
      const { account, address: from, network, smart } = payer
      const { token } = holding
      if (token.network !== network.caipNetworkId) return yield* makeSendError({ _tag: "Changed" })
      const mismatch = walletNetworkMismatch(deps, payer)
      if (mismatch !== null) return yield* makeSendError({ _tag: "Wallet", error: mismatch })
      if (holdsOrdinals(deps, payer)) return yield* makeSendError({ _tag: "Inscribed" })
      if (wanted !== "max" && wanted <= 0n) return yield* makeIncompleteError(deps, network)
      const linked = yield* Effect.mapError(readPaymentLink(deps, recipient, network, holding), toLinkError)
      const differs = findContradiction(linked, { holding, amount: wanted }, recipient.address)
      if (differs !== null) return yield* makeSendError({ _tag: "Recipient", error: differs })
      const chain = yield* loadChain(deps, payer)
      const { actions, asking } = chain
      const address = actions.address(recipient.address)
      if (address === null) {
        const error = new RecipientError({ text: recipient.address, reason: { _tag: "NotAnAddress" } })
        return yield* makeSendError({ _tag: "Recipient", error })
      }
      const to = { ...recipient, address }

      const isNative = token.address === null
      const transferOf = (amount: bigint): Transfer => ({
        from,
        to: to.address,
        token: token.address,
        amount,
        ...toTransferNotes(recipient),
      })
      const readNative = actions.spendableBalance({ ...asking, address: from, token: null })
      const readBalance = actions.spendableBalance({ ...asking, address: from, token: token.address })
      const estimate = (amount: bigint) =>
        actions
          .estimate({ ...asking, transfer: transferOf(amount) })
          .pipe(withSponsoredFee(smart), Effect.mapError(toEstimateError), Effect.result)

      const [balance, native, stops, sketch, described] = yield* Effect.all(
        [
          readBalance,
          isNative ? Effect.succeed(null) : readNative,
          deps.recipients.stops(address, token.address, to.name),
          wanted === "max" ? Effect.succeed(null) : estimate(wanted),
          checkToken(chain, token),
        ],
        { concurrency: "unbounded" },
      )
      const means = { balance, native: native ?? balance, isNative, smart }
      // An obviously insufficient balance takes precedence over the chain's simulation error.
      const early = findShortfall({ ...means, amount: wanted === "max" ? 0n : wanted, fee: null })
      if (early !== null || balance === 0n) {
        const tried = sketch ?? (yield* estimate(1n))
        const isKept = Result.isFailure(tried) && tried.failure.reason._tag === "Kept"
        return yield* isKept ? tried.failure : makeSendError({ _tag: "Insufficient", of: early ?? "token" })
      }

      const found =
        sketch === null || wanted === "max"
          ? yield* findMaximum(
              means,
              (units) => Effect.flatMap(estimate(units), Effect.fromResult),
              isGasLacking,
            )
          : { amount: wanted, fee: yield* Effect.fromResult(sketch) }
      const { fee } = found
      const simulate = (units: bigint) => {
        const transfer = transferOf(units)
        return actions.simulate({ ...asking, transfer, transaction: actions.build({ transfer, fee }) })
      }
      const shared = isNative
        ? undefined
        : yield* findFaceMaximum({ ...means, fee: fee.most }, wanted, simulate)
      if (shared !== undefined && wanted !== "max")
        return yield* makeSendError({ _tag: "Insufficient", of: "gas" })
      const amount = shared ?? found.amount
      const lacking = amount === null ? "gas" : findShortfall({ ...means, amount, fee: fee.most })
      if (amount === null || lacking !== null)
        return yield* makeSendError({ _tag: "Insufficient", of: lacking ?? "gas" })

      const transfer = transferOf(amount)
      const transaction = actions.build({ transfer, fee })
      const simulation = yield* actions.simulate({ ...asking, transfer, transaction })
      if (simulation._tag === "Reverts") return yield* makeSendError(simulation)
      const against = findSimulationProblem(simulation, amount)
      if (against !== null) return yield* makeSendError(against)

      const review = {
        account,
        network,
        holding: { ...holding, balance, value: toFiatValue(balance, token.decimals, holding.price) },
        amount,
        fiat: toFiatValue(amount, token.decimals, holding.price),
        to,
        native: means.native,
        sponsored: smart,
        fee,
        feeFiat: toFeeFiat(deps, fee, network),
        simulation: withoutNativeFace(simulation),
        stops: [
          ...stops,
          ...(fee.isRecipientKeyless === true ? [{ _tag: "Keyless" as const }] : []),
          ...getSimulationWarnings(simulation, transfer),
        ],
        transaction,
        ...(described?.isRecallable === true && { isRecallable: true as const }),
      }
      return isReviewCurrent(deps, review) ? review : yield* makeSendError({ _tag: "Changed" })
    }).pipe(
      catchDefects,
      Effect.mapError((error) =>
        withChainContext(SubscriptionRef.getUnsafe(deps.networks.shown).network)(toSendError(error)),
      ),
    )

/** Returns the error of a link that could not be read. */
export const toLinkError = (error: RecipientError | ReadProblem | AmbiguousToken): SendError => {
  switch (error._tag) {
    case "RecipientError":
      return makeSendError({ _tag: "Recipient", error })
    case "AmbiguousToken": {
      const reason = { _tag: "UnknownToken", token: error.symbol } as const
      return makeSendError({
        _tag: "Recipient",
        error: new RecipientError({ text: error.symbol, reason }),
      })
    }
    default:
      return toProblemError(error)
  }
}

const isGasLacking = ({ reason }: SendError): boolean => reason._tag === "Insufficient" && reason.of === "gas"

/** Returns the fiat value of a fee, if the account's own holdings have the price. */
export const toFeeFiat = (
  { holdings }: Pick<PaymentDeps, "holdings">,
  { expected }: Fee,
  { nativeCurrency: { decimals } }: Network,
) => {
  const state = SubscriptionRef.getUnsafe(holdings.state)
  const [first] = hasKey(state, "holdings") ? state.holdings : []
  return toFiatValue(expected, decimals, first?.token.address === null ? first.price : null)
}

/** Returns the error of a failed estimate for a payment. */
export const toEstimateError = (error: RpcError | TransferRejected | EngineError): SendError => {
  if (error._tag !== "TransferRejected") return toProblemError(error)
  switch (error.reason._tag) {
    case "Reverts":
    case "Kept":
      return makeSendError(error.reason)
    case "Insufficient":
      return makeSendError({ _tag: "Insufficient", of: error.reason.of ?? "gas" })
    case "Malformed":
    case "NoFeeRate":
      return toProblemError(error)
  }
}
