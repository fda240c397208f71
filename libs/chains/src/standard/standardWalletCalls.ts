import { type CaipAddress, type Network, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { ChainTransaction } from "../contract/Transfer.ts"
import type { AwaitingBroadcast, SendOutcome, WalletCalls } from "../contract/WalletCalls.ts"
import { mayHaveSent } from "../wallet/sendOutcome.ts"
import { toConnectorReason } from "../wallet/walletErrors.ts"
import type { AuthorizedAccount } from "./AuthorizedAccount.ts"
import { requestFeature } from "./requestFeature.ts"
import { type StandardSession } from "./StandardSession.ts"

interface SendRequest {
  readonly account: CaipAddress
  readonly network: Network
  readonly transaction: ChainTransaction
}

/** The account and network of a transaction request. */
interface TransactionTarget {
  readonly shared: AuthorizedAccount
  /** Such as `solana:mainnet`. */
  readonly chain: string
  readonly network: Network
}

/** A chain's methods to sign and send. `Q` is the wallet request of a transaction. */
export interface StandardSendMethods<Q extends { readonly input: object }> {
  readonly wallet: object
  readonly connectorId: string
  readonly session: StandardSession
  readonly signing: string
  readonly sending: string
  /** Returns `true` if the wallet only signs, and wmodal broadcasts. */
  readonly isBroadcastByUs: () => boolean
  /** Makes the wallet request. Returns a developer message if it is not possible. */
  readonly makeCall: (transaction: ChainTransaction, placed: TransactionTarget) => Q | string
  /** Decodes the response of a wallet that signs, in the form that `Actions.broadcast` accepts. */
  readonly decodeSigned: (question: Q, answer: unknown) => Effect.Effect<string, ConnectorReason>
  /** Decodes the response of a wallet that sends: the hash. */
  readonly decodeHash: (question: Q, answer: unknown) => string | ConnectorReason
  readonly toOutcome: (thrown: unknown, feature: string) => SendOutcome
}

/** Makes the requests to a connected Wallet Standard wallet, except message signing. */
export const makeStandardWalletCalls = <Q extends { readonly input: object }>(
  ways: StandardSendMethods<Q>,
): WalletCalls => {
  const { connectorId, toOutcome, sending, session, signing, wallet } = ways
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  const unsupported = (method: string) => Effect.fail(failed({ _tag: "Unsupported", method }))

  const toRequest = ({ account, network, transaction }: SendRequest): Effect.Effect<Q, ConnectorError> => {
    const chain = session.findChain(network.caipNetworkId)
    if (chain === null) return Effect.fail(failed({ _tag: "NetworkNotSupported", network: network.name }))
    const shared = session.findAccount(toPlainAddress(account))
    if (shared === null) return Effect.fail(failed({ _tag: "Unauthorized" }))
    const question = ways.makeCall(transaction, { shared, chain, network })
    return typeof question === "string"
      ? Effect.fail(failed({ _tag: "Failed", code: null, text: question }))
      : Effect.succeed(question)
  }

  const sign = (question: Q) =>
    requestFeature(wallet, signing, question.input).pipe(
      Effect.mapError((thrown) => toConnectorReason(thrown, signing)),
      Effect.flatMap((answer) => ways.decodeSigned(question, answer)),
      Effect.mapError(failed),
    )

  const send = (question: Q) =>
    requestFeature(wallet, sending, question.input).pipe(
      Effect.map((answer): SendOutcome => {
        const hash = ways.decodeHash(question, answer)
        return typeof hash === "string" ? { _tag: "Sent", hash } : mayHaveSent(connectorId, hash)
      }),
      Effect.catch((thrown) => Effect.succeed(toOutcome(thrown, sending))),
    )

  return {
    sendTransaction: (request) =>
      toRequest(request).pipe(
        Effect.flatMap(
          (question): Effect.Effect<SendOutcome | AwaitingBroadcast, ConnectorError> =>
            ways.isBroadcastByUs()
              ? Effect.map(sign(question), (raw): AwaitingBroadcast => ({ _tag: "AwaitingBroadcast", raw }))
              : send(question),
        ),
        Effect.catch((error) => Effect.succeed<SendOutcome>({ _tag: "NotSent", error })),
      ),
    signTransaction: (request) => Effect.flatMap(toRequest(request), sign),
    capabilities: () => Effect.succeed({ atomic: "unsupported", assetDiscovery: false }),
    assets: () => unsupported("assets"),
    sendCalls: () => unsupported("sendCalls"),
    callsStatus: () => unsupported("callsStatus"),
  }
}
