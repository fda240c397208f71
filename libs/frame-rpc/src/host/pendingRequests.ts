import { hasKey, sanitizeLine } from "@wmodal/protocol"
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

/** Returns the request to post, or the reason why it is invalid. */
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
    isTimed: timedRequests.has(name) && !isTypedInFrame(name, plain.value),
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

const codeRequests: readonly RequestName[] = [
  "CONNECT_OTP",
  "UPDATE_EMAIL_PRIMARY_OTP",
  "UPDATE_EMAIL_SECONDARY_OTP",
]

const isTypedInFrame = (name: RequestName, payload: PlainJson): boolean =>
  codeRequests.includes(name) && Reflect.get(Object(payload), "inFrame") === true

const getMethod = (payload: PlainJson) =>
  typeof payload === "object" &&
  payload !== null &&
  hasKey(payload, "method") &&
  typeof payload.method === "string"
    ? payload.method
    : null

/**
 * The response timeout of requests that need no user decision, and the time to report the outcome of an abort.
 * Milliseconds.
 */
const replyTimeoutMs = 30_000

const abortTimeoutMs = 2_000

/** The delay until the next attempt to post above the rate limit, in milliseconds. */
const rateLimitDelayMs = 20

/** Source: the AppKit 1.7.2 wire. */
const timedRequests: ReadonlySet<RequestName> = new Set<RequestName>([
  "CONNECT_EMAIL",
  "CONNECT_DEVICE",
  "CONNECT_OTP",
  "CONNECT_SOCIAL",
  "GET_SOCIAL_REDIRECT_URI",
])

/**
 * Waits until the user opens the link in an email, which takes longer than 30 s. On the private port only, where the
 * frame ends it with its link: the plain wire times it.
 */
const linkRequest: RequestName = "CONNECT_DEVICE"

const abortedText = "Request was aborted"

/** A channel to a ready frame. */
export interface FrameChannel {
  readonly link: FrameLink
  /** A port of this package's protocol, as opposed to the window of the plain one. */
  readonly isPrivate: boolean
}

export interface FrameRequest {
  readonly id: string
  readonly name: RequestName
  /** An RPC_REQUEST with an unsafe method. */
  readonly isUnsafe: boolean
  /** It needs no user decision in the frame, so a late response is a failure. */
  readonly isTimed: boolean
  readonly message: unknown
  /** Returns a function that settles the request, or `null` for an invalid payload. */
  readonly read: (payload: unknown) => (() => void) | null
  readonly fail: (error: FrameError) => void
}

interface OpenRequest extends FrameRequest {
  /** The frame may have received it. */
  isPosted: boolean
  /** The abort was sent to the frame. */
  isAborted: boolean
  /** Cancels the current timeout. */
  stop: () => void
}

export interface PendingRequestsDeps {
  /** Runs `then` after the delay, and returns a function that cancels it. */
  readonly after: (milliseconds: number, then: () => void) => () => void
  /** UTC milliseconds. */
  readonly now: () => number
  /** `null` while the frame is not ready. */
  readonly line: () => FrameChannel | null
  /** Reports that the window is gone. */
  readonly lost: () => void
}

/** The open requests. A settled request is removed, so that none settles twice. */
export interface PendingRequests {
  readonly size: () => number
  readonly has: (id: string) => boolean
  /** Returns `true` while the frame owes a response. */
  readonly isReplyPending: () => boolean
  /** Posts the request as soon as the frame is ready and the rate limit allows it. */
  readonly add: (question: FrameRequest) => void
  /** Posts the queued requests. */
  readonly flush: () => void
  /** Removes a request whose caller was interrupted. */
  readonly forget: (id: string) => void
  /** Settles an open request. Returns "stray" without a match, and "invalid" for a malformed reply. */
  readonly reply: (answer: FrameReply) => "taken" | "stray" | "invalid"
  readonly failAll: (reason: FrameReason) => void
  /**
   * Handles a replaced document. Rejects sent requests, because their outcome is unknown, and aborts queued unsafe
   * ones, because the new document may have another user.
   */
  readonly leave: () => void
  readonly abortAll: () => void
  /**
   * Aborts the unsafe requests. The frame may report their outcome where it can receive the abort.
   * Returns `true` when the frame has some of them and cannot receive the abort.
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

  /** Removes a request, and returns `false` when it was not open. */
  const close = (question: OpenRequest) => {
    question.stop()
    return open.delete(question.id)
  }
  const fail = (question: OpenRequest, reason: FrameReason) => {
    if (close(question)) question.fail(new FrameError({ reason }))
  }
  const abort = (question: OpenRequest) => {
    // Same as AppKit's client: an aborted GET_FARCASTER_URI never settles.
    if (question.name === "GET_FARCASTER_URI") close(question)
    else {
      const text = question.name === "RPC_REQUEST" ? abortedText : "Something went wrong"
      fail(question, { _tag: "Aborted", text, reached: question.isPosted })
    }
  }

  const post = (question: OpenRequest) => {
    question.isPosted = true
    if (question.isTimed && !(question.name === linkRequest && line()?.isPrivate === true)) {
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

  /** Sends ABORT. Returns `false` when the frame cannot receive it or does not have the request. */
  const tellTakenBack = ({ id, isPosted, name }: OpenRequest) => {
    const to = line()
    if (!isPosted || name !== "RPC_REQUEST" || !to?.isPrivate) return false
    to.link.post({ type: `${appPrefix}ABORT`, payload: { id } })
    return true
  }
  /** Aborts a request. Returns `true` when the frame has it and did not receive the abort. */
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

  /** Iterates over a copy, because a settled caller may add a request at once. */
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
