import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { type WebSocket, WebSocketServer } from "ws"
import { projectRefusals, type Sleep } from "../faults/endure.ts"
import type { Fault } from "../faults/Fault.ts"
import { asText } from "../http/asText.ts"
import { Failed, failedBody } from "../http/Failed.ts"
import { strikeUpgrade } from "../http/strikeUpgrade.ts"
import type { World } from "../world/World.ts"
import type { Worlds } from "../world/Worlds.ts"
import { relayOf } from "./Relay.ts"
import { relayLogOf, relayPath } from "./relayLog.ts"
import { serveClient } from "./serveClient.ts"

/** A larger frame ends its socket unread. */
const maxFrameBytes = 5_000_000
/** Of one world. */
const maxSockets = 2_000
/** Milliseconds: a client in Node hangs up after 35 s of silence. */
const pingInterval = 10_000
/** Close code of the public relay for a client that is refused. */
const unauthorized = 3000

/** The web sockets of the relay. */
export interface RelaySockets {
  /** Takes a request for a web socket to the relay, at `/` or under `/w/<projectId>`. @returns whether it is one. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  /** Ends every socket. */
  readonly close: () => void
}

export const makeRelaySockets = ({
  worlds,
  sleep,
  closing,
}: {
  readonly worlds: Worlds
  readonly sleep: Sleep
  /** Aborted when the server ends. */
  readonly closing: AbortSignal
}): RelaySockets => {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  /** Sockets that have been pinged, and have not answered. */
  const silent = new WeakSet<WebSocket>()
  let pinging = false

  /** For as long as there are sockets. */
  const ping = async () => {
    if (pinging) return
    pinging = true
    while (server.clients.size > 0) {
      await sleep(pingInterval, closing)
      for (const client of server.clients) {
        if (silent.has(client)) client.terminate()
        silent.add(client)
        client.ping()
      }
    }
    pinging = false
  }

  const accept = (request: IncomingMessage, socket: Duplex, head: Buffer, use: (client: WebSocket) => void) =>
    server.handleUpgrade(request, socket, head, (client) => {
      // What a client breaks ends its socket; nobody else is to notice.
      client.on("error", () => client.terminate())
      client.on("pong", () => silent.delete(client))
      use(client)
      void ping().catch(() => {})
    })

  const open = async (visit: Visit, request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refuse = async (world: World | null, { status, reason, heard }: Refusal) => {
      if (world !== null) relayLogOf(world).refused(status, reason)
      // A client that asks so hears why when its socket closes: of a status, a page learns nothing.
      if (heard && visit.query.get("useOnCloseEvent") === "true")
        accept(request, socket, head, (client) => client.close(unauthorized, reason))
      else socket.end(await asText(Response.json(failedBody("authentication", reason), { status })))
    }
    if (visit.projectId === "")
      return refuse(null, { status: 401, reason: "Project ID is missing", heard: true })
    const world = worlds.open(visit.projectId)
    const relay = relayOf(world)
    const struck = await strikeUpgrade({ world, path: relayPath, request, sleep, closing })
    if (struck !== null) {
      const refusal = refusalBy(struck.fault)
      if (refusal !== null) return refuse(null, refusal)
      socket.end(await asText(struck.response))
      return
    }
    const { readClientJwt } = await import("./clientJwt.ts")
    const presented = await readClientJwt(visit.query.get("auth") ?? "", {
      host: request.headers.host ?? "",
      now: world.wallNow(),
    })
    // Not before: from here on, nothing is waited for.
    if (!relay.isUp()) return refuse(world, { status: 503, reason: "The relay is down", heard: false })
    if (relay.sockets() >= maxSockets)
      return refuse(world, { status: 429, reason: "Too many connections", heard: false })
    if (presented._tag !== "Client")
      return refuse(world, { status: 401, reason: presented.reason, heard: presented._tag === "Untimely" })
    accept(request, socket, head, (client) => {
      relayLogOf(world).opened(presented.id)
      serveClient({ socket: client, name: presented.id, world, sleep, closing })
    })
  }

  return {
    upgrade: (request, socket, head) => {
      const visit = visitOf(request.url ?? "")
      if (visit === null) return false
      open(visit, request, socket, head).catch(async (error: unknown) => {
        if (error instanceof Failed)
          socket.end(
            await asText(Response.json(failedBody(error.field, error.description), { status: error.status })),
          )
        else request.socket.resetAndDestroy()
      })
      return true
    },
    close: () => {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

/** Why a client gets no socket. */
interface Refusal {
  readonly status: number
  readonly reason: string
  /** Whether the public relay says it to clients that ask to hear it. */
  readonly heard: boolean
}

const refusalBy = (fault: Fault | null): Refusal | null => {
  switch (fault?.kind) {
    case "originNotAllowed":
    case "invalidKey":
    case "jwtNotYetValid": {
      const { status, description } = projectRefusals[fault.kind]
      return { status, reason: description, heard: true }
    }
    default:
      return null
  }
}

interface Visit {
  /** Empty where it names none. */
  readonly projectId: string
  readonly query: URLSearchParams
}

const visitOf = (url: string): Visit | null => {
  const parsed = URL.parse(url, "ws://localhost")
  const found = parsed === null ? null : /^(?:\/w\/([^/]+))?\/?$/.exec(parsed.pathname)
  if (parsed === null || found === null) return null
  const named = decoded(found[1])
  if (named === null) return null
  const query = parsed.searchParams
  return { projectId: named ?? query.get("projectId") ?? "", query }
}

/** `null` where it is no text. */
const decoded = (part: string | undefined): string | null | undefined => {
  try {
    return part === undefined ? undefined : decodeURIComponent(part)
  } catch {
    return null
  }
}
