import { Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { WalletCalls } from "../contract/WalletCalls.ts"
import { getFeature } from "../standard/RegisteredWallet.ts"
import type { StandardSession } from "../standard/StandardSession.ts"
import { makeStandardWalletCalls } from "../standard/standardWalletCalls.ts"
import { getNetworksOfAddress } from "./bitcoinChains.ts"
import { makeToSendOutcome } from "./bitcoinSendOutcome.ts"
import { decodePsbt } from "./Psbt.ts"
import { toScriptKind } from "./Script.ts"
import { finalizePsbt } from "./signed/finalizePsbt.ts"
import { updatePsbt } from "./signed/updatePsbt.ts"
import { decodeSignedPsbt, decodeTransactionHash } from "./walletResponses.ts"

interface SignPsbtCall {
  /** Base64. */
  readonly psbt: string
  readonly input: object
}

const signFeature = "bitcoin:signTransaction"
const signAndSendFeature = "bitcoin:signAndSendTransaction"

/** Makes the requests to a connected Bitcoin wallet, except message signing. */
export const makeBitcoinWalletCalls = (
  wallet: object,
  connectorId: string,
  session: StandardSession,
): WalletCalls =>
  makeStandardWalletCalls<SignPsbtCall>({
    wallet,
    connectorId,
    session,
    signing: signFeature,
    sending: signAndSendFeature,
    // The hash of a transaction that wmodal broadcasts is known before it is sent.
    isBroadcastByUs: () => getFeature(wallet, signFeature) !== undefined,
    makeCall: (transaction, { chain, network, shared }) => {
      // An address is valid on one network only.
      if (!getNetworksOfAddress(shared.address).includes(network.caipNetworkId))
        return "The account is on another network."
      const psbt = transaction["psbt"] ?? ""
      // The same key may have an address on each network. The UTXOs belong to this one.
      const asked = updatePsbt(psbt, [shared, ...session.accounts()])
      return asked === null
        ? "The wallet cannot sign this transaction."
        : { psbt, input: { ...asked, chain } }
    },
    decodeSigned: ({ psbt }, answer): Effect.Effect<string, ConnectorReason> => {
      const signed = decodeSignedPsbt(answer)
      const final = signed && finalizePsbt(psbt, signed)
      switch (final?._tag) {
        case "Signed":
          return Effect.succeed(final.raw)
        case "SignedDifferently":
          return Effect.fail({ _tag: "SignedDifferently" })
        default:
          return Effect.fail({ _tag: "Malformed", what: signFeature })
      }
    },
    decodeHash: ({ psbt }, answer) => {
      const hash = decodeTransactionHash(answer)
      if (hash === null) return { _tag: "Malformed", what: signAndSendFeature }
      // It was sent, but the hash may be wrong. The search then uses the UTXOs that it should spend.
      return isDifferentTransaction(psbt, hash) ? { _tag: "SignedDifferently" } : hash
    },
    toOutcome: makeToSendOutcome(connectorId),
  })

/**
 * Returns `true` if the hash is not that of the requested PSBT. The hash is known before signing if all inputs are
 * segwit.
 */
const isDifferentTransaction = (text: string, hash: string): boolean => {
  const psbt = decodePsbt(text)
  return (
    psbt !== null &&
    psbt.txid !== hash &&
    psbt.inputs.every(({ coin }) => coin !== null && isSegwitScript(coin.script))
  )
}

const isSegwitScript = (script: Uint8Array) => {
  const kind = toScriptKind(script)
  return kind === "p2wpkh" || kind === "p2tr"
}
