import type { WalletRequest } from "../../contract/Explanation.ts"
import type { RequestInterceptor, Submission } from "../../contract/RequestInterceptor.ts"
import { decodeBytes } from "../../standard/decodeBytes.ts"
import {
  type GuardedFeatureCall,
  type GuardOptions,
  interceptFeature,
} from "../../standard/interceptFeature.ts"
import type { StandardSession } from "../../standard/StandardSession.ts"
import { decodeBase64 } from "../../text/base64.ts"
import { toMessageRequest } from "../../text/messageRequest.ts"
import { decodeList } from "../../wallet/decodeList.ts"
import { cachePerInterceptor } from "../../wallet/interceptRequest.ts"
import { invalidParamsError, ProviderError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/walletErrors.ts"
import { decodeSignature, decodeSignedBytes, decodeTransactionHash } from "../walletResponses.ts"
import { decodeMessage } from "../wire/SolanaMessage.ts"
import { encodeUnsigned } from "../wire/SolanaTransaction.ts"
import { parseTransaction, type WireTransaction } from "./parseTransaction.ts"

const commitments: readonly unknown[] = [
  "processed",
  "confirmed",
  "finalized",
  "recent",
  "single",
  "singleGossip",
  "root",
  "max",
]

const isNonNegativeInteger = (value: unknown): boolean =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= 0

const optionChecks: Readonly<Record<string, (value: unknown) => boolean>> = {
  preflightCommitment: (value) => commitments.includes(value),
  skipPreflight: (value) => typeof value === "boolean",
  maxRetries: isNonNegativeInteger,
  minContextSlot: isNonNegativeInteger,
}

/** Parses a dApp's send options. Unknown options are dropped. Throws if a known one is invalid. */
const parseSendOptions = (given: unknown): object | undefined => {
  if (given === undefined || given === null) return undefined
  return Object.fromEntries(
    Object.entries(optionChecks).flatMap(([name, isRight]) => {
      const value = readMember(given, name)
      if (value === undefined) return []
      if (!isRight(value)) throw invalidParamsError(`${name} is not valid.`)
      return [[name, value]]
    }),
  )
}

/**
 * A Solana wallet's provider for dApps, without access that bypasses the interceptor. A transaction is bytes, base64,
 * an object with `serialize()`, or the `{ messageBytes, signatures }` of Solana Kit. All methods reject with a
 * `ProviderError`, or with the wallet's own error.
 */
export interface GuardedSolana {
  /** Base58; `null` before the wallet has shared an account. */
  readonly publicKey: string | null
  /** @returns the signature */
  readonly signMessage: (message: Uint8Array | string) => Promise<unknown>
  /** @returns the signed wire transaction, bytes */
  readonly signTransaction: (transaction: unknown) => Promise<unknown>
  /** @returns the signed wire transactions, in their order */
  readonly signAllTransactions: (transactions: readonly unknown[]) => Promise<unknown>
  /** @returns the signature that identifies the transaction, base58 */
  readonly signAndSendTransaction: (transaction: unknown, options?: unknown) => Promise<unknown>
  readonly sendTransaction: (transaction: unknown, options?: unknown) => Promise<unknown>
}

/** The maximum number of transactions in one request. */
const maxTransactions = 100

const maxMessageBytes = 100_000

const noSubmission: Submission = { _tag: "Nothing" }

/** Makes one guarded provider per interceptor. */
export const makeGuardedSolana = (
  deps: GuardOptions,
  session: StandardSession,
): ((door: RequestInterceptor) => GuardedSolana) =>
  cachePerInterceptor((door) => {
    // Async functions, so that an invalid request rejects and the input is copied before they return.
    const ask = async (question: () => GuardedFeatureCall) => interceptFeature(deps, door, question())
    const send = (transaction: unknown, options?: unknown) =>
      ask(() => makeSendRequest(session, parseTransaction(transaction), parseSendOptions(options)))
    return Object.freeze<GuardedSolana>({
      get publicKey() {
        return session.active()
      },
      signMessage: (message) => ask(() => makeMessageRequest(session, message)),
      signTransaction: async (transaction) => {
        const [signed] =
          decodeList(await ask(() => makeSignRequest(session, [parseTransaction(transaction)])), 1) ?? []
        return signed
      },
      signAllTransactions: (transactions) =>
        ask(() =>
          makeSignRequest(
            session,
            (decodeList(transactions, maxTransactions + 1) ?? []).map(parseTransaction),
          ),
        ),
      signAndSendTransaction: send,
      sendTransaction: send,
    })
  })

/** Returns the signer among the wallet's accounts: the one in use, if it is required. */
const getSigner = (session: StandardSession, transactions: readonly WireTransaction[]): string => {
  if (session.active() === null) throw new ProviderError(4100, "The wallet shares no account.")
  const signer = session
    .addresses()
    .find((address) =>
      transactions.every(({ message: { accounts, signers } }) =>
        accounts.slice(0, signers).includes(address),
      ),
    )
  if (signer === undefined) throw invalidParamsError("No account of the wallet is a signer of this.")
  return signer
}

/** The expiry is unknown, because a dApp's value is not trusted. */
const toChainTransaction = (transaction: string) => ({ transaction, lastValidBlockHeight: null })

const toWalletRequest = (transactions: readonly WireTransaction[]): WalletRequest => {
  const [first, ...rest] = transactions.map(({ wire }) => toChainTransaction(wire))
  if (first === undefined || rest.length >= maxTransactions)
    throw invalidParamsError("Expected 1 to 100 transactions.")
  return rest.length === 0
    ? { _tag: "Transaction", transaction: first }
    : { _tag: "Transactions", transactions: [first, ...rest] }
}

const makeSignRequest = (
  session: StandardSession,
  transactions: readonly WireTransaction[],
): GuardedFeatureCall => {
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
        : transactions.map((transaction) => ({ account, transaction: decodeBase64(transaction.wire), chain }))
    },
    valueOf: (answer) => decodeSignedBytes(answer, transactions.length),
  }
}

const makeSendRequest = (
  session: StandardSession,
  transaction: WireTransaction,
  options: object | undefined,
): GuardedFeatureCall => {
  const from = getSigner(session, [transaction])
  return {
    request: toWalletRequest([transaction]),
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

const makeMessageRequest = (session: StandardSession, given: unknown): GuardedFeatureCall => {
  const message =
    typeof given === "string" ? new TextEncoder().encode(given) : decodeBytes(given, maxMessageBytes)
  if (message === null || message.length > maxMessageBytes)
    throw invalidParamsError("The message is neither bytes nor text.")
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
    : { _tag: "Transaction", transaction: toChainTransaction(encodeUnsigned(message, read.signers)) }
}
