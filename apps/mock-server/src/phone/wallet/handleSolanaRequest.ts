import {
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  getTransactionDecoder,
} from "@solana/kit"
import type { DevWallet } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import * as z from "zod/mini"
import { toStandardChain } from "./networks.ts"
import {
  decodeParams,
  invalidParamsError,
  unsupportedMethodError,
  type WalletResponse,
} from "./WalletResponse.ts"

const Message = z.object({ message: z.string().check(z.maxLength(100_000)), pubkey: z.optional(z.string()) })
/** Base64. */
const SingleTransaction = z.object({ transaction: z.string() })
const TransactionList = z.object({ transactions: z.array(z.string()).check(z.minLength(1), z.maxLength(64)) })

const Signatures = z.tuple([z.object({ signature: z.string() })])
const SignedTransactions = z.array(z.object({ signedTransaction: z.string() })).check(z.minLength(1))

/** Handles a Solana request. Bytes are base58, transactions base64. Source: the WalletConnect RPC reference. */
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
        const { message, pubkey = address } = yield* decodeParams(Message, params, "{ message, pubkey }")
        const bytes = yield* base58ToBase64(message)
        const answer = yield* ask("solana:signMessage", [{ address: pubkey, message: bytes }])
        return { signature: base64ToBase58(Signatures.parse(answer)[0].signature) }
      }
      case "solana_signTransaction": {
        const { transaction } = yield* decodeParams(SingleTransaction, params, "{ transaction }")
        const [first = ""] = yield* signed([transaction])
        return { signature: getSignature(first, address), transaction: first }
      }
      case "solana_signAllTransactions": {
        const { transactions } = yield* decodeParams(TransactionList, params, "{ transactions }")
        return { transactions: yield* signed(transactions) }
      }
      case "solana_signAndSendTransaction": {
        const { transaction } = yield* decodeParams(SingleTransaction, params, "{ transaction }")
        const answer = yield* ask("solana:signAndSendTransaction", [{ address, chain, transaction }])
        return { signature: base64ToBase58(Signatures.parse(answer)[0].signature) }
      }
      default:
        return yield* unsupportedMethodError(method)
    }
  })
}

const base58ToBase64 = (base58: string) =>
  Effect.try({
    try: () => getBase64Decoder().decode(getBase58Encoder().encode(base58)),
    catch: () => invalidParamsError("a message in base58"),
  })

const base64ToBase58 = (base64: string): string =>
  getBase58Decoder().decode(getBase64Encoder().encode(base64))

/** Returns the account's signature in base58; empty when it signs nothing there. @param transaction base64 */
const getSignature = (transaction: string, address: string): string => {
  const { signatures } = getTransactionDecoder().decode(getBase64Encoder().encode(transaction))
  const found = Object.entries(signatures).find(([signer]) => signer === address)?.[1]
  return found == null ? "" : getBase58Decoder().decode(found)
}
