import { BroadcastError, type RpcError } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import { type ChainActions, TransferRejected } from "../contract/ChainActions.ts"
import { sanitizeLine } from "../text/printable.ts"
import { fetchTransaction } from "./esplora.ts"
import { toSignedHash } from "./Psbt.ts"

export const toTransactionHash: ChainActions["toTransactionHash"] = ({ raw }) => toSignedHash(raw)

/**
 * Sends a signed transaction once, to one node, and looks for it there whatever the node says: one that has it already
 * is as good as one that takes it. Only a plain no, and a plain "not found", mean that nothing of it is on its way.
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
  return yield* new BroadcastError({
    hash,
    reason:
      isGone && error?.reason._tag === "Answered" && !possiblySentPattern.test(error.reason.text)
        ? {
            _tag: "Refused",
            why: "Other",
            code: error.reason.code,
            text: parseNodeRejection(error.reason.text),
          }
        : { _tag: "Uncertain", error },
  })
})

/** It has been taken before, maybe by another node behind the same name; or whoever passed it on heard nothing back. */
const possiblySentPattern = /already|time(?:d )?-?out/i

const wasNotSent = ({ reason: { _tag } }: RpcError): boolean => _tag === "NoEndpoint" || _tag === "BackedOff"

/** bitcoind's own words, out of what a server puts around them. */
const parseNodeRejection = (text: string): string => {
  const [, message] = /"message":\s*"((?:[^"\\]|\\.)*)"/.exec(text) ?? []
  return sanitizeLine(message ?? text, 200)
}
