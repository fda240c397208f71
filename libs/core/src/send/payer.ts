import { ConnectorError } from "@wmodal/chains"
import { type Network, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import { type ActiveAccount, getActiveAccount } from "../services/ActiveAccount.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { type ChainDeps, getLoadedActions } from "../services/loadChain.ts"
import { SendError, type SendReview } from "./Send.ts"

/** The paying account. */
export interface Payer extends ActiveAccount {
  /** True if another account pays the network fee. */
  readonly smart: boolean
}

/** The services that provide the payer. */
export type PayerDeps = Pick<EngineServices, "account" | "networks" | "board"> & {
  readonly accounts: Accounts
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
  deps: Pick<ChainDeps, "connectors">,
  network: Pick<Network, "chainNamespace">,
): boolean => getLoadedActions(deps, network)?.rules.hasCombinedPaymentForm ?? false

/** Returns the error of an invalid amount or, if the chain's form combines both, of a missing recipient. */
export const makeIncompleteError = (
  deps: Pick<ChainDeps, "connectors">,
  network: Pick<Network, "chainNamespace">,
): SendError =>
  makeSendError({ _tag: hasCombinedPaymentForm(deps, network) ? "Incomplete" : "InvalidAmount" })

/** Adds the chain to an error, since some chains have messages of their own. */
export const withChainContext =
  ({ chainNamespace }: Pick<Network, "chainNamespace">) =>
  (error: SendError): SendError =>
    new SendError({ reason: error.reason, chain: chainNamespace })

export const isSmartAccount = (
  { accounts }: Pick<PayerDeps, "accounts">,
  { network }: Pick<ActiveAccount, "network">,
): boolean =>
  SubscriptionRef.getUnsafe(accounts.entries).some(
    ({ namespace, selected, type }) =>
      selected && namespace === network.chainNamespace && type === "smartAccount",
  )

/** Returns the shown account if it can pay. An unsupported network receives no requests. */
export const getPayer = (deps: PayerDeps): Effect.Effect<Payer, SendError> =>
  Effect.suspend(() => {
    const holder = getActiveAccount(deps)
    if (holder === null)
      return Effect.fail(toProblemError(new EngineError({ reason: { _tag: "NotConnected" } })))
    if (holder.known) return Effect.succeed({ ...holder, smart: isSmartAccount(deps, holder) })
    const network = holder.network.caipNetworkId
    return Effect.fail(toProblemError(new EngineError({ reason: { _tag: "UnsupportedChain", network } })))
  })

/** Returns whether the wallet keeps inscribed UTXOs there, and has another address to pay from. */
export const holdsOrdinals = (
  { board }: Pick<PayerDeps, "board">,
  { address, network }: Pick<ActiveAccount, "address" | "network">,
): boolean => board.getConnected(network.chainNamespace)?.details?.[address]?.type === "ordinal"

/** Returns the error of a wallet on another network than the shown one; `null` if it matches or is unknown. */
export const walletNetworkMismatch = (
  { board }: Pick<PayerDeps, "board">,
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
  deps: PayerDeps,
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
