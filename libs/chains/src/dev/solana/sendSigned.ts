import type { RpcError } from "@wmodal/protocol"
import { base58 } from "@scure/base"
import { Effect, Result } from "effect"
import * as z from "zod/mini"
import { ProviderError } from "../ProviderError.ts"
import { maybeSent, unreachable } from "../standard/faults.ts"
import { toBase64 } from "../standard/base64.ts"
import type { StandardNetwork } from "../standard/StandardRequest.ts"
import { firstSignature, type ReadTransaction } from "./readTransaction.ts"

const commitment = z.enum(["processed", "confirmed", "finalized"])

/** What a page may ask of the send. Source: `SolanaSignAndSendTransactionOptions`. */
export const sendOptions = z.object({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(commitment),
  maxRetries: z.optional(z.int()),
  minContextSlot: z.optional(z.int()),
})

/**
 * Sends a signed transaction and gives its name. Whatever a node says against it, the transaction is looked for before
 * the send counts as failed: the reply to an earlier attempt may have been lost.
 */
export const sendSigned = Effect.fnUntraced(function* (sending: {
  readonly ask: (method: string, params: readonly unknown[]) => Effect.Effect<unknown, RpcError>
  readonly network: StandardNetwork
  readonly read: ReadTransaction
  readonly bytes: Uint8Array
  readonly options: z.infer<typeof sendOptions>
}): Effect.fn.Return<Uint8Array, ProviderError> {
  const { ask, bytes, network, options, read } = sending
  const signature = firstSignature(read, bytes)
  const name = base58.encode(signature)
  const { maxRetries, minContextSlot, preflightCommitment = "confirmed", skipPreflight } = options
  const sent = yield* Effect.result(
    ask("sendTransaction", [
      toBase64(bytes),
      {
        encoding: "base64",
        preflightCommitment,
        ...(skipPreflight !== undefined && { skipPreflight }),
        ...(maxRetries !== undefined && { maxRetries }),
        ...(minContextSlot !== undefined && { minContextSlot }),
      },
    ]),
  )
  if (Result.isSuccess(sent) && sent.success === name) return signature
  const looked = yield* Effect.result(
    ask("getSignatureStatuses", [[name], { searchTransactionHistory: true }]),
  )
  const statuses = Result.isSuccess(looked) ? found.safeParse(looked.success) : null
  if (statuses?.success === true && statuses.data.value[0] !== null) return signature
  const reason = Result.isFailure(sent) ? sent.failure.reason : null
  if (statuses?.success === true && reason?._tag === "Answered") {
    return yield* new ProviderError({ code: reason.code, message: reason.text, data: reason.data })
  }
  if (reason !== null && unreachable.has(reason._tag)) {
    return yield* new ProviderError({
      code: 4901,
      message: `No usable answer from the node of ${network.name}.`,
    })
  }
  return yield* maybeSent(name)
})

const found = z.object({ value: z.array(z.unknown()).check(z.length(1)) })
