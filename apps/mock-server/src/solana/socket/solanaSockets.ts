import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { Network } from "@wmodal/protocol"
import { type WebSocket, WebSocketServer } from "ws"
import type { Sleep } from "../../faults/applyFault.ts"
import { applyUpgradeFault } from "../../http/applyUpgradeFault.ts"
import { decodePercent } from "../../http/decodePercent.ts"
import { getForeignPageOfUpgrade } from "../../http/getForeignPage.ts"
import { RequestError, toErrorBody } from "../../http/RequestError.ts"
import { toUpgradeResponseText } from "../../http/upgradeResponseText.ts"
import { answerBody, getLoggedMethods, type JsonRpcCall, parseBody } from "../../rpc/JsonRpc.ts"
import type { World } from "../../world/World.ts"
import type { Worlds } from "../../world/Worlds.ts"
import { getSolanaChain, servedSolanaNetworks } from "../solanaChains.ts"
import type { SubscriptionSession } from "./SubscriptionSession.ts"

const maxMessageBytes = 100_000
/** Close code of RFC 6455. */
const goingAwayCode = 1001

/** The web sockets of Solana's nodes. */
export interface SolanaSockets {
  /** Accepts a web socket request for a node, under the paths of its JSON-RPC. @returns whether it is one. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean
  /** Closes every socket. */
  readonly close: () => void
}

interface SolanaSocketsOptions {
  readonly worlds: Worlds
  /** Waits for the delays of a fault plan. */
  readonly sleep: Sleep
  /** Aborts when the server stops. */
  readonly closing: AbortSignal
}

export const makeSolanaSockets = ({ worlds, sleep, closing }: SolanaSocketsOptions): SolanaSockets => {
  const server = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes })
  const open = async (node: SocketTarget, request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const world = worlds.open(node.projectId, getForeignPageOfUpgrade(request))
    const path = `/rpc/${node.network.caipNetworkId}`
    const struck = await applyUpgradeFault({ world, path, request, sleep, closing })
    if (struck !== null) {
      socket.end(await toUpgradeResponseText(struck.response))
      return
    }
    const chain = await getSolanaChain(world, node.network)
    const { makeSubscriptionSession } = await import("./SubscriptionSession.ts")
    server.handleUpgrade(request, socket, head, (client) => {
      const session = makeSubscriptionSession(chain, (notification) =>
        client.send(JSON.stringify(notification)),
      )
      serve({ client, session, world, path, use: () => getSolanaChain(world, node.network) })
    })
  }
  return {
    upgrade: (request, socket, head) => {
      const node = parseSocketTarget(request.url ?? "")
      if (node === null) return false
      open(node, request, socket, head).catch(async (error: unknown) => {
        if (error instanceof RequestError) socket.end(await toUpgradeResponseText(toRejectionResponse(error)))
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

const toRejectionResponse = ({ status, field, description }: RequestError): Response =>
  Response.json(toErrorBody(field, description), { status })

interface SocketTarget {
  readonly projectId: string
  readonly network: Network
}

/**
 * Parses the target from path and query: `/w/<projectId>/rpc/<CAIP-2>`, `/rpc/<CAIP-2>?projectId=` or
 * `/v1?chainId=&projectId=`.
 */
const parseSocketTarget = (url: string): SocketTarget | null => {
  const parsed = URL.parse(url, "ws://localhost")
  if (parsed === null) return null
  const { pathname, searchParams } = parsed
  const [, world, chain] = /^(?:\/w\/([^/]+))?\/(?:rpc\/([^/]+)|v1\/?)$/.exec(pathname) ?? []
  const network = servedSolanaNetworks.get(
    (chain && decodePercent(chain)) ?? searchParams.get("chainId") ?? "",
  )
  const projectId = (world && decodePercent(world)) ?? searchParams.get("projectId") ?? ""
  return network === undefined || projectId === "" ? null : { projectId, network }
}

const serve = ({
  client,
  session,
  world,
  path,
  use,
}: {
  readonly client: WebSocket
  readonly session: SubscriptionSession
  readonly world: World
  /** The path in the log. */
  readonly path: string
  /** Wakes the chain and adds the slots for which the clock was moved. */
  readonly use: () => Promise<unknown>
}) => {
  const read = async (text: string) => {
    const body = parseBody(text)
    const rpc = getLoggedMethods(body)
    // A real client pings every few seconds. A ping is not a call and must not move the world's clock.
    if (rpc.length > 0 && rpc.every((name) => name === "ping")) return
    const entry = world.enter({ method: "WS", path, query: {}, headers: {}, body: text, rpc })
    const reply = await entry.run(async () => {
      await use()
      const send = (batch: readonly JsonRpcCall[]) =>
        batch.map((call) => ({ jsonrpc: "2.0", ...session.answer(call), id: call.id }))
      return JSON.stringify(await answerBody(body, () => true, send))
    })
    client.send(reply)
    entry.leave({ faults: [], response: { status: 200, headers: {}, body: reply } })
    session.flush()
  }
  // Calls run one after another, so that no notification precedes the response that names its subscription.
  let turn = Promise.resolve()
  client.on("message", (data) => {
    // An error closes this socket only.
    turn = turn.then(() => read(data.toString())).catch(() => client.terminate())
  })
  const leave = () => client.close(goingAwayCode)
  if (world.ended.aborted) leave()
  world.ended.addEventListener("abort", leave)
  client.on("close", () => {
    world.ended.removeEventListener("abort", leave)
    session.end()
  })
  // A broken client closes its own socket without affecting others.
  client.on("error", () => client.terminate())
}
