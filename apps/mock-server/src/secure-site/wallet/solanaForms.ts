import { getBase58Decoder, getBase58Encoder, getBase64Decoder, getBase64Encoder } from "@solana/kit"
import type { ProviderError } from "@wmodal/dev-wallet"
import { Effect } from "effect"
import * as z from "zod/mini"
import { type Answered, badParams, decodedParams } from "../../phone/wallet/Answered.ts"

/** How a wallet is asked over WalletConnect. */
type Asking = (method: string, params: unknown) => Answered

const One = z.object({ transaction: z.string().check(z.maxLength(65_536)) })
const Several = z.object({
  transactions: z.array(z.string().check(z.maxLength(65_536))).check(z.minLength(1), z.maxLength(64)),
})

/**
 * A request of Solana in the frame's forms, which has transactions in base58 where WalletConnect has base64. Clients are
 * known that write base64 here as well.
 */
export const answerInSolanaForms = (ask: Asking, method: string, params: unknown): Answered =>
  Effect.gen(function* () {
    switch (method) {
      case "solana_signTransaction": {
        const { transaction } = yield* decodedParams(One, params, "{ transaction }")
        const signed = One.parse(yield* ask(method, { transaction: yield* base64Of(transaction) }))
        return { transaction: base58Of(signed.transaction) }
      }
      case "solana_signAllTransactions": {
        const { transactions } = yield* decodedParams(Several, params, "{ transactions }")
        const asked = yield* Effect.forEach(transactions, base64Of)
        const signed = Several.parse(yield* ask(method, { transactions: asked }))
        return { transactions: signed.transactions.map(base58Of) }
      }
      case "solana_signAndSendTransaction": {
        const { transaction } = yield* decodedParams(One, params, "{ transaction }")
        return yield* ask(method, { transaction: yield* base64Of(transaction) })
      }
      default:
        return yield* ask(method, params)
    }
  })

const isBase58 = (text: string) => /^[1-9A-HJ-NP-Za-km-z]+$/.test(text)

const base64Of = (transaction: string): Effect.Effect<string, ProviderError> =>
  isBase58(transaction)
    ? Effect.try({
        try: () => getBase64Decoder().decode(getBase58Encoder().encode(transaction)),
        catch: () => badParams("a transaction in base58"),
      })
    : Effect.succeed(transaction)

const base58Of = (base64: string): string => getBase58Decoder().decode(getBase64Encoder().encode(base64))
