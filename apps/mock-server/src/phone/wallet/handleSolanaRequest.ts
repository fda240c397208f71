import { getBase58Decoder, getBase64Encoder, getTransactionDecoder } from "@solana/kit"
import {
  encodeBase64,
  readSolanaMessage,
  readSolanaTransaction,
  readSolanaTransactions,
} from "@wmodal/chains/internal"
import type { DevWallet } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import * as z from "zod/mini"
import { toStandardChain } from "./networks.ts"
import { readParams, unsupportedMethodError, type WalletResponse } from "./WalletResponse.ts"

/** The maximum number of transactions in one request. */
const maxTransactions = 64

const Signatures = z.tuple([z.object({ signature: z.string() })])
const SignedTransactions = z.array(z.object({ signedTransaction: z.string() })).check(z.minLength(1))

/**
 * Handles a Solana request. Bytes are base58, transactions base64 or base58; the response has base64. Source: the
 * WalletConnect RPC reference.
 */
export const handleSolanaRequest = (
  wallet: DevWallet,
  {
    address,
    chainId,
    method,
    origin,
    params,
  }: {
    readonly origin: string
    readonly chainId: string
    /** The address of the account that the dApp sees. */
    readonly address: string
    readonly method: string
    readonly params: unknown
  },
): WalletResponse => {
  const chain = toStandardChain(chainId) ?? null
  const isShared = (one: string) => one === address
  const ask = (feature: string, inputs: readonly object[]) => wallet.handle(origin, feature, [inputs])
  const signed = (transactions: readonly string[]) =>
    Effect.map(
      ask(
        "solana:signTransaction",
        transactions.map((transaction) => ({ address, chain, transaction })),
      ),
      (answer) => SignedTransactions.parse(answer).map(({ signedTransaction }) => signedTransaction),
    )
  return Effect.gen(function* () {
    switch (method) {
      case "solana_getAccounts":
      case "solana_requestAccounts":
        return [{ pubkey: address }]
      case "solana_signMessage": {
        const { message } = yield* readParams(() => readSolanaMessage(params, isShared))
        const answer = yield* ask("solana:signMessage", [{ address, message: encodeBase64(message) }])
        return { signature: base64ToBase58(Signatures.parse(answer)[0].signature) }
      }
      case "solana_signTransaction": {
        const { transaction } = yield* readParams(() => readSolanaTransaction(params, isShared))
        const [first = ""] = yield* signed([transaction.wire])
        return { signature: getSignature(first, address), transaction: first }
      }
      case "solana_signAllTransactions": {
        const asked = yield* readParams(() => readSolanaTransactions(params, isShared, maxTransactions))
        return { transactions: yield* signed(asked.map(({ transaction }) => transaction.wire)) }
      }
      case "solana_signAndSendTransaction": {
        const { transaction } = yield* readParams(() => readSolanaTransaction(params, isShared))
        const answer = yield* ask("solana:signAndSendTransaction", [
          { address, chain, transaction: transaction.wire },
        ])
        return { signature: base64ToBase58(Signatures.parse(answer)[0].signature) }
      }
      default:
        return yield* unsupportedMethodError(method)
    }
  })
}

const base64ToBase58 = (base64: string): string =>
  getBase58Decoder().decode(getBase64Encoder().encode(base64))

/** Returns the account's signature in base58; empty when it signs nothing there. @param transaction base64 */
const getSignature = (transaction: string, address: string): string => {
  const { signatures } = getTransactionDecoder().decode(getBase64Encoder().encode(transaction))
  const found = Object.entries(signatures).find(([signer]) => signer === address)?.[1]
  return found == null ? "" : getBase58Decoder().decode(found)
}
