import { Clock } from "@wmodal/protocol"
import { Cause, Effect, Exit, type Fiber, type Scope } from "effect"
import * as z from "zod/mini"
import { appPrefix, framePrefix, parseRequestType, type RequestName } from "../events.ts"
import type { FrameLink, FrameMessage } from "../host/FrameHost.ts"
import { makePortLink } from "../link/makePortLink.ts"
import { cloneJson } from "../messages/cloneJson.ts"
import { createMessageId } from "../messages/createMessageId.ts"
import { decodeEnvelope } from "../messages/decodeEnvelope.ts"
import { type Envelope, payloads, portPayloads, replies } from "../messages/Messages.ts"
import { makeRateLimiter, maxOpenRequests } from "../messages/RateLimiter.ts"
import { getMethodPolicy } from "../methodPolicy.ts"
import { type FrameHandlers, FrameRefusal, type FrameServer, type FrameServerDeps } from "./FrameServer.ts"

/** The number of request ids kept, so that a repeated request gets no second response. */
const maxSeenIds = 1000

/**
 * Serves the app that embeds the frame. Sends READY and offers a private port. An app without port support continues
 * over the window; once an app uses the port, window messages are ignored.
 */
export const serveFrame = Effect.fnUntraced(function* ({
  answers,
  parent,
  version,
}: FrameServerDeps): Effect.fn.Return<FrameServer, never, Scope.Scope> {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const clock = yield* Clock.Clock
  const channel = new MessageChannel()
  const port = makePortLink(channel.port1)
  const pace = makeRateLimiter()
  const open = new Map<string, Fiber.Fiber<void>>()
  const seen = new Set<string>()
  const dropped = { invalid: 0, stray: 0 }
  let line: FrameLink | null = parent

  /** Returns `false` when the message could not be sent. */
  const say = (type: string, id: string | undefined, payload?: unknown) => {
    const plain = cloneJson({
      type: `${framePrefix}${type}`,
      ...(id !== undefined && { id }),
      ...(payload !== undefined && { payload }),
    })
    if (plain._tag === "NotPlain") return false
    try {
      line?.post(plain.value)
      return true
    } catch {
      // The receiver is gone.
      return false
    }
  }
  const refuse = (name: RequestName, id: string | undefined, message: string) =>
    say(`${name}_ERROR`, id, { message })

  const settle = (name: RequestName, id: string | undefined, exit: Exit.Exit<unknown, FrameRefusal>) => {
    if (Exit.isSuccess(exit)) {
      const reply = z.safeParse(replies[name], exit.value)
      if (reply.success && say(`${name}_SUCCESS`, id, reply.data)) return
      refuse(name, id, "An error occurred")
    } else if (Cause.hasInterruptsOnly(exit.cause)) refuse(name, id, "Request was aborted")
    else {
      const error = Cause.squash(exit.cause)
      refuse(name, id, error instanceof FrameRefusal ? error.text : "An error occurred")
    }
  }

  const begin = (
    name: RequestName,
    id: string | undefined,
    answer: () => Effect.Effect<unknown, FrameRefusal>,
  ) => {
    const key = id ?? createMessageId()
    seen.add(key)
    for (const oldest of seen) {
      if (seen.size <= maxSeenIds) break
      seen.delete(oldest)
    }
    const fiber = run(
      Effect.map(Effect.exit(Effect.suspend(answer)), (exit) => {
        open.delete(key)
        settle(name, id, exit)
      }),
      { uninterruptible: true },
    )
    if (fiber.pollUnsafe() === undefined) open.set(key, fiber)
  }

  /** Returns `false` when the message is not a valid request. */
  const ask = <Name extends keyof FrameHandlers>(name: Name, id: string | undefined, payload: unknown) => {
    const read = z.safeParse(payloads[name], payload)
    if (!read.success) return false
    const plain: FrameHandlers = answers
    begin(name, id, () => plain[name](read.data))
    return true
  }
  const call = (id: string | undefined, payload: unknown) => {
    const read = z.safeParse(payloads.RPC_REQUEST, payload)
    if (!read.success) return false
    const policy = getMethodPolicy(read.data.method)
    if (policy === "unlisted") refuse("RPC_REQUEST", id, "Requested RPC call is not allowed")
    else begin("RPC_REQUEST", id, () => answers.RPC_REQUEST({ ...read.data, policy }))
    return true
  }

  /** Returns `false` when the message is not valid on the port. */
  const overPort = ({ id, payload, type }: Envelope) => {
    if (type === `${appPrefix}PING`) return say("PING_SUCCESS", id)
    const read = z.safeParse(portPayloads.ABORT, payload)
    if (type !== `${appPrefix}ABORT` || !read.success) return false
    open.get(read.data.id)?.interruptUnsafe()
    return true
  }

  const take = (message: Envelope) => {
    const name = parseRequestType(message.type)
    if (name === null) return line === port && overPort(message)
    if (message.id !== undefined && seen.has(message.id)) {
      dropped.stray += 1
      return true
    }
    if (open.size >= maxOpenRequests) return false
    return name === "RPC_REQUEST" ? call(message.id, message.payload) : ask(name, message.id, message.payload)
  }
  const hear = ({ data }: FrameMessage) => {
    const message = pace.tryAcquire(clock.currentTimeMillisUnsafe()) ? decodeEnvelope(data) : null
    if (message === null || !take(message)) dropped.invalid += 1
  }

  const stopParent = parent.listen(hear)
  const stopPort = port.listen((message) => {
    stopParent()
    line = port
    hear(message)
  })
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      line = null
      stopParent()
      stopPort()
      channel.port1.close()
      for (const fiber of open.values()) fiber.interruptUnsafe()
    }),
  )
  parent.post({ type: `${framePrefix}READY`, payload: { version, port: true } }, [channel.port2])
  return {
    push: (notice, payload) => Effect.sync(() => void say(notice, undefined, payload)),
    dropped: () => ({ foreign: parent.foreign?.() ?? 0, ...dropped }),
  }
})
