import { base58 } from "@scure/base"
import { Effect } from "effect"
import { ConnectorError, type ConnectorReason } from "../contract/ConnectorError.ts"
import type { SignInRequest, SignInResult, WalletCalls } from "../contract/WalletCalls.ts"
import { getOutput, getOutputBytes } from "../standard/featureOutput.ts"
import { getFeature } from "../standard/RegisteredWallet.ts"
import { requestFeature, toFeatureReason } from "../standard/requestFeature.ts"
import type { StandardSession } from "../standard/StandardSession.ts"
import { makeStandardWalletCalls } from "../standard/standardWalletCalls.ts"
import { decodeBase64 } from "../text/base64.ts"
import { readMember } from "../wallet/walletErrors.ts"
import { normalizeAddress as addressFrom } from "./normalizeAddress.ts"
import { makeToSendOutcome } from "./solanaSendOutcome.ts"
import { decodeSignature, decodeSignedText, decodeTransactionHash } from "./walletResponses.ts"
import { decodeTransaction, type SolanaTransaction } from "./wire/SolanaTransaction.ts"

const maxMessageBytes = 10_000

/**
 * Decodes the result of a sign-in. `null` if it is unsigned, or if the message lacks the account or a requested field,
 * and so may be for another user or dApp.
 */
export const decodeSignInResult = (
  answer: unknown,
  { resources = [], ...asked }: SignInRequest,
): SignInResult | null => {
  const signature = decodeSignature(answer)
  const message = decodeUtf8(getOutputBytes(answer, "signedMessage", maxMessageBytes))
  const address = readMember(getOutput(answer, "account"), "address")
  if (signature === null || message === null || typeof address !== "string" || addressFrom(address) === null)
    return null
  const lines = message.split("\n")
  const isWhole =
    lines[0] === `${asked.domain} wants you to sign in with your Solana account:` &&
    lines[1] === address &&
    [...Object.values(asked), ...resources].every((text) => text === undefined || message.includes(text))
  return isWhole ? { address, message, signature: base58.encode(signature) } : null
}

const decodeUtf8 = (bytes: Uint8Array | null): string | null => {
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

interface SignTransactionCall {
  readonly asked: SolanaTransaction
  /** The required signer. */
  readonly address: string
  readonly input: object
}

const signFeature = "solana:signTransaction"

const signAndSendFeature = "solana:signAndSendTransaction"

const signInFeature = "solana:signIn"

/** Makes the requests to a connected Solana wallet, except message signing. */
export const makeSolanaWalletCalls = (
  wallet: object,
  connectorId: string,
  session: StandardSession,
): WalletCalls => ({
  ...makeStandardWalletCalls<SignTransactionCall>({
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
  }),
  ...(getFeature(wallet, signInFeature) !== undefined && {
    signIn: (request: SignInRequest) =>
      requestFeature(wallet, signInFeature, request).pipe(
        Effect.mapError((thrown) => toFeatureReason(thrown, signInFeature)),
        Effect.flatMap((answer) => {
          const signed = decodeSignInResult(answer, request)
          return signed === null ? Effect.fail(toMalformedReason(signInFeature)) : Effect.succeed(signed)
        }),
        Effect.mapError((reason) => new ConnectorError({ connectorId, reason })),
      ),
  }),
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
