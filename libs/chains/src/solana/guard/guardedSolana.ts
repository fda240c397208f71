import type { Door, Leaving } from "../../contract/Door.ts"
import type { WalletRequest } from "../../contract/Explanation.ts"
import { askThrough, type Guarding, type Question } from "../../standard/guard.ts"
import { bytesFrom } from "../../standard/readBytes.ts"
import type { StandardSession } from "../../standard/StandardSession.ts"
import { fromBase64 } from "../../text/base64.ts"
import { readableBytes } from "../../text/readableBytes.ts"
import { invalid, ProviderError } from "../../wallet/ProviderError.ts"
import { listFrom } from "../../wallet/readList.ts"
import { perDoor } from "../../wallet/throughDoor.ts"
import { hashFrom, signatureFrom, signedBytesFrom } from "../answers.ts"
import { decodeMessage } from "../wire/Message.ts"
import { unsigned } from "../wire/Transaction.ts"
import { sendOptionsOf } from "./sendOptions.ts"
import { type GivenTransaction, transactionOf } from "./transactionOf.ts"

/**
 * What a page gets of a Solana wallet: nothing that the wallet could be asked by past the door. A transaction is bytes,
 * base64, whatever has `serialize()`, or the `{ messageBytes, signatures }` of Solana Kit. All reject with a
 * `ProviderError`, or with what the wallet threw.
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
  /** @returns the signature that the transaction is known by, base58 */
  readonly signAndSendTransaction: (transaction: unknown, options?: unknown) => Promise<unknown>
  readonly sendTransaction: (transaction: unknown, options?: unknown) => Promise<unknown>
}

/** Nobody reads more. */
const mostTransactions = 100
const mostMessageBytes = 100_000

const nothing: Leaving = { _tag: "Nothing" }

/** One guarded provider for each door. */
export const guardedSolana = (around: Guarding, session: StandardSession): ((door: Door) => GuardedSolana) =>
  perDoor((door) => {
    // Each is an async function, so that what is no question rejects, and is copied before it returns.
    const ask = async (question: () => Question) => askThrough(around, door, question())
    const send = (transaction: unknown, options?: unknown) =>
      ask(() => sendQuestion(session, transactionOf(transaction), sendOptionsOf(options)))
    return Object.freeze<GuardedSolana>({
      get publicKey() {
        return session.active()
      },
      signMessage: (message) => ask(() => messageQuestion(session, message)),
      signTransaction: async (transaction) => {
        const [signed] =
          listFrom(await ask(() => signQuestion(session, [transactionOf(transaction)])), 1) ?? []
        return signed
      },
      signAllTransactions: (transactions) =>
        ask(() =>
          signQuestion(session, (listFrom(transactions, mostTransactions + 1) ?? []).map(transactionOf)),
        ),
      signAndSendTransaction: send,
      sendTransaction: send,
    })
  })

/** Which of the wallet's accounts has to sign: the one in use, where it is among them. */
const signerOf = (session: StandardSession, transactions: readonly GivenTransaction[]): string => {
  if (session.active() === null) throw new ProviderError(4100, "The wallet shares no account.")
  const signer = session
    .addresses()
    .find((address) =>
      transactions.every(({ message: { accounts, signers } }) =>
        accounts.slice(0, signers).includes(address),
      ),
    )
  if (signer === undefined) throw invalid("None of the wallet's accounts has to sign this.")
  return signer
}

/** How long it can be sent is not known: what a page says of that is not to be trusted. */
const chainTransaction = (transaction: string) => ({ transaction, lastValidBlockHeight: null })

const requestOf = (transactions: readonly GivenTransaction[]): WalletRequest => {
  const [first, ...rest] = transactions.map(({ wire }) => chainTransaction(wire))
  if (first === undefined || rest.length >= mostTransactions)
    throw invalid("1 to 100 transactions are expected.")
  return rest.length === 0
    ? { _tag: "Transaction", transaction: first }
    : { _tag: "Transactions", transactions: [first, ...rest] }
}

const signQuestion = (session: StandardSession, transactions: readonly GivenTransaction[]): Question => {
  const request = requestOf(transactions)
  const from = signerOf(session, transactions)
  return {
    request,
    from,
    network: null,
    leaves: nothing,
    feature: "solana:signTransaction",
    inputs: (chain) => {
      const account = session.accountOf(from)?.account
      return account === undefined
        ? null
        : transactions.map((transaction) => ({ account, transaction: fromBase64(transaction.wire), chain }))
    },
    valueOf: (answer) => signedBytesFrom(answer, transactions.length),
  }
}

const sendQuestion = (
  session: StandardSession,
  transaction: GivenTransaction,
  options: object | undefined,
): Question => {
  const from = signerOf(session, [transaction])
  return {
    request: requestOf([transaction]),
    from,
    network: null,
    leaves: { _tag: "Transaction", transaction: chainTransaction(transaction.wire) },
    feature: "solana:signAndSendTransaction",
    inputs: (chain) => {
      const account = session.accountOf(from)?.account
      return account === undefined
        ? null
        : [{ account, transaction: fromBase64(transaction.wire), chain, ...(options && { options }) }]
    },
    valueOf: hashFrom,
  }
}

const messageQuestion = (session: StandardSession, given: unknown): Question => {
  const message =
    typeof given === "string" ? new TextEncoder().encode(given) : bytesFrom(given, mostMessageBytes)
  if (message === null || message.length > mostMessageBytes)
    throw invalid("The message is neither bytes nor text.")
  if (session.active() === null) throw new ProviderError(4100, "The wallet shares no account.")
  return {
    request: meaningOf(message),
    // A page says what, and not by whom: the account in use signs.
    from: null,
    network: null,
    leaves: nothing,
    feature: "solana:signMessage",
    inputs: (_chain, inUse) => {
      const account = session.accountOf(inUse ?? session.active() ?? "")?.account
      return account === undefined ? null : [{ account, message: message.slice() }]
    },
    valueOf: signatureFrom,
  }
}

/** Who signs the bytes of a transaction as a message has signed the transaction: it is shown as one. */
const meaningOf = (message: Uint8Array): WalletRequest => {
  const read = decodeMessage(message)
  return read === null
    ? { _tag: "Message", message: readableBytes(message) }
    : { _tag: "Transaction", transaction: chainTransaction(unsigned(message, read.signers)) }
}
