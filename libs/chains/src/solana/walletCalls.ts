import type { CaipAddress, Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { ChainTransaction } from "../contract/Transfer.ts"
import type { LeftToSend, SendOutcome, SignInRequest, WalletCalls } from "../contract/WalletCalls.ts"
import { askFeature, reasonOfRefusal } from "../standard/askFeature.ts"
import { featureOf } from "../standard/FoundWallet.ts"
import { addressIn, type StandardSession } from "../standard/StandardSession.ts"
import { mayHaveLeft } from "../wallet/sendOutcome.ts"
import { hashFrom, signedTextFrom } from "./answers.ts"
import { outcomeOf } from "./outcomeOf.ts"
import { signedInFrom } from "./signedInFrom.ts"
import { fromBase64 } from "./wire/base64.ts"
import { decodeTransaction, type Transaction } from "./wire/Transaction.ts"

interface Sending {
  readonly account: CaipAddress
  readonly network: Network
  readonly transaction: ChainTransaction
}

interface Question {
  readonly transaction: Transaction
  readonly address: string
  /** What a feature is given. */
  readonly input: object
}

const signing = "solana:signTransaction"
const sending = "solana:signAndSendTransaction"
const signingIn = "solana:signIn"

/** What is asked of a connected Solana wallet, beyond signing messages. */
export const solanaCalls = (wallet: object, connectorId: string, session: StandardSession): WalletCalls => {
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  const unsupported = (method: string) => Effect.fail(failed({ _tag: "Unsupported", method }))

  const questionOf = ({
    account,
    network,
    transaction,
  }: Sending): Effect.Effect<Question, ConnectorError> => {
    const chain = session.chainOn(network.caipNetworkId)
    if (chain === null) return Effect.fail(failed({ _tag: "NetworkNotSupported", network: network.name }))
    const address = addressIn(account)
    const shared = session.accountOf(address)
    if (shared === null) return Effect.fail(failed({ _tag: "Unauthorized" }))
    const text = transaction["transaction"] ?? ""
    const [asked, bytes] = [decodeTransaction(text), fromBase64(text)]
    return asked === null || bytes === null
      ? Effect.fail(failed({ _tag: "Failed", code: null, text: "This is no transaction of Solana." }))
      : Effect.succeed({
          transaction: asked,
          address,
          input: { account: shared.account, transaction: bytes, chain },
        })
  }

  const send = ({ input }: Question) =>
    askFeature(wallet, sending, input).pipe(
      Effect.map((answer): SendOutcome => {
        const hash = hashFrom(answer)
        return hash === null
          ? mayHaveLeft(connectorId, { _tag: "Malformed", what: sending })
          : { _tag: "Sent", hash }
      }),
      Effect.catch((thrown) => Effect.succeed(outcomeOf(connectorId)(thrown, sending))),
    )

  /** @returns the signed wire transaction, base64. */
  const sign = ({ address, input, transaction }: Question) =>
    Effect.gen(function* () {
      const asking = askFeature(wallet, signing, input)
      const answer = yield* Effect.mapError(asking, (thrown) => failed(reasonOfRefusal(thrown, signing)))
      const signed = signedTextFrom(answer)
      if (signed === null) return yield* failed({ _tag: "Malformed", what: signing })
      const { signedFrom } = yield* Effect.tryPromise({
        try: () => import("./signed/signedFrom.ts"),
        catch: () => failed({ _tag: "NotLoaded" }),
      })
      switch (signedFrom(transaction, signed, address)) {
        case "Signed":
          return signed
        case "Altered":
          return yield* failed({ _tag: "Altered" })
        case "Malformed":
          return yield* failed({ _tag: "Malformed", what: signing })
      }
    })

  return {
    sendTransaction: (request) =>
      questionOf(request).pipe(
        Effect.flatMap(
          (question): Effect.Effect<SendOutcome | LeftToSend, ConnectorError> =>
            // A wallet that sends has its own nodes, and may put what guards the person beside what was asked for.
            featureOf(wallet, sending) === undefined
              ? Effect.map(sign(question), (raw): LeftToSend => ({ _tag: "LeftToSend", raw }))
              : send(question),
        ),
        Effect.catch((error) => Effect.succeed<SendOutcome>({ _tag: "NotSent", error })),
      ),
    ...(featureOf(wallet, signingIn) !== undefined && {
      signIn: (request: SignInRequest) =>
        askFeature(wallet, signingIn, request).pipe(
          Effect.mapError((thrown) => failed(reasonOfRefusal(thrown, signingIn))),
          Effect.flatMap((answer) => {
            const signed = signedInFrom(answer, request)
            return signed === null
              ? Effect.fail(failed({ _tag: "Malformed", what: signingIn }))
              : Effect.succeed(signed)
          }),
        ),
    }),
    signTransaction: (request) => Effect.flatMap(questionOf(request), sign),
    capabilities: () => Effect.succeed({ atomic: "unsupported", assetDiscovery: false }),
    assets: () => unsupported("assets"),
    sendCalls: () => unsupported("sendCalls"),
    callsStatus: () => unsupported("callsStatus"),
  }
}
