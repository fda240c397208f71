import { ConnectorError } from "@wmodal/chains"
import type { Network } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import { type Holder, holderOf } from "../flows/Holder.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import { EngineError } from "../problems/EngineError.ts"
import { SendError, type SendReview } from "./Send.ts"

/** Who pays. */
export interface Payer extends Holder {
  /** Somebody else pays the network for it. */
  readonly smart: boolean
}

/** Where the payer is found. */
export type Around = Pick<Surroundings, "account" | "networks" | "board"> & { readonly accounts: Accounts }

export const problem = (of: FlowProblem) => new SendError({ reason: { _tag: "Problem", problem: of } })

/** What could not be read is a reason not to pay. */
export const asSendError = (error: FlowProblem): SendError =>
  error._tag === "SendError" ? error : problem(error)

export const refuse = (reason: SendError["reason"]) => new SendError({ reason })

/** What is no amount, or nobody to send it to: Solana's forms say both in one. */
export const incomplete = ({ chainNamespace }: Pick<Network, "chainNamespace">): SendError =>
  refuse({ _tag: chainNamespace === "solana" ? "Incomplete" : "InvalidAmount" })

/** The words of some failures depend on the chain. */
export const onChain =
  ({ chainNamespace }: Pick<Network, "chainNamespace">) =>
  (error: SendError): SendError =>
    chainNamespace === "solana" ? new SendError({ reason: error.reason, chain: chainNamespace }) : error

export const isSmart = (
  { accounts }: Pick<Around, "accounts">,
  { network }: Pick<Holder, "network">,
): boolean =>
  SubscriptionRef.getUnsafe(accounts.entries).some(
    ({ namespace, selected, type }) =>
      selected && namespace === network.chainNamespace && type === "smartAccount",
  )

/** The account that is shown, where it can pay: on an unsupported network nobody is asked anything. */
export const payerOf = (around: Around): Effect.Effect<Payer, SendError> =>
  Effect.suspend(() => {
    const holder = holderOf(around)
    if (holder === null) return Effect.fail(problem(new EngineError({ reason: { _tag: "NotConnected" } })))
    if (holder.known) return Effect.succeed({ ...holder, smart: isSmart(around, holder) })
    const network = holder.network.caipNetworkId
    return Effect.fail(problem(new EngineError({ reason: { _tag: "UnsupportedChain", network } })))
  })

/** Whether the wallet keeps inscribed coins there, and has another address to pay from. */
export const isInscribed = (
  { board }: Pick<Around, "board">,
  { address, network }: Pick<Holder, "address" | "network">,
): boolean => board.connectedOn(network.chainNamespace)?.details?.[address]?.type === "ordinal"

/** What to say of a wallet that is on another network than is shown; `null` of one that is there, or does not say where it is. */
export const walletElsewhere = (
  { board }: Pick<Around, "board">,
  { network: { caipNetworkId, chainNamespace, name } }: Pick<Holder, "network">,
): ConnectorError | null => {
  const own = board.connectedOn(chainNamespace)?.walletNetwork ?? caipNetworkId
  const connectorId = board.connectors.get(chainNamespace)?.id ?? ""
  return own === caipNetworkId
    ? null
    : new ConnectorError({ connectorId, reason: { _tag: "NetworkNotSupported", network: name } })
}

/** Whether a review is still of the account and network that are shown, and of the network that the wallet is on. */
export const stillPays = (
  around: Around,
  { account, network }: Pick<SendReview, "account" | "network">,
): boolean => {
  const holder = holderOf(around)
  return (
    holder?.known === true &&
    holder.account === account &&
    around.board.connectedOn(network.chainNamespace) !== null &&
    walletElsewhere(around, { network }) === null
  )
}
