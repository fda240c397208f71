import type { WalletRequest } from "../../contract/Explanation.ts"
import type { Submission } from "../../contract/RequestInterceptor.ts"
import type { GuardedFeatureCall } from "../../standard/interceptFeature.ts"
import type { StandardSession } from "../../standard/StandardSession.ts"
import { decodeBase64 } from "../../text/base64.ts"
import { toMessageRequest } from "../../text/messageRequest.ts"
import { invalidParamsError, ProviderError } from "../../wallet/ProviderError.ts"
import { decodeSignature, decodeSignedBytes, decodeTransactionHash } from "../walletResponses.ts"
import { decodeMessage, getSigners } from "../wire/SolanaMessage.ts"
import { encodeUnsigned } from "../wire/SolanaTransaction.ts"
import { type CopiedTransaction, maxTransactions } from "./copyTransaction.ts"
import { parseTransaction } from "./parseTransaction.ts"
import type { RequestedTransaction } from "./transactionParams.ts"

const noSubmission: Submission = { _tag: "Nothing" }

const parse = (session: StandardSession, copied: CopiedTransaction) =>
  parseTransaction(copied, (address) => session.findAccount(address) !== null)

/** Returns the signer among the wallet's accounts: the one that the dApp names, or the one in use, if it is required. */
const getSigner = (session: StandardSession, requested: readonly RequestedTransaction[]): string => {
  if (session.active() === null) throw new ProviderError(4100, "The wallet shares no account.")
  const named = requested.flatMap(({ pubkey }) => pubkey ?? [])
  const signer = session
    .addresses()
    .find(
      (address) =>
        named.every((one) => one === address) &&
        requested.every(({ transaction }) => getSigners(transaction.message).some((one) => one === address)),
    )
  if (signer === undefined) throw invalidParamsError("No account of the wallet is a signer of this.")
  return signer
}

/** The expiry is unknown, because a dApp's value is not trusted. */
const toChainTransaction = (transaction: string) => ({ transaction, lastValidBlockHeight: null })

const toWalletRequest = (requested: readonly RequestedTransaction[]): WalletRequest => {
  const [first, ...rest] = requested.map(({ transaction }) => toChainTransaction(transaction.wire))
  if (first === undefined || rest.length >= maxTransactions)
    throw invalidParamsError("Expected 1 to 100 transactions.")
  return rest.length === 0
    ? { _tag: "Transaction", transaction: first }
    : { _tag: "Transactions", transactions: [first, ...rest] }
}

/** Throws a `ProviderError` if a transaction is invalid, or if the wallet cannot sign it. */
export const makeSignRequest = (
  session: StandardSession,
  copied: readonly CopiedTransaction[],
): GuardedFeatureCall => {
  const transactions = copied.map((one) => parse(session, one))
  const request = toWalletRequest(transactions)
  const from = getSigner(session, transactions)
  return {
    request,
    from,
    network: null,
    submission: noSubmission,
    feature: "solana:signTransaction",
    inputs: (chain) => {
      const account = session.findAccount(from)?.account
      return account === undefined
        ? null
        : transactions.map(({ transaction }) => ({
            account,
            transaction: decodeBase64(transaction.wire),
            chain,
          }))
    },
    valueOf: (answer) => decodeSignedBytes(answer, transactions.length),
  }
}

/** Throws like `makeSignRequest`. */
export const makeSendRequest = (
  session: StandardSession,
  copied: CopiedTransaction,
  options: object | undefined,
): GuardedFeatureCall => {
  const requested = parse(session, copied)
  const { transaction } = requested
  const from = getSigner(session, [requested])
  return {
    request: toWalletRequest([requested]),
    from,
    network: null,
    submission: { _tag: "Transaction", transaction: toChainTransaction(transaction.wire) },
    feature: "solana:signAndSendTransaction",
    inputs: (chain) => {
      const account = session.findAccount(from)?.account
      return account === undefined
        ? null
        : [{ account, transaction: decodeBase64(transaction.wire), chain, ...(options && { options }) }]
    },
    valueOf: decodeTransactionHash,
  }
}

export const makeMessageRequest = (session: StandardSession, message: Uint8Array): GuardedFeatureCall => {
  if (session.active() === null) throw new ProviderError(4100, "The wallet shares no account.")
  return {
    request: toSignedRequest(message),
    // The dApp names no signer, so the account in use signs.
    from: null,
    network: null,
    submission: noSubmission,
    feature: "solana:signMessage",
    inputs: (_chain, inUse) => {
      const account = session.findAccount(inUse ?? session.active() ?? "")?.account
      return account === undefined ? null : [{ account, message: message.slice() }]
    },
    valueOf: decodeSignature,
  }
}

/** Shows message bytes that form a transaction as a transaction, because their signature would authorize it. */
const toSignedRequest = (message: Uint8Array): WalletRequest => {
  const read = decodeMessage(message)
  return read === null
    ? toMessageRequest(message)
    : { _tag: "Transaction", transaction: toChainTransaction(encodeUnsigned(message, read)) }
}
