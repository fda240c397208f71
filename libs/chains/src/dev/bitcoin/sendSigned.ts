import type { RpcError } from "@wmodal/protocol"
import type { Transaction } from "bitcoinjs-lib"
import { Effect, Result } from "effect"
import * as z from "zod/mini"
import { ProviderError } from "../ProviderError.ts"
import { maybeSent, unreachable } from "../standard/faults.ts"
import type { StandardNetwork } from "../standard/StandardRequest.ts"

/**
 * Sends a signed transaction and gives its txid. Whatever a node says against it, the transaction is looked for before
 * the send counts as failed: the reply to an earlier attempt may have been lost. Source: the Esplora HTTP API.
 */
export const sendSigned = Effect.fnUntraced(function* (
  ask: (method: string, params: readonly unknown[]) => Effect.Effect<unknown, RpcError>,
  { name }: StandardNetwork,
  transaction: Transaction,
): Effect.fn.Return<string, ProviderError> {
  const txid = transaction.getId()
  const sent = yield* Effect.result(ask("POST", ["/tx", transaction.toHex()]))
  if (Result.isSuccess(sent) && sent.success === txid) return txid
  const looked = yield* Effect.result(ask("GET", [`/tx/${txid}`]))
  if (Result.isSuccess(looked) && found.safeParse(looked.success).data?.txid === txid) return txid
  const reason = Result.isFailure(sent) ? sent.failure.reason : null
  // Only a plain no, and a plain "not found", mean that nothing of it is on its way.
  const gone = Result.isFailure(looked) && looked.failure.reason._tag === "Answered"
  if (gone && reason?._tag === "Answered") {
    return yield* new ProviderError({ code: -32003, message: reason.text })
  }
  if (reason !== null && unreachable.has(reason._tag)) {
    return yield* new ProviderError({ code: 4901, message: `No usable answer from the node of ${name}.` })
  }
  return yield* maybeSent(txid)
})

const found = z.object({ txid: z.string() })
