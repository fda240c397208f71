import { Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { WalletCalls } from "../contract/WalletCalls.ts"
import { featureOf } from "../standard/FoundWallet.ts"
import type { StandardSession } from "../standard/StandardSession.ts"
import { standardCalls } from "../standard/standardCalls.ts"
import { hashFrom, signedPsbtFrom } from "./answers.ts"
import { networksOf } from "./bitcoinChains.ts"
import { outcomeOf } from "./outcomeOf.ts"
import { readPsbt } from "./Psbt.ts"
import { kindOf } from "./Script.ts"
import { askedPsbt } from "./signed/askedPsbt.ts"
import { finalFrom } from "./signed/finalFrom.ts"

interface Question {
  /** Base64. */
  readonly psbt: string
  readonly input: object
}

const signing = "bitcoin:signTransaction"
const sending = "bitcoin:signAndSendTransaction"

/** What is asked of a connected Bitcoin wallet, beyond signing messages. */
export const bitcoinCalls = (wallet: object, connectorId: string, session: StandardSession): WalletCalls =>
  standardCalls<Question>({
    wallet,
    connectorId,
    session,
    signing,
    sending,
    // What is sent from here is known before it leaves.
    isLeftToUs: () => featureOf(wallet, signing) !== undefined,
    questionOf: (transaction, { chain, network, shared }) => {
      // An address of one network is none of another.
      if (!networksOf(shared.address).includes(network.caipNetworkId))
        return "The account is on another network."
      const psbt = transaction["psbt"] ?? ""
      // The same key may have an address on each network: the coins are those of this one.
      const asked = askedPsbt(psbt, [shared, ...session.accounts()])
      return asked === null
        ? "The wallet cannot sign this transaction."
        : { psbt, input: { ...asked, chain } }
    },
    signedFrom: ({ psbt }, answer): Effect.Effect<string, ConnectorReason> => {
      const signed = signedPsbtFrom(answer)
      const final = signed && finalFrom(psbt, signed)
      switch (final?._tag) {
        case "Signed":
          return Effect.succeed(final.raw)
        case "Altered":
          return Effect.fail({ _tag: "Altered" })
        default:
          return Effect.fail({ _tag: "Malformed", what: signing })
      }
    },
    hashFrom: ({ psbt }, answer) => {
      const hash = hashFrom(answer)
      if (hash === null) return { _tag: "Malformed", what: sending }
      // It has left, and nobody here has seen it: what it does is to be looked for by the coins that it should spend.
      return isOther(psbt, hash) ? { _tag: "Altered" } : hash
    },
    outcomeOf: outcomeOf(connectorId),
  })

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
