import { BroadcastError, type RpcError } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { type ChainActions, TransferRejected } from "../contract/ChainActions.ts"
import { sanitizeLine } from "../text/printable.ts"
import { fetchTransaction } from "./esplora.ts"
import { toSignedFingerprint } from "./PaymentFingerprint.ts"
import { toSignedHash } from "./Psbt.ts"

export const toTransactionHash: ChainActions["toTransactionHash"] = ({ raw }) => toSignedHash(raw)

export const readSigned: ChainActions["readSigned"] = ({ raw }) =>
  Effect.sync(() => {
    const hash = toSignedHash(raw)
    // The bytes do not say whose coins they spend.
    return { from: null, mark: hash === null ? {} : { hash, ...toSignedFingerprint(raw) } }
  })

/**
 * Sends a signed transaction once, to one node, then always looks it up there afterwards. Only a plain
 * rejection and a plain "not found" together mean that it is not pending.
 */
export const broadcast: ChainActions["broadcast"] = Effect.fnUntraced(function* ({ raw, rpc }) {
  const hash = toSignedHash(raw)
  if (hash === null) return yield* new TransferRejected({ reason: { _tag: "Malformed" } })
  const node = yield* rpc.pin
  const sent = yield* Effect.result(node.request("POST", ["/tx", raw]))
  if (Result.isSuccess(sent) && sent.success === hash) return hash
  const error = Result.isFailure(sent) ? sent.failure : null
  if (error !== null && wasNotSent(error))
    return yield* new BroadcastError({ hash, reason: { _tag: "NotSent", error } })
  const found = yield* Effect.result(fetchTransaction(node, hash))
  if (Result.isSuccess(found) && found.success?.txid === hash) return hash
  const isGone = Result.isSuccess(found) && found.success === null
  // A node over its limit passes nothing on.
  if (isGone && error?.reason._tag === "Status" && error.reason.status === 429)
    return yield* new BroadcastError({ hash, reason: { _tag: "NotSent", error } })
  return yield* new BroadcastError({
    hash,
    reason:
      isGone && error?.reason._tag === "Answered" && !possiblySentPattern.test(error.reason.text)
        ? {
            _tag: "Refused",
            code: error.reason.code,
            text: parseNodeRejection(error.reason.text),
          }
        : { _tag: "Uncertain", error },
  })
})

/**
 * Errors after which the transaction may be pending or mined: it was accepted before, it has spent its inputs itself, or
 * the node's upstream timed out.
 */
const possiblySentPattern = /already|missing-?or-?spent|missing inputs|time(?:d )?-?out/i

const wasNotSent = ({ reason: { _tag } }: RpcError): boolean => _tag === "NoEndpoint" || _tag === "BackedOff"

/** Extracts bitcoind's own message from the text that a server wraps around it. */
const parseNodeRejection = (text: string): string => {
  const [, message] = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? []
  return sanitizeLine(message ?? text, 200)
}
