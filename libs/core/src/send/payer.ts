import { ConnectorError } from "@wmodal/chains"
import { type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import type { Holdings } from "../holdings/Holdings.ts"
import type { LedgerWriter } from "../ledger/LedgerWriter.ts"
import { toTransactionRequest } from "../operation/askWallet.ts"
import type { SubmitterDeps } from "../operation/makeSubmitter.ts"
import type { Options } from "../options/Options.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { Recipients } from "../recipients/Recipients.ts"
import { type ActiveAccount, getActiveAccount } from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { getLoadedActions, loadChain } from "../services/loadChain.ts"
import { SendError, type SendReview } from "./Send.ts"
import type { ServerPayments } from "./ServerPayments.ts"

export interface Payer extends ActiveAccount {
  /** True if another account pays the network fee. */
  readonly smart: boolean
}

/** The services of everything that an account pays for. */
export interface PaymentDeps
  extends SubmitterDeps,
    Pick<EngineServices, "account" | "networks" | "emit" | "toasts"> {
  readonly accounts: Accounts
  readonly holdings: Pick<Holdings, "find" | "state" | "refresh">
  readonly recipients: Pick<Recipients, "resolve" | "stops">
  readonly ledger: SubmitterDeps["ledger"] & Pick<LedgerWriter, "isLeaving">
}

/** The services of the send flow. */
export interface SendDeps extends PaymentDeps {
  readonly options: Pick<Options, "paymentHosts">
  /** Reading it loads the code: for the first link that names a server. */
  readonly serverPayments: Effect.Effect<ServerPayments, EngineError>
}

export const toProblemError = (of: ReadProblem) => new SendError({ reason: { _tag: "Problem", problem: of } })

/** Returns the error of a failed read, which prevents the payment. */
export const toSendError = (error: ReadProblem | SendError): SendError =>
  error._tag === "SendError" ? error : toProblemError(error)

export const makeSendError = (reason: SendError["reason"]) => new SendError({ reason })

/** Returns the error of a request of which nothing was sent. */
export const toUnsentError = (error: ReadProblem | SendError): SendError =>
  error._tag === "ConnectorError" ? makeSendError({ _tag: "Wallet", error }) : toSendError(error)

/** Returns whether the chain's form reports an invalid amount and a missing recipient as one error. */
export const hasCombinedPaymentForm = (
  deps: Pick<PaymentDeps, "connectors">,
  network: Pick<Network, "chainNamespace">,
): boolean => getLoadedActions(deps, network)?.rules.hasCombinedPaymentForm ?? false

/** Returns the error of an invalid amount or, if the chain's form combines both, of a missing recipient. */
export const makeIncompleteError = (
  deps: Pick<PaymentDeps, "connectors">,
  network: Pick<Network, "chainNamespace">,
): SendError =>
  makeSendError({ _tag: hasCombinedPaymentForm(deps, network) ? "Incomplete" : "InvalidAmount" })

/** Adds the chain to an error, since some chains have messages of their own. */
export const withChainContext =
  ({ chainNamespace }: Pick<Network, "chainNamespace">) =>
  (error: SendError): SendError =>
    new SendError({ reason: error.reason, chain: chainNamespace })

export const isSmartAccount = (
  { accounts }: Pick<PaymentDeps, "accounts">,
  { network }: Pick<ActiveAccount, "network">,
): boolean =>
  SubscriptionRef.getUnsafe(accounts.entries).some(
    ({ namespace, selected, type }) =>
      selected && namespace === network.chainNamespace && type === "smartAccount",
  )

/** Returns the shown account if it can pay. An unsupported network receives no requests. */
export const getPayer = (deps: PaymentDeps): Effect.Effect<Payer, SendError> =>
  Effect.suspend(() => {
    const holder = getActiveAccount(deps)
    if (holder === null)
      return Effect.fail(toProblemError(new EngineError({ reason: { _tag: "NotConnected" } })))
    if (holder.known) return Effect.succeed({ ...holder, smart: isSmartAccount(deps, holder) })
    const network = holder.network.caipNetworkId
    return Effect.fail(toProblemError(new EngineError({ reason: { _tag: "UnsupportedChain", network } })))
  })

/** Returns the payer and its chain. Fails if the wallet is on another network. */
export const reachPayer = (deps: PaymentDeps) =>
  Effect.gen(function* () {
    const payer = yield* getPayer(deps)
    const mismatch = walletNetworkMismatch(deps, payer)
    if (mismatch !== null) return yield* makeSendError({ _tag: "Wallet", error: mismatch })
    return { ...payer, ...(yield* loadChain(deps, payer)) }
  })

/** Returns whether the wallet keeps inscribed UTXOs there, and has another address to pay from. */
export const holdsOrdinals = (
  { board }: Pick<PaymentDeps, "board">,
  { address, network }: Pick<ActiveAccount, "address" | "network">,
): boolean => board.getConnected(network.chainNamespace)?.details?.[address]?.type === "ordinal"

/** Returns the error of a wallet on another network than the shown one; `null` if it matches or is unknown. */
export const walletNetworkMismatch = (
  { board }: Pick<PaymentDeps, "board">,
  { network: { caipNetworkId, chainNamespace, name } }: Pick<ActiveAccount, "network">,
): ConnectorError | null => {
  const own = board.getConnected(chainNamespace)?.walletNetwork ?? caipNetworkId
  const connectorId = board.connectors.get(chainNamespace)?.id ?? ""
  return own === caipNetworkId
    ? null
    : new ConnectorError({ connectorId, reason: { _tag: "NetworkNotSupported", network: name } })
}

/** Returns whether a review still matches the shown account and network, and the wallet's network. */
export const isReviewCurrent = (
  deps: PaymentDeps,
  { account, network }: Pick<SendReview, "account" | "network">,
): boolean => {
  const holder = getActiveAccount(deps)
  return (
    holder?.known === true &&
    holder.account === account &&
    deps.board.getConnected(network.chainNamespace) !== null &&
    walletNetworkMismatch(deps, { network }) === null
  )
}

/** What all kinds that are one transaction have in common. */
export const makeTransactionKind = (deps: PaymentDeps) => ({
  toRequest: toTransactionRequest,
  isCurrent: (review: Pick<SendReview, "account" | "network">) => isReviewCurrent(deps, review),
  refuse: makeSendError,
  toError: toUnsentError,
})
