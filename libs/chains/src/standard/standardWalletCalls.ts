import type { CaipAddress, Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { ChainTransaction } from "../contract/Transfer.ts"
import type { AwaitingBroadcast, SendOutcome, WalletCalls } from "../contract/WalletCalls.ts"
import { mayHaveSent } from "../wallet/sendOutcome.ts"
import type { AuthorizedAccount } from "./AuthorizedAccount.ts"
import { requestFeature, toFeatureReason } from "./requestFeature.ts"
import { type StandardSession, toPlainAddress } from "./StandardSession.ts"

interface SendRequest {
  readonly account: CaipAddress
  readonly network: Network
  readonly transaction: ChainTransaction
}

/** Whom a transaction is asked of, and where. */
interface TransactionTarget {
  readonly shared: AuthorizedAccount
  /** Such as `solana:mainnet`. */
  readonly chain: string
  readonly network: Network
}

/** How a chain's wallets sign and send. `Q` is a transaction as one of them is asked about it. */
export interface StandardSendMethods<Q extends { readonly input: object }> {
  readonly wallet: object
  readonly connectorId: string
  readonly session: StandardSession
  readonly signing: string
  readonly sending: string
  /** Whether the sending is ours, and the wallet only signs. */
  readonly isBroadcastByUs: () => boolean
  /** Text where it cannot be asked, for the page's developer. */
  readonly makeCall: (transaction: ChainTransaction, placed: TransactionTarget) => Q | string
  /** What a wallet that signs gave, in the form that `Actions.broadcast` takes. */
  readonly decodeSigned: (question: Q, answer: unknown) => Effect.Effect<string, ConnectorReason>
  /** What a wallet that sends gave: the hash. */
  readonly decodeHash: (question: Q, answer: unknown) => string | ConnectorReason
  readonly toOutcome: (thrown: unknown, feature: string) => SendOutcome
}

/** What is asked of a connected wallet of the Wallet Standard, beyond signing messages. */
export const makeStandardWalletCalls = <Q extends { readonly input: object }>(
  ways: StandardSendMethods<Q>,
): WalletCalls => {
  const { connectorId, toOutcome, sending, session, signing, wallet } = ways
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  const unsupported = (method: string) => Effect.fail(failed({ _tag: "Unsupported", method }))

  const questionOf = ({ account, network, transaction }: SendRequest): Effect.Effect<Q, ConnectorError> => {
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
      Effect.mapError((thrown) => toFeatureReason(thrown, signing)),
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
      questionOf(request).pipe(
        Effect.flatMap(
          (question): Effect.Effect<SendOutcome | AwaitingBroadcast, ConnectorError> =>
            ways.isBroadcastByUs()
              ? Effect.map(sign(question), (raw): AwaitingBroadcast => ({ _tag: "AwaitingBroadcast", raw }))
              : send(question),
        ),
        Effect.catch((error) => Effect.succeed<SendOutcome>({ _tag: "NotSent", error })),
      ),
    signTransaction: (request) => Effect.flatMap(questionOf(request), sign),
    capabilities: () => Effect.succeed({ atomic: "unsupported", assetDiscovery: false }),
    assets: () => unsupported("assets"),
    sendCalls: () => unsupported("sendCalls"),
    callsStatus: () => unsupported("callsStatus"),
  }
}
