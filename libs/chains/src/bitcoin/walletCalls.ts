import type { CaipAddress, Network } from "@wmodal/protocol"
import { Effect } from "effect"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { ChainTransaction } from "../contract/Transfer.ts"
import type { LeftToSend, SendOutcome, WalletCalls } from "../contract/WalletCalls.ts"
import { askFeature, reasonOfRefusal } from "../standard/askFeature.ts"
import { featureOf } from "../standard/FoundWallet.ts"
import { addressIn, type StandardSession } from "../standard/StandardSession.ts"
import { mayHaveLeft } from "../wallet/sendOutcome.ts"
import { hashFrom, signedPsbtFrom } from "./answers.ts"
import { networksOf } from "./bitcoinChains.ts"
import { outcomeOf } from "./outcomeOf.ts"
import { readPsbt } from "./Psbt.ts"
import { kindOf } from "./Script.ts"
import { askedPsbt } from "./signed/askedPsbt.ts"
import { finalFrom } from "./signed/finalFrom.ts"

interface Sending {
  readonly account: CaipAddress
  readonly network: Network
  readonly transaction: ChainTransaction
}

interface Question {
  /** Base64. */
  readonly psbt: string
  /** What a feature is given. */
  readonly input: object
}

const signing = "bitcoin:signTransaction"
const sending = "bitcoin:signAndSendTransaction"

/** What is asked of a connected Bitcoin wallet, beyond signing messages. */
export const bitcoinCalls = (wallet: object, connectorId: string, session: StandardSession): WalletCalls => {
  const failed = (reason: ConnectorReason) => new ConnectorError({ connectorId, reason })
  const refused = (text: string) => Effect.fail(failed({ _tag: "Failed", code: null, text }))
  const unsupported = (method: string) => Effect.fail(failed({ _tag: "Unsupported", method }))

  const questionOf = ({
    account,
    network,
    transaction,
  }: Sending): Effect.Effect<Question, ConnectorError> => {
    const chain = session.chainOn(network.caipNetworkId)
    if (chain === null) return Effect.fail(failed({ _tag: "NetworkNotSupported", network: network.name }))
    const address = addressIn(account)
    if (session.accountOf(address) === null) return Effect.fail(failed({ _tag: "Unauthorized" }))
    // An address of one network is none of another.
    if (!networksOf(address).includes(network.caipNetworkId))
      return refused("The account is on another network.")
    const psbt = transaction["psbt"] ?? ""
    const asked = askedPsbt(psbt, session.accounts())
    return asked === null
      ? refused("The wallet cannot sign this transaction.")
      : Effect.succeed({ psbt, input: { ...asked, chain } })
  }

  /** @returns the transaction with its signatures, hex. */
  const sign = ({ input, psbt }: Question) =>
    Effect.gen(function* () {
      const asking = askFeature(wallet, signing, input)
      const answer = yield* Effect.mapError(asking, (thrown) => failed(reasonOfRefusal(thrown, signing)))
      const signed = signedPsbtFrom(answer)
      const final = signed && finalFrom(psbt, signed)
      switch (final?._tag) {
        case "Signed":
          return final.raw
        case "Altered":
          return yield* failed({ _tag: "Altered" })
        default:
          return yield* failed({ _tag: "Malformed", what: signing })
      }
    })

  const send = ({ input, psbt }: Question) =>
    askFeature(wallet, sending, input).pipe(
      Effect.map((answer): SendOutcome => {
        const hash = hashFrom(answer)
        if (hash === null) return mayHaveLeft(connectorId, { _tag: "Malformed", what: sending })
        // It has left, and nobody here has seen it: what it does is to be looked for by the coins that it should spend.
        return isOther(psbt, hash) ? mayHaveLeft(connectorId, { _tag: "Altered" }) : { _tag: "Sent", hash }
      }),
      Effect.catch((thrown) => Effect.succeed(outcomeOf(connectorId)(thrown, sending))),
    )

  return {
    sendTransaction: (request) =>
      questionOf(request).pipe(
        Effect.flatMap(
          (question): Effect.Effect<SendOutcome | LeftToSend, ConnectorError> =>
            // What is sent from here is known before it leaves.
            featureOf(wallet, signing) === undefined
              ? send(question)
              : Effect.map(sign(question), (raw): LeftToSend => ({ _tag: "LeftToSend", raw })),
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

/** Whether it cannot be the one that was asked for: the hash of one that spends segwit coins alone is known before it is signed. */
const isOther = (text: string, hash: string): boolean => {
  const psbt = readPsbt(text)
  return (
    psbt !== null &&
    psbt.txid !== hash &&
    psbt.inputs.every(({ coin }) => coin !== null && isSegwit(coin.script))
  )
}

const isSegwit = (script: Uint8Array) => {
  const kind = kindOf(script)
  return kind === "p2wpkh" || kind === "p2tr"
}
