import { ConnectorError } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import { type ActiveAccount, getActiveAccount } from "../flows/ActiveAccount.ts"
import type { EngineServices } from "../flows/EngineServices.ts"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import { EngineError } from "../problems/EngineError.ts"
import { SendError, type SendReview } from "./Send.ts"

/** Who pays. */
export interface Payer extends ActiveAccount {
  /** Somebody else pays the network for it. */
  readonly smart: boolean
}

/** Where the payer is found. */
export type PayerDeps = Pick<EngineServices, "account" | "networks" | "board"> & {
  readonly accounts: Accounts
}

export const toProblemError = (of: FlowProblem) => new SendError({ reason: { _tag: "Problem", problem: of } })

/** What could not be read is a reason not to pay. */
export const toSendError = (error: FlowProblem): SendError =>
  error._tag === "SendError" ? error : toProblemError(error)

export const makeSendError = (reason: SendError["reason"]) => new SendError({ reason })

/** What is no amount, or nobody to send it to: Solana's forms say both in one. */
export const makeIncompleteError = ({ chainNamespace }: Pick<Network, "chainNamespace">): SendError =>
  makeSendError({ _tag: chainNamespace === "solana" ? "Incomplete" : "InvalidAmount" })

/** The words of some failures depend on the chain. */
export const withChainContext =
  ({ chainNamespace }: Pick<Network, "chainNamespace">) =>
  (error: SendError): SendError =>
    chainNamespace === "solana" ? new SendError({ reason: error.reason, chain: chainNamespace }) : error

export const isSmartAccount = (
  { accounts }: Pick<PayerDeps, "accounts">,
  { network }: Pick<ActiveAccount, "network">,
): boolean =>
  SubscriptionRef.getUnsafe(accounts.entries).some(
    ({ namespace, selected, type }) =>
      selected && namespace === network.chainNamespace && type === "smartAccount",
  )

/** The account that is shown, where it can pay: on an unsupported network nobody is asked anything. */
export const getPayer = (deps: PayerDeps): Effect.Effect<Payer, SendError> =>
  Effect.suspend(() => {
    const holder = getActiveAccount(deps)
    if (holder === null)
      return Effect.fail(toProblemError(new EngineError({ reason: { _tag: "NotConnected" } })))
    if (holder.known) return Effect.succeed({ ...holder, smart: isSmartAccount(deps, holder) })
    const network = holder.network.caipNetworkId
    return Effect.fail(toProblemError(new EngineError({ reason: { _tag: "UnsupportedChain", network } })))
  })

/** Whether the wallet keeps inscribed coins there, and has another address to pay from. */
export const holdsOrdinals = (
  { board }: Pick<PayerDeps, "board">,
  { address, network }: Pick<ActiveAccount, "address" | "network">,
): boolean => board.getConnected(network.chainNamespace)?.details?.[address]?.type === "ordinal"

/** What to say of a wallet that is on another network than is shown; `null` of one that is there, or does not say where it is. */
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

/** Whether a review is still of the account and network that are shown, and of the network that the wallet is on. */
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
