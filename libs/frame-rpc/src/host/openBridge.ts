import { Clock, Feed, hasKey, SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import * as z from "zod/mini"
import { appPrefix, framePrefix, parseReplyType } from "../events.ts"
import { makePortLink } from "../link/makePortLink.ts"
import { createMessageId } from "../messages/createMessageId.ts"
import { decodeEnvelope, getMessageId } from "../messages/decodeEnvelope.ts"
import { type Envelope, pushSchemas } from "../messages/Messages.ts"
import { makeRateLimiter, maxOpenRequests } from "../messages/RateLimiter.ts"
import type { BridgeStatus, FrameBridge, FramePush } from "./FrameBridge.ts"
import { FrameError, type FrameReason } from "./FrameError.ts"
import type { FrameHost, FrameLifecycleEvent, FrameLink, FrameMessage, MountedFrame } from "./FrameHost.ts"
import { makeHeartbeat } from "./Heartbeat.ts"
import { type FrameChannel, makePendingRequests, toFrameRequest } from "./pendingRequests.ts"

/** The timeout for READY, in milliseconds. */
const loadTimeoutMs = 30_000
/** The timeout for READY after the document has loaded, in milliseconds. A silent document has lost a script. */
const readyTimeoutMs = 10_000
const maxReloads = 3

const noFrame: FrameReason = { _tag: "NoFrame" }
const tooMany: FrameReason = { _tag: "Invalid", what: "too many at once" }

/** The dependencies of a bridge. */
export interface BridgeDeps {
  /** Rejects where no frame can exist. */
  readonly host: () => Promise<FrameHost>
  /** The complete URL of the frame. */
  readonly url: string
}

/**
 * Opens the app's end of the bridge. The first request mounts the frame. Each request settles once, regardless of the
 * frame's behavior.
 */
export const openBridge = Effect.fnUntraced(function* ({
  host,
  url,
}: BridgeDeps): Effect.fn.Return<FrameBridge, never, Scope.Scope> {
  const run = Effect.runForkWith(yield* Effect.context<never>())
  const clock = yield* Clock.Clock
  const state = yield* SubscriptionRef.make<BridgeStatus>("idle")
  const pushes = Feed.make<FramePush>()

  const pace = makeRateLimiter()
  const dropped = { foreign: 0, invalid: 0, stray: 0 }
  let where: BridgeStatus = "idle"
  let isClosed = false
  let isShown = false
  let reloads = 0
  let mounts = 0
  let eras = 0
  let frame: MountedFrame | null = null
  let line: FrameChannel | null = null
  /** The channel to the previous document after a navigation. That document may still be the current one. */
  let former: FrameChannel | null = null
  let beatId = ""
  let stopLoading = () => {}
  /** The loading deadline, in clock milliseconds. */
  let loadDeadline = 0
  let closePort = () => {}
  let leaveFrame = () => {}

  const after = (milliseconds: number, then: () => void) => {
    const fiber = run(Clock.delay(Effect.sync(then), milliseconds))
    return () => fiber.interruptUnsafe()
  }
  const now = () => clock.currentTimeMillisUnsafe()
  const enter = (next: BridgeStatus) => {
    if (next !== where) run(SubscriptionRef.set(state, next))
    where = next
  }

  const questions = makePendingRequests({ after, now, line: () => line, lost: () => loadAnew() })
  const heart = makeHeartbeat({
    after,
    isNeeded: () => line !== null && (isShown || reloads > 0 || questions.isReplyPending()),
    ping: () => beatOver(line),
    onUnresponsive: () => revive(),
  })
  const beatOver = (to: FrameChannel | null) => {
    beatId = createMessageId()
    try {
      to?.link.post({ type: `${appPrefix}${to.isPrivate ? "PING" : "GET_CHAIN_ID"}`, id: beatId })
    } catch {
      // The window is gone: the heartbeat counts the missing response.
    }
  }

  const awaitReady = () => {
    enter("loading")
    loadDeadline = now() + loadTimeoutMs
    stopLoading()
    stopLoading = after(loadTimeoutMs, fallen)
  }
  const loaded = () => {
    if (where !== "loading" || line !== null) return
    stopLoading()
    stopLoading = after(Math.min(readyTimeoutMs, loadDeadline - now()), fallen)
  }
  /** Detaches the current document. Its posted requests may have been executed, and it receives no more. */
  const leaveLine = () => {
    heart.stop()
    if (line === null) return
    line = null
    eras += 1
    questions.leave()
  }
  const mount = () => {
    const mine = ++mounts
    awaitReady()
    Promise.resolve()
      .then(host)
      .then((there) => there.mount({ url, origin: new URL(url).origin }))
      .then(
        (mounted) => (mine === mounts ? begin(mounted) : mounted.remove()),
        () => {
          if (mine === mounts) fallen()
        },
      )
  }
  const begin = (mounted: MountedFrame) => {
    frame = mounted
    const stops = [mounted.link.listen(hear(mounted.link)), mounted.listen(befall)]
    leaveFrame = () => {
      leaveFrame = () => {}
      for (const stop of stops) stop()
      dropped.foreign += mounted.link.foreign?.() ?? 0
      frame = null
      mounted.remove()
    }
  }
  const unmount = () => {
    mounts += 1
    leaveLine()
    former = null
    stopLoading()
    closePort()
    leaveFrame()
  }
  const ready = (over: FrameChannel) => {
    former = null
    line = over
    stopLoading()
    enter("ready")
    if (reloads > 0) heart.pingNow()
    questions.flush()
    heart.listen()
  }
  const loadAnew = () => {
    leaveLine()
    former = null
    closePort()
    awaitReady()
    frame?.reload()
  }
  const revive = () => {
    if (reloads < maxReloads) {
      reloads += 1
      return loadAnew()
    }
    reloads = 0
    unmount()
    enter("unresponsive")
    questions.failAll({ _tag: "Locked" })
  }
  /** Handles a failed load. */
  const fallen = () => {
    if (reloads > 0) return revive()
    const obstacle = frame?.obstacle?.() ?? null
    unmount()
    enter("idle")
    questions.failAll({ _tag: "NotLoaded", ...(obstacle !== null && { obstacle }) })
  }
  const befall = ({ _tag }: FrameLifecycleEvent) => {
    if (_tag === "Failed") return fallen()
    if (_tag === "Loaded") return loaded()
    if (line === null) return
    const was = line
    leaveLine()
    former = was
    awaitReady()
    beatOver(was)
  }

  const greet = ({ payload }: Envelope, ports: readonly MessagePort[]) => {
    const read = z.safeParse(pushSchemas.READY, payload)
    if (frame === null || !read.success) return false
    // A second READY comes from a new document, so observers of the state must see a change.
    if (line !== null) enter("loading")
    leaveLine()
    closePort()
    const [port] = ports
    if (port === undefined || ports.length > 1 || !read.data?.port) {
      ready({ link: frame.link, isPrivate: false })
      return true
    }
    const link = makePortLink(port)
    const stop = link.listen(hear(link))
    closePort = () => {
      closePort = () => {}
      stop()
      port.close()
    }
    ready({ link, isPrivate: true })
    return true
  }
  /** Returns the result of handling a message. All results except "taken" are counted as dropped. */
  const take = (from: FrameLink, message: Envelope, ports: readonly MessagePort[]) => {
    if (message.type === `${framePrefix}READY`) {
      // A port exists only after READY, so READY over a port is invalid.
      return from === frame?.link && greet(message, ports) ? "taken" : "invalid"
    }
    const at = line ?? former
    // The message came over a replaced channel.
    if (at?.link !== from) return "stray"
    reloads = 0
    heart.recordActivity()
    if (message.type === `${framePrefix}SESSION_UPDATE`) {
      const read = z.safeParse(pushSchemas.SESSION_UPDATE, message.payload)
      if (!read.success) return "invalid"
      Feed.publish(pushes, { _tag: "SessionUpdate", token: read.data.token })
      return "taken"
    }
    const answer = parseReplyType(message.type)
    const isBeat = message.type === `${framePrefix}PING_SUCCESS` || answer?.name === "GET_CHAIN_ID"
    if (isBeat && message.id === beatId) {
      if (line === null) ready(at)
      return "taken"
    }
    if (answer === null) return isBeat ? "stray" : "invalid"
    return questions.reply({ ...answer, id: message.id, payload: message.payload })
  }
  const hear =
    (from: FrameLink) =>
    ({ data, ports }: FrameMessage) => {
      // Replies to open requests need no rate limit, because requests are limited.
      const id = getMessageId(data)
      const isOwed = id !== null && questions.has(id)
      const message = isOwed || pace.tryAcquire(now()) ? decodeEnvelope(data) : null
      const became = message === null ? "invalid" : take(from, message, ports)
      if (became !== "taken") dropped[became] += 1
    }

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isClosed = true
      questions.abortAll()
      unmount()
      enter("idle")
    }),
  )
  return {
    ask: (name, payload) =>
      Effect.callback((resume) => {
        const question = isClosed ? noFrame : toFrameRequest(name, payload, resume)
        if (hasKey(question, "_tag")) return resume(Effect.fail(new FrameError({ reason: question })))
        if (questions.size() >= maxOpenRequests)
          return resume(Effect.fail(new FrameError({ reason: tooMany })))
        questions.add(question)
        if (where === "idle" || where === "unresponsive") mount()
        heart.listen()
        return Effect.sync(() => questions.forget(question.id))
      }),
    state,
    generation: () => eras,
    pushes: Feed.values(pushes),
    rejectRequests: Effect.sync(() => {
      // A frame that still shows the request could get approval for it in place of the next one.
      if (questions.abortUnsafe()) loadAnew()
    }),
    reload: Effect.sync(() => {
      questions.abortAll()
      reloads = 0
      if (frame !== null) loadAnew()
    }),
    watch: (shown) =>
      Effect.sync(() => {
        isShown = shown
        heart.listen()
      }),
    dropped: () => ({ ...dropped, foreign: dropped.foreign + (frame?.link.foreign?.() ?? 0) }),
  }
})
