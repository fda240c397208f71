import { Effect } from "effect"
import type { ConnectorReason } from "../contract/ConnectorError.ts"
import type { WalletCalls } from "../contract/WalletCalls.ts"
import { getFeature } from "../standard/RegisteredWallet.ts"
import type { StandardSession } from "../standard/StandardSession.ts"
import { makeStandardWalletCalls } from "../standard/standardWalletCalls.ts"
import { decodeBase64 } from "../text/base64.ts"
import { makeToSendOutcome } from "./solanaSendOutcome.ts"
import { decodeSignedText, decodeTransactionHash } from "./walletResponses.ts"
import { decodeTransaction, type SolanaTransaction } from "./wire/SolanaTransaction.ts"

interface SignTransactionCall {
  readonly asked: SolanaTransaction
  /** The required signer. */
  readonly address: string
  readonly input: object
}

const signFeature = "solana:signTransaction"

const signAndSendFeature = "solana:signAndSendTransaction"

/** Makes the requests to a connected Solana wallet, except message signing. */
export const makeSolanaWalletCalls = (
  wallet: object,
  connectorId: string,
  session: StandardSession,
): WalletCalls =>
  makeStandardWalletCalls<SignTransactionCall>({
    wallet,
    connectorId,
    session,
    signing: signFeature,
    sending: signAndSendFeature,
    // A wallet that sends uses its own nodes and may add guard instructions for the user.
    isBroadcastByUs: () => getFeature(wallet, signAndSendFeature) === undefined,
    makeCall: ({ transaction }, { chain, shared: { account, address } }) => {
      const asked = decodeTransaction(transaction ?? "")
      const bytes = decodeBase64(transaction ?? "")
      return asked === null || bytes === null
        ? "This is not a valid Solana transaction."
        : { asked, address, input: { account, transaction: bytes, chain } }
    },
    decodeSigned: ({ address, asked }, answer) =>
      verifySignedTransaction(asked, decodeSignedText(answer), address),
    decodeHash: (_, answer) =>
      decodeTransactionHash(answer) ?? { _tag: "Malformed", what: signAndSendFeature },
    toOutcome: makeToSendOutcome(connectorId),
  })

const toMalformedReason = (what: string): ConnectorReason => ({ _tag: "Malformed", what })

/** @returns the signed and verified wire transaction, base64 */
const verifySignedTransaction = (
  asked: SolanaTransaction,
  signed: string | null,
  address: string,
): Effect.Effect<string, ConnectorReason> =>
  signed === null
    ? Effect.fail(toMalformedReason(signFeature))
    : Effect.flatMap(
        Effect.tryPromise({
          try: () => import("./signed/verifySigned.ts"),
          catch: (): ConnectorReason => ({ _tag: "ChunkLoadFailed" }),
        }),
        (code) => {
          switch (code.verifySigned(asked, signed, address)) {
            case "Signed":
              return Effect.succeed(signed)
            case "SignedDifferently":
              return Effect.fail<ConnectorReason>({ _tag: "SignedDifferently" })
            case "Malformed":
              return Effect.fail(toMalformedReason(signFeature))
          }
        },
      )
