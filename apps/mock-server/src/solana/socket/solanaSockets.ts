import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { Network } from "@wmodal/protocol"
import { type WebSocket, WebSocketServer } from "ws"
import { answerBody, methodsOf, parseBody } from "../../rpc/JsonRpc.ts"
import type { World } from "../../world/World.ts"
import type { Worlds } from "../../world/Worlds.ts"
import { servedSolanaNetworks, solanaChain } from "../solanaChains.ts"
import { makeSession } from "./Session.ts"

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
  return {
    upgrade: (request, socket, head) => {
      const node = nodeOf(request.url ?? "")
      if (node === null) return false
      server.handleUpgrade(request, socket, head, (client) => {
        serve(client, worlds.open(node.projectId), node.network)
      })
      return true
    },
    close: () => {
      for (const client of server.clients) client.terminate()
      server.close()
    },
  }
}

/** What a path and its query name: `/w/<projectId>/rpc/<CAIP-2>`, `/rpc/<CAIP-2>?projectId=` or `/v1?chainId=&projectId=`. */
const nodeOf = (url: string): { readonly projectId: string; readonly network: Network } | null => {
  const { pathname, searchParams } = new URL(url, "ws://localhost")
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

const serve = (client: WebSocket, world: World, network: Network) => {
  const chain = solanaChain(world, network)
  const session = makeSession(chain, (notification) => client.send(JSON.stringify(notification)))
  const path = `/rpc/${network.caipNetworkId}`
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
