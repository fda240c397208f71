import { Effect } from "effect"
import * as z from "zod/mini"
import { appPrefix, type RequestName } from "../events.ts"
import { type PayloadOf, payloads, type ReplyOf, replies } from "../messages/Messages.ts"
import { messageId } from "../messages/messageId.ts"
import { type Plain, readPlain } from "../messages/plain.ts"
import { methodPolicy } from "../methodPolicy.ts"
import type { FrameError, FrameReason } from "./FrameError.ts"
import type { Question } from "./questions.ts"

/** @returns what is to be posted, or why it must not be. */
export const questionOf = <Name extends RequestName>(
  name: Name,
  payload: PayloadOf<Name>,
  resume: (settled: Effect.Effect<ReplyOf<Name>, FrameError>) => void,
): Question | FrameReason => {
  const plain = readPlain(payload)
  if (plain._tag === "NotPlain") return { _tag: "Invalid", what: plain.what }
  const method = name === "RPC_REQUEST" ? methodIn(plain.value) : null
  const policy = method === null ? "safe" : methodPolicy(method)
  if (method !== null && policy === "unlisted") return { _tag: "NotAllowed", method }
  const read = z.safeParse(payloads[name], plain.value)
  if (!read.success) return { _tag: "Invalid", what: "of another form" }
  const id = messageId()
  return {
    id,
    name,
    isUnsafe: policy === "unsafe",
    message: {
      type: `${appPrefix}${name}`,
      id,
      ...(read.data !== undefined && { payload: read.data }),
    },
    read: (replied) => {
      const reply = z.safeParse(replies[name], replied)
      return reply.success ? () => resume(Effect.succeed(reply.data)) : null
    },
    fail: (error) => resume(Effect.fail(error)),
  }
}

const methodIn = (payload: Plain) =>
  typeof payload === "object" && payload !== null && "method" in payload && typeof payload.method === "string"
    ? payload.method
    : null
