import { sanitizeLine } from "@wmodal/protocol"
import { Effect } from "effect"
import * as z from "zod/mini"
import { appPrefix, type RequestName } from "../events.ts"
import { cloneJson, type PlainJson } from "../messages/cloneJson.ts"
import { createMessageId } from "../messages/createMessageId.ts"
import { ErrorPayload, type PayloadOf, payloads, type ReplyOf, replies } from "../messages/Messages.ts"
import { makeRateLimiter } from "../messages/RateLimiter.ts"
import { getMethodPolicy } from "../methodPolicy.ts"
import { FrameError, type FrameReason } from "./FrameError.ts"
import type { FrameLink } from "./FrameHost.ts"

/** @returns what is to be posted, or why it must not be. */
export const toFrameRequest = <Name extends RequestName>(
  name: Name,
  payload: PayloadOf<Name>,
  resume: (settled: Effect.Effect<ReplyOf<Name>, FrameError>) => void,
): FrameRequest | FrameReason => {
  const plain = cloneJson(payload)
  if (plain._tag === "NotPlain") return { _tag: "Invalid", what: plain.what }
  const method = name === "RPC_REQUEST" ? getMethod(plain.value) : null
  const policy = method === null ? "safe" : getMethodPolicy(method)
  if (method !== null && policy === "unlisted") return { _tag: "NotAllowed", method }
  const read = z.safeParse(payloads[name], plain.value)
  if (!read.success) return { _tag: "Invalid", what: "of another form" }
  const id = createMessageId()
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

const getMethod = (payload: PlainJson) =>
  typeof payload === "object" && payload !== null && "method" in payload && typeof payload.method === "string"
    ? payload.method
    : null

/** How long a frame may take to answer what it is hurried for, and to say what came of what was taken back: ms. */
const replyTimeoutMs = 30_000

const abortTimeoutMs = 2_000

/** Until another message may pass, where too many have: ms. */
const rateLimitDelayMs = 20

/** Source: the AppKit 1.7.2 wire. */
const timedRequests: ReadonlySet<RequestName> = new Set<RequestName>([
  "CONNECT_EMAIL",
  "CONNECT_DEVICE",
  "CONNECT_OTP",
  "CONNECT_SOCIAL",
  "GET_SOCIAL_REDIRECT_URI",
])

const abortedText = "Request was aborted"

/** A way to the frame, once it is ready. */
export interface FrameChannel {
  readonly link: FrameLink
  /** A port of our own protocol, and not the window of the plain one. */
  readonly isPrivate: boolean
}

export interface FrameRequest {
  readonly id: string
  readonly name: RequestName
  /** An RPC_REQUEST whose method is not safe. */
  readonly isUnsafe: boolean
  readonly message: unknown
  /** @returns what settles it; `null` where the payload is none of its reply. */
  readonly read: (payload: unknown) => (() => void) | null
  readonly fail: (error: FrameError) => void
}

interface OpenRequest extends FrameRequest {
  /** The frame may have heard it. */
  isPosted: boolean
  /** The frame was told that it is taken back. */
  isAborted: boolean
  /** Stops the clock that it is under. */
  stop: () => void
}

export interface PendingRequestsDeps {
  /** @returns what stops it. */
  readonly after: (milliseconds: number, then: () => void) => () => void
  /** UTC milliseconds. */
  readonly now: () => number
  /** `null` while the frame is not ready. */
  readonly line: () => FrameChannel | null
  /** There is no window to post to any more. */
  readonly lost: () => void
}

/** What has been asked and not been settled. Whatever is settled is open no more, so that nothing is settled twice. */
export interface PendingRequests {
  readonly size: () => number
  readonly has: (id: string) => boolean
  /** Whether the frame owes an answer. */
  readonly isReplyPending: () => boolean
  /** Posts it as soon as the frame is ready and the limits allow. */
  readonly add: (question: FrameRequest) => void
  /** Posts what could not be posted before. */
  readonly flush: () => void
  /** Whoever asked does not wait any more. */
  readonly forget: (id: string) => void
  /** @returns whether it was one, of what is open; "invalid": it is, and cannot be read. */
  readonly reply: (answer: FrameReply) => "taken" | "stray" | "invalid"
  readonly failAll: (reason: FrameReason) => void
  /** Whoever was there is gone: what they may have heard, they may have done, and what was for a person's eyes there is for nobody else's. */
  readonly leave: () => void
  readonly abortAll: () => void
  /**
   * Those that are unsafe: the frame has a moment to say what came of them, where it can be told.
   * @returns whether it has some of them that it cannot be told of
   */
  readonly abortUnsafe: () => boolean
}

interface FrameReply {
  readonly name: RequestName
  readonly outcome: "SUCCESS" | "ERROR"
  readonly id: string | undefined
  readonly payload: unknown
}

export const makePendingRequests = ({ after, line, lost, now }: PendingRequestsDeps): PendingRequests => {
  const open = new Map<string, OpenRequest>()
  const pace = makeRateLimiter()
  let stopPacing = () => {}

  /** @returns whether it was open. */
  const close = (question: OpenRequest) => {
    question.stop()
    return open.delete(question.id)
  }
  const fail = (question: OpenRequest, reason: FrameReason) => {
    if (close(question)) question.fail(new FrameError({ reason }))
  }
  const abort = (question: OpenRequest) => {
    // As the well-known client: nobody waits for a link that nobody is shown any more.
    if (question.name === "GET_FARCASTER_URI") close(question)
    else {
      const text = question.name === "RPC_REQUEST" ? abortedText : "Something went wrong"
      fail(question, { _tag: "Aborted", text, reached: question.isPosted })
    }
  }

  const post = (question: OpenRequest) => {
    question.isPosted = true
    if (timedRequests.has(question.name)) {
      question.stop = after(replyTimeoutMs, () => fail(question, { _tag: "TimedOut" }))
    }
    try {
      line()?.link.post(question.message)
    } catch {
      fail(question, { _tag: "NoFrame" })
      lost()
    }
  }
  const flush = () => {
    stopPacing()
    for (const question of open.values()) {
      if (question.isPosted) continue
      if (line() === null) return
      if (!pace.tryAcquire(now())) {
        stopPacing = after(rateLimitDelayMs, flush)
        return
      }
      post(question)
    }
  }

  /** @returns whether the frame was told, and will say what came of it. */
  const tellTakenBack = ({ id, isPosted, name }: OpenRequest) => {
    const to = line()
    if (!isPosted || name !== "RPC_REQUEST" || !to?.isPrivate) return false
    to.link.post({ type: `${appPrefix}ABORT`, payload: { id } })
    return true
  }
  /** @returns whether the frame has it, and was not told. */
  const takeBack = (question: OpenRequest) => {
    if (question.isAborted) return false
    if (!tellTakenBack(question)) {
      abort(question)
      return question.isPosted
    }
    question.isAborted = true
    question.stop = after(abortTimeoutMs, () => abort(question))
    return false
  }

  const reply = ({ id, name, outcome, payload }: FrameReply) => {
    const question = id === undefined ? undefined : open.get(id)
    if (question === undefined || question.name !== name || !question.isPosted) return "stray"
    if (outcome === "SUCCESS") {
      const settle = question.read(payload)
      if (settle === null) return "invalid"
      close(question)
      settle()
      return "taken"
    }
    const refused = z.safeParse(ErrorPayload, payload)
    if (!refused.success) return "invalid"
    const text = sanitizeLine(refused.data?.message ?? "", 300) || "An error occurred"
    fail(
      question,
      question.isAborted && text === abortedText
        ? { _tag: "Aborted", text, reached: false }
        : { _tag: "Said", text },
    )
    return "taken"
  }

  /** Of those that are open now: whoever hears of one may ask the next at once. */
  const each = (act: (question: OpenRequest) => void) => [...open.values()].forEach(act)
  return {
    size: () => open.size,
    has: (id) => open.has(id),
    isReplyPending: () => [...open.values()].some(({ isPosted }) => isPosted),
    add: (question) => {
      open.set(question.id, { ...question, isPosted: false, isAborted: false, stop: () => {} })
      flush()
    },
    flush,
    forget: (id) => {
      const question = open.get(id)
      if (question === undefined) return
      close(question)
      tellTakenBack(question)
    },
    reply,
    failAll: (reason) => each((question) => fail(question, reason)),
    leave: () =>
      each((question) => {
        if (question.isPosted) fail(question, { _tag: "Gone" })
        else if (question.isUnsafe) abort(question)
      }),
    abortAll: () => each(abort),
    abortUnsafe: () =>
      [...open.values()]
        .filter(({ isUnsafe }) => isUnsafe)
        .map(takeBack)
        .includes(true),
  }
}
