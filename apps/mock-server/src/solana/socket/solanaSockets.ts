import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { Network } from "@wmodal/protocol"
import { type WebSocket, WebSocketServer } from "ws"
import { answerBody, methodsOf, parseBody } from "../../rpc/JsonRpc.ts"
import type { World } from "../../world/World.ts"
import type { Worlds } from "../../world/Worlds.ts"
import { servedSolanaNetworks, solanaChain } from "../solanaChains.ts"
import type { Session } from "./Session.ts"

const maxMessageBytes = 100_000
/** Close code of RFC 6455. */
const goingAway = 1001

/** The web sockets of Solana's nodes. */
export interface SolanaSockets {
  /** Takes a request for a web socket to a node, under the paths of its JSON-RPC. @returns whether it is one. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  /** Closes every socket. */
  readonly close: () => void
}

export const makeSolanaSockets = (worlds: Worlds): SolanaSockets => {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  const open = async ({ projectId, network }: Node) => {
    const world = worlds.open(projectId)
    const chain = await solanaChain(world, network)
    const { makeSession } = await import("./Session.ts")
    return { chain, makeSession, world }
  }
  return {
    upgrade: (request, socket, head) => {
      const node = nodeOf(request.url ?? "")
      if (node === null) return false
      open(node).then(
        ({ chain, makeSession, world }) =>
          server.handleUpgrade(request, socket, head, (client) => {
            const session = makeSession(chain, (notification) => client.send(JSON.stringify(notification)))
            serve({ client, session, world, path: `/rpc/${node.network.caipNetworkId}` })
          }),
        () => socket.destroy(),
      )
      return true
    },
    close: () => {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

interface Node {
  readonly projectId: string
  readonly network: Network
}

/** What a path and its query name: `/w/<projectId>/rpc/<CAIP-2>`, `/rpc/<CAIP-2>?projectId=` or `/v1?chainId=&projectId=`. */
const nodeOf = (url: string): Node | null => {
  const parsed = URL.parse(url, "ws://localhost")
  if (parsed === null) return null
  const { pathname, searchParams } = parsed
  const [, world, chain] = /^(?:\/w\/([^/]+))?\/(?:rpc\/([^/]+)|v1\/?)$/.exec(pathname) ?? []
  const network = servedSolanaNetworks.get(decoded(chain) ?? searchParams.get("chainId") ?? "")
  const projectId = decoded(world) ?? searchParams.get("projectId") ?? ""
  return network === undefined || projectId === "" ? null : { projectId, network }
}

const decoded = (part: string | undefined): string | undefined => {
  try {
    return part === undefined ? undefined : decodeURIComponent(part)
  } catch {
    return undefined
  }
}

const serve = ({
  client,
  session,
  world,
  path,
}: {
  readonly client: WebSocket
  readonly session: Session
  readonly world: World
  /** As the log has it. */
  readonly path: string
}) => {
  const read = async (text: string) => {
    const body = parseBody(text)
    const rpc = methodsOf(body)
    // A real client pings every few seconds, which is no call: it must not move the world's clock.
    if (rpc.length > 0 && rpc.every((name) => name === "ping")) return
    const entry = world.enter({ method: "WS", path, query: {}, headers: {}, body: text, rpc })
    const reply = JSON.stringify(
      await answerBody(
        body,
        () => true,
        (batch) => batch.map((call) => ({ jsonrpc: "2.0", ...session.answer(call), id: call.id })),
      ),
    )
    client.send(reply)
    entry.leave({ faults: [], response: { status: 200, headers: {}, body: reply } })
    session.flush()
  }
  client.on("message", (data) => void read(data.toString()))
  const leave = () => client.close(goingAway)
  world.ended.addEventListener("abort", leave)
  client.on("close", () => {
    world.ended.removeEventListener("abort", leave)
    session.end()
  })
  // What a client breaks ends its socket; nobody else is to notice.
  client.on("error", () => client.terminate())
}
