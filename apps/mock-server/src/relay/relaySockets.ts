import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { type WebSocket, WebSocketServer } from "ws"
import { projectRejections, type Sleep } from "../faults/applyFault.ts"
import type { Fault } from "../faults/Fault.ts"
import { applyUpgradeFault } from "../http/applyUpgradeFault.ts"
import { decodePercent } from "../http/decodePercent.ts"
import { getForeignPageOfUpgrade } from "../http/getForeignPage.ts"
import { RequestError, toErrorBody } from "../http/RequestError.ts"
import { toUpgradeResponseText } from "../http/upgradeResponseText.ts"
import type { World } from "../world/World.ts"
import type { Worlds } from "../world/Worlds.ts"
import { getRelay } from "./Relay.ts"
import { getRelayLog, relayPath } from "./relayLog.ts"
import { serveClient } from "./serveClient.ts"

/** Maximum frame size. A larger frame closes its socket unread. */
const maxFrameBytes = 5_000_000
/** Maximum number of sockets per world. */
const maxSockets = 2_000
/** Milliseconds. A client in Node disconnects after 35 s of silence. */
const pingIntervalMs = 10_000
/** Close code of the public relay for a rejected client. */
const unauthorizedCode = 3000

/** The WebSocket connections of the relay. */
export interface RelaySockets {
  /** Handles an upgrade to the relay, at `/` or under `/w/<projectId>`. Returns false for any other request. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  /** Closes every socket. */
  readonly close: () => void
}

export const makeRelaySockets = ({
  worlds,
  sleep,
  closing,
}: {
  readonly worlds: Worlds
  readonly sleep: Sleep
  /** Aborted when the server closes. */
  readonly closing: AbortSignal
}): RelaySockets => {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  /** Sockets with an unanswered ping. */
  const silent = new WeakSet<WebSocket>()
  let pinging = false

  /** Pings the sockets until none is left. */
  const ping = async () => {
    if (pinging) return
    pinging = true
    while (server.clients.size > 0) {
      await sleep(pingIntervalMs, closing)
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
      // An error of one client closes only its own socket.
      client.on("error", () => client.terminate())
      client.on("pong", () => silent.delete(client))
      use(client)
      void ping().catch(() => {})
    })

  const open = async (visit: SocketRequest, request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refuse = async (world: World | null, { status, reason, heard }: SocketRejection) => {
      if (world !== null) getRelayLog(world).refused(status, reason)
      // A client that opts in gets the reason in the close event: a browser does not expose the HTTP status.
      if (heard && visit.query.get("useOnCloseEvent") === "true")
        accept(request, socket, head, (client) => client.close(unauthorizedCode, reason))
      else
        socket.end(
          await toUpgradeResponseText(Response.json(toErrorBody("authentication", reason), { status })),
        )
    }
    if (visit.projectId === "")
      return refuse(null, { status: 401, reason: "Project ID is missing", heard: true })
    const world = worlds.open(visit.projectId, getForeignPageOfUpgrade(request))
    const relay = getRelay(world)
    const struck = await applyUpgradeFault({ world, path: relayPath, request, sleep, closing })
    if (struck !== null) {
      const refusal = toSocketRejection(struck.fault)
      if (refusal !== null) return refuse(null, refusal)
      socket.end(await toUpgradeResponseText(struck.response))
      return
    }
    const { verifyClientJwt } = await import("./clientJwt.ts")
    const presented = await verifyClientJwt(visit.query.get("auth") ?? "", {
      host: request.headers.host ?? "",
      now: world.wallNow(),
    })
    // Registered last, because nothing is awaited from here on.
    if (!relay.isUp()) return refuse(world, { status: 503, reason: "The relay is down", heard: false })
    if (relay.sockets() >= maxSockets)
      return refuse(world, { status: 429, reason: "Too many connections", heard: false })
    if (presented._tag !== "Client")
      return refuse(world, { status: 401, reason: presented.reason, heard: presented._tag === "Untimely" })
    accept(request, socket, head, (client) => {
      getRelayLog(world).opened(presented.id)
      serveClient({ socket: client, name: presented.id, world, sleep, closing })
    })
  }

  return {
    upgrade: (request, socket, head) => {
      const visit = parseSocketRequest(request.url ?? "")
      if (visit === null) return false
      open(visit, request, socket, head).catch(async (error: unknown) => {
        if (error instanceof RequestError)
          socket.end(
            await toUpgradeResponseText(
              Response.json(toErrorBody(error.field, error.description), { status: error.status }),
            ),
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

/** The reason and status of a rejected connection. */
interface SocketRejection {
  readonly status: number
  readonly reason: string
  /** True when the public relay reports the reason in the close event to clients that opt in. */
  readonly heard: boolean
}

const toSocketRejection = (fault: Fault | null): SocketRejection | null => {
  switch (fault?.kind) {
    case "originNotAllowed":
    case "invalidKey":
    case "jwtNotYetValid": {
      const { status, description } = projectRejections[fault.kind]
      return { status, reason: description, heard: true }
    }
    default:
      return null
  }
}

interface SocketRequest {
  /** Empty when the request has none. */
  readonly projectId: string
  readonly query: URLSearchParams
}

const parseSocketRequest = (url: string): SocketRequest | null => {
  const parsed = URL.parse(url, "ws://localhost")
  const found = parsed === null ? null : /^(?:\/w\/([^/]+))?\/?$/.exec(parsed.pathname)
  if (parsed === null || found === null) return null
  const named = found[1] === undefined ? undefined : decodePercent(found[1])
  if (named === null) return null
  const query = parsed.searchParams
  return { projectId: named ?? query.get("projectId") ?? "", query }
}
