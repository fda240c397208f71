import { getBase58Decoder, getBase58Encoder, getBase64Decoder, getBase64Encoder } from "@solana/kit"
import type { ProviderError } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import * as z from "zod/mini"
import { decodeParams, invalidParamsError, type WalletResponse } from "../../phone/wallet/WalletResponse.ts"

/** Calls a wallet by the WalletConnect methods. */
type WalletCaller = (method: string, params: unknown) => WalletResponse

const FrameTransaction = z.object({ transaction: z.string().check(z.maxLength(65_536)) })
const FrameTransactions = z.object({
  transactions: z.array(z.string().check(z.maxLength(65_536))).check(z.minLength(1), z.maxLength(64)),
})

/**
 * Handles a Solana request in the frame's format, which has transactions in base58 where WalletConnect has base64.
 * Some clients use base64 here as well.
 */
export const handleFrameSolanaRequest = (
  ask: WalletCaller,
  method: string,
  params: unknown,
): WalletResponse =>
  Effect.gen(function* () {
    switch (method) {
      case "solana_signTransaction": {
        const { transaction } = yield* decodeParams(FrameTransaction, params, "{ transaction }")
        const signed = FrameTransaction.parse(
          yield* ask(method, { transaction: yield* base58ToBase64(transaction) }),
        )
        return { transaction: base64ToBase58(signed.transaction) }
      }
      case "solana_signAllTransactions": {
        const { transactions } = yield* decodeParams(FrameTransactions, params, "{ transactions }")
        const asked = yield* Effect.forEach(transactions, base58ToBase64)
        const signed = FrameTransactions.parse(yield* ask(method, { transactions: asked }))
        return { transactions: signed.transactions.map(base64ToBase58) }
      }
      case "solana_signAndSendTransaction": {
        const { transaction } = yield* decodeParams(FrameTransaction, params, "{ transaction }")
        return yield* ask(method, { transaction: yield* base58ToBase64(transaction) })
      }
      default:
        return yield* ask(method, params)
    }
  })

const isBase58 = (text: string) => /^[1-9A-HJ-NP-Za-km-z]+$/.test(text)

const base58ToBase64 = (transaction: string): Effect.Effect<string, ProviderError> =>
  isBase58(transaction)
    ? Effect.try({
        try: () => getBase64Decoder().decode(getBase58Encoder().encode(transaction)),
        catch: () => invalidParamsError("a transaction in base58"),
      })
    : Effect.succeed(transaction)

const base64ToBase58 = (base64: string): string =>
  getBase58Decoder().decode(getBase64Encoder().encode(base64))
