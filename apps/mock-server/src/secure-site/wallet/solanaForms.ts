import { getBase58Decoder, getBase64Encoder } from "@solana/kit"
import { Effect } from "effect"
import * as z from "zod/mini"
import type { WalletResponse } from "../../phone/wallet/WalletResponse.ts"

/** Calls a wallet by the WalletConnect methods. */
type WalletCaller = (method: string, params: unknown) => WalletResponse

const SignedTransaction = z.object({ transaction: z.string() })
const SignedTransactions = z.object({ transactions: z.array(z.string()) })

/**
 * Handles a Solana request in the frame's format, which has transactions in base58 where WalletConnect has base64. The
 * wallet reads both; only the response differs.
 */
export const handleFrameSolanaRequest = (
  ask: WalletCaller,
  method: string,
  params: unknown,
): WalletResponse => {
  const answer = ask(method, params)
  switch (method) {
    case "solana_signTransaction":
      return Effect.map(answer, (signed) => ({
        transaction: base64ToBase58(SignedTransaction.parse(signed).transaction),
      }))
    case "solana_signAllTransactions":
      return Effect.map(answer, (signed) => ({
        transactions: SignedTransactions.parse(signed).transactions.map(base64ToBase58),
      }))
    default:
      return answer
  }
}

const base64ToBase58 = (base64: string): string =>
  getBase58Decoder().decode(getBase64Encoder().encode(base64))
