import type { WebSocket } from "ws"
import { applyFault, type Sleep } from "../faults/applyFault.ts"
import type { Fault } from "../faults/Fault.ts"
import { type FaultOutcome, getFaultKinds } from "../faults/FaultPlan.ts"
import type { World } from "../world/World.ts"
import { decodeCall, getTags, getTopics } from "./methods.ts"
import { getRelay, type Push, toPushData } from "./Relay.ts"
import { decodeFrame, encodeError, encodeResult, type RelayError, type RelayFrame } from "./RelayFrame.ts"
import { getRelayLog, type RelayLogEntry, relayPath } from "./relayLog.ts"

/** The sending side of a client's socket. */
interface ClientSender {
  readonly send: (text: string, fault?: Fault | null) => void
  /** Sends the frames that were held back for a reordering when no other frame followed. */
  readonly release: () => void
}

/** Maximum number of unsent bytes for a client that does not read. */
const maxPendingBytes = 32_000_000

const makeClientSender = (socket: WebSocket): ClientSender => {
  const held: string[] = []
  const release = () => {
    for (const text of held.splice(0)) socket.send(text)
  }
  const put = (text: string) => {
    if (socket.bufferedAmount > maxPendingBytes) return socket.terminate()
    socket.send(text)
    release()
  }
  return {
    release,
    send: (text, fault = null) => {
      switch (fault?.kind) {
        case "drop":
          return
        case "duplicate":
          put(text)
          return put(text)
        case "reorder":
          held.push(text)
          return
        case "close":
          return socket.close(fault.code)
        default:
          return put(text)
      }
    },
  }
}

/** Maximum number of frames per socket and second, above the needs of a client that resumes all of its sessions. */
const maxFramesPerSecond = 2_000

/** Close code of RFC 6455. */
const goingAwayCode = 1001

/** Serves one client over its socket until the socket closes. */
export const serveClient = ({
  socket,
  name,
  world,
  sleep,
  closing,
}: {
  readonly socket: WebSocket
  /** As `did:key:…`. */
  readonly name: string
  readonly world: World
  readonly sleep: Sleep
  /** Aborted when the server closes. */
  readonly closing: AbortSignal
}): void => {
  const log = getRelayLog(world)
  const outlet = makeClientSender(socket)
  const gone = new AbortController()
  let second = 0
  let frames = 0

  const strike = ({ method, tags }: RelayLogEntry): FaultOutcome | null =>
    world.faults().faultFor({ method: "WS", path: relayPath, query: {}, rpc: [method], body: "", tags })

  /** Applies a fault to an outgoing frame. */
  const endureStroke = async (
    stroke: FaultOutcome,
    make: () => string,
    refused: (status: number) => string | null,
  ) => {
    try {
      const response = await applyFault(stroke, {
        signal: () => AbortSignal.any([gone.signal, closing]),
        sleep,
        wallNow: world.wallNow,
        carryOut: async () => new Response(make()),
      })
      const text = response.status < 400 ? await response.text() : refused(response.status)
      if (text !== null) outlet.send(text, stroke.rule?.fault)
    } catch {
      // An error closes only this socket.
      socket.terminate()
    }
  }

  const push = ({ id, subscription, envelope }: Push) => {
    const told = { client: name, method: "irn_subscription", topics: [envelope.topic], tags: [envelope.tag] }
    const stroke = strike(told)
    log.exchange(told)({ faults: stroke === null ? [] : getFaultKinds(stroke), response: null })
    const params = { id: subscription, data: toPushData(envelope) }
    const text = JSON.stringify({ id, jsonrpc: "2.0", method: "irn_subscription", params })
    if (stroke === null) outlet.send(text)
    else
      void endureStroke(
        stroke,
        () => text,
        () => null,
      )
  }

  const connection = getRelay(world).connect({ name, push, close: (code) => socket.close(code) })

  const call = async ({ id, method, params }: Extract<RelayFrame, { _tag: "Call" }>) => {
    const asked = decodeCall(method, params)
    const told =
      "_tag" in asked
        ? { client: name, method, topics: getTopics(asked), tags: getTags(asked) }
        : { client: name, method, topics: [], tags: [] }
    const stroke = strike(told)
    const faults = stroke === null ? [] : getFaultKinds(stroke)
    const leave = log.exchange(told)
    const fail = (problem: RelayError) => {
      leave({ faults, response: { status: 200, headers: {}, body: JSON.stringify(problem) } })
      return encodeError(id, problem)
    }
    const carryOut = () => {
      const answer = "_tag" in asked ? connection.answer(asked) : asked
      if ("code" in answer) return fail(answer)
      leave({ faults, response: { status: 200, headers: {}, body: "" } })
      return encodeResult(id, answer.result)
    }
    const refused = (status: number) => fail({ code: -32000, message: `The fault plan returns ${status}` })
    if (stroke?.rule?.fault.kind === "hang" && !stroke.rule.carriedOut) leave({ faults, response: null })
    if (stroke === null) outlet.send(carryOut())
    else await endureStroke(stroke, carryOut, refused)
    leave({ faults, response: null })
    connection.flush()
  }

  const hear = (text: string) => {
    const frame = decodeFrame(text)
    switch (frame._tag) {
      case "Call":
        return call(frame)
      case "Acknowledged":
        return connection.acknowledge(frame.id)
      case "Declined":
        return
      case "Unreadable":
        return outlet.send(encodeError(frame.id, frame.problem))
    }
  }

  const floods = (): boolean => {
    const now = Math.floor(world.wallNow() / 1000)
    frames = now === second ? frames + 1 : 1
    second = now
    return frames > maxFramesPerSecond
  }

  socket.on("message", (data) => {
    if (floods()) outlet.send(encodeError("null", { code: -32000, message: "Too many requests" }))
    else void hear(String(data))
  })
  // Releases frames that were held back once another frame was sent.
  socket.on("pong", outlet.release)
  const leave = () => socket.close(goingAwayCode)
  if (world.ended.aborted) leave()
  world.ended.addEventListener("abort", leave)
  socket.on("close", () => {
    world.ended.removeEventListener("abort", leave)
    gone.abort()
    connection.end()
  })
}
