import type { WebSocket } from "ws"
import { endure, type Sleep } from "../faults/endure.ts"
import { kindsOf, type Stroke } from "../faults/FaultPlan.ts"
import type { World } from "../world/World.ts"
import { type Frame, type Problem, problemFrame, readFrame, resultFrame } from "./Frame.ts"
import { readCall, tagsOf, topicsOf } from "./methods.ts"
import { makeOutlet } from "./Outlet.ts"
import { dataOf, type Push, relayOf } from "./Relay.ts"
import { type Exchange, relayLogOf, relayPath } from "./relayLog.ts"

/** Frames of one socket in one second: far more than a client sends that comes back with all of its sessions. */
const maxFramesPerSecond = 2_000
/** Close code of RFC 6455. */
const goingAway = 1001

/** Serves one client over its socket until it closes. */
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
  /** Aborted when the server ends. */
  readonly closing: AbortSignal
}): void => {
  const log = relayLogOf(world)
  const outlet = makeOutlet(socket)
  const gone = new AbortController()
  let second = 0
  let frames = 0

  const strike = ({ method, tags }: Exchange): Stroke | null =>
    world.faults().strike({ method: "WS", path: relayPath, query: {}, rpc: [method], body: "", tags })

  /** Lets a stroke happen to what would be sent. */
  const endureStroke = async (
    stroke: Stroke,
    make: () => string,
    refused: (status: number) => string | null,
  ) => {
    try {
      const response = await endure(stroke, {
        signal: () => AbortSignal.any([gone.signal, closing]),
        sleep,
        wallNow: world.wallNow,
        carryOut: async () => new Response(make()),
      })
      const text = response.status < 400 ? await response.text() : refused(response.status)
      if (text !== null) outlet.send(text, stroke.rule?.fault)
    } catch {
      // What breaks, breaks this socket alone.
      socket.terminate()
    }
  }

  const push = ({ id, subscription, envelope }: Push) => {
    const told = { client: name, method: "irn_subscription", topics: [envelope.topic], tags: [envelope.tag] }
    const stroke = strike(told)
    log.exchange(told)({ faults: stroke === null ? [] : kindsOf(stroke), response: null })
    const params = { id: subscription, data: dataOf(envelope) }
    const text = JSON.stringify({ id, jsonrpc: "2.0", method: "irn_subscription", params })
    if (stroke === null) outlet.send(text)
    else
      void endureStroke(
        stroke,
        () => text,
        () => null,
      )
  }

  const connection = relayOf(world).connect({ name, push, close: (code) => socket.close(code) })

  const call = async ({ id, method, params }: Extract<Frame, { _tag: "Call" }>) => {
    const asked = readCall(method, params)
    const told =
      "_tag" in asked
        ? { client: name, method, topics: topicsOf(asked), tags: tagsOf(asked) }
        : { client: name, method, topics: [], tags: [] }
    const stroke = strike(told)
    const faults = stroke === null ? [] : kindsOf(stroke)
    const leave = log.exchange(told)
    const fail = (problem: Problem) => {
      leave({ faults, response: { status: 200, headers: {}, body: JSON.stringify(problem) } })
      return problemFrame(id, problem)
    }
    const carryOut = () => {
      const answer = "_tag" in asked ? connection.answer(asked) : asked
      if ("code" in answer) return fail(answer)
      leave({ faults, response: { status: 200, headers: {}, body: "" } })
      return resultFrame(id, answer.result)
    }
    const refused = (status: number) => fail({ code: -32000, message: `The fault plan answers ${status}` })
    if (stroke?.rule?.fault.kind === "hang" && !stroke.rule.carriedOut) leave({ faults, response: null })
    if (stroke === null) outlet.send(carryOut())
    else await endureStroke(stroke, carryOut, refused)
    leave({ faults, response: null })
    connection.flush()
  }

  const hear = (text: string) => {
    const frame = readFrame(text)
    switch (frame._tag) {
      case "Call":
        return call(frame)
      case "Acknowledged":
        return connection.acknowledge(frame.id)
      case "Declined":
        return
      case "Unreadable":
        return outlet.send(problemFrame(frame.id, frame.problem))
    }
  }

  const floods = (): boolean => {
    const now = Math.floor(world.wallNow() / 1000)
    frames = now === second ? frames + 1 : 1
    second = now
    return frames > maxFramesPerSecond
  }

  socket.on("message", (data) => {
    if (floods()) outlet.send(problemFrame("null", { code: -32000, message: "Too many requests" }))
    else void hear(String(data))
  })
  // Something has passed: nothing is held back for ever.
  socket.on("pong", outlet.release)
  const leave = () => socket.close(goingAway)
  if (world.ended.aborted) leave()
  world.ended.addEventListener("abort", leave)
  socket.on("close", () => {
    world.ended.removeEventListener("abort", leave)
    gone.abort()
    connection.end()
  })
}
