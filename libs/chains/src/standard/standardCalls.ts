import type { CaipAddress, Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { ChainTransaction } from "../contract/Transfer.ts"
import type { LeftToSend, SendOutcome, WalletCalls } from "../contract/WalletCalls.ts"
import { mayHaveLeft } from "../wallet/sendOutcome.ts"
import { askFeature, reasonOfRefusal } from "./askFeature.ts"
import type { SharedAccount } from "./SharedAccount.ts"
import { addressIn, type StandardSession } from "./StandardSession.ts"

interface Sending {
  readonly account: CaipAddress
  readonly network: Network
  readonly transaction: ChainTransaction
}

/** Whom a transaction is asked of, and where. */
interface Placed {
  readonly shared: SharedAccount
  /** Such as `solana:mainnet`. */
  readonly chain: string
  readonly network: Network
}

/** How a chain's wallets sign and send. `Q` is a transaction as one of them is asked about it. */
export interface StandardWays<Q extends { readonly input: object }> {
  readonly wallet: object
  readonly connectorId: string
  readonly session: StandardSession
  readonly signing: string
  readonly sending: string
  /** Whether the sending is ours, and the wallet only signs. */
  readonly isLeftToUs: () => boolean
  /** Text where it cannot be asked, for the page's developer. */
  readonly questionOf: (transaction: ChainTransaction, placed: Placed) => Q | string
  /** What a wallet that signs gave, in the form that `Actions.broadcast` takes. */
  readonly signedFrom: (question: Q, answer: unknown) => Effect.Effect<string, ConnectorReason>
  /** What a wallet that sends gave: the hash. */
  readonly hashFrom: (question: Q, answer: unknown) => string | ConnectorReason
  readonly outcomeOf: (thrown: unknown, feature: string) => SendOutcome
}

/** What is asked of a connected wallet of the Wallet Standard, beyond signing messages. */
export const standardCalls = <Q extends { readonly input: object }>(ways: StandardWays<Q>): WalletCalls => {
  const { connectorId, outcomeOf, sending, session, signing, wallet } = ways
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  const unsupported = (method: string) => Effect.fail(failed({ _tag: "Unsupported", method }))

  const questionOf = ({ account, network, transaction }: Sending): Effect.Effect<Q, ConnectorError> => {
    const chain = session.chainOn(network.caipNetworkId)
    if (chain === null) return Effect.fail(failed({ _tag: "NetworkNotSupported", network: network.name }))
    const shared = session.accountOf(addressIn(account))
    if (shared === null) return Effect.fail(failed({ _tag: "Unauthorized" }))
    const question = ways.questionOf(transaction, { shared, chain, network })
    return typeof question === "string"
      ? Effect.fail(failed({ _tag: "Failed", code: null, text: question }))
      : Effect.succeed(question)
  }

  const sign = (question: Q) =>
    askFeature(wallet, signing, question.input).pipe(
      Effect.mapError((thrown) => reasonOfRefusal(thrown, signing)),
      Effect.flatMap((answer) => ways.signedFrom(question, answer)),
      Effect.mapError(failed),
    )

  const send = (question: Q) =>
    askFeature(wallet, sending, question.input).pipe(
      Effect.map((answer): SendOutcome => {
        const hash = ways.hashFrom(question, answer)
        return typeof hash === "string" ? { _tag: "Sent", hash } : mayHaveLeft(connectorId, hash)
      }),
      Effect.catch((thrown) => Effect.succeed(outcomeOf(thrown, sending))),
    )

  return {
    sendTransaction: (request) =>
      questionOf(request).pipe(
        Effect.flatMap(
          (question): Effect.Effect<SendOutcome | LeftToSend, ConnectorError> =>
            ways.isLeftToUs()
              ? Effect.map(sign(question), (raw): LeftToSend => ({ _tag: "LeftToSend", raw }))
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
