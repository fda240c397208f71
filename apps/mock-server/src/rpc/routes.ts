import { postJsonRpc } from "@wmodal/api"
import type { Context, Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { reply } from "../http/reply.ts"
import { getWorld } from "../http/withWorldLog.ts"
import { answerBody, parseBody } from "./JsonRpc.ts"
import { parseRpcNode } from "./rpcEngines.ts"

/**
 * Adds the JSON-RPC proxy, and the same nodes under a separate path for clients without query support. The content
 * type is ignored: clients also send `text/plain`, to avoid a preflight.
 */
export const addRpcRoutes = (app: Hono<Env>): void => {
  const answer = async (c: Context<Env>) => {
    const world = getWorld(c)
    const body = c.get("rpc") ?? parseBody(c.get("body"))
    const { engine, network } = parseRpcNode(c.req.param("chainId") ?? c.req.query("chainId"))
    const node = Number(c.req.param("node") ?? 1)
    const answered = await answerBody(body, engine.isPublic, (batch) =>
      engine.answer(world, network, batch, node),
    )
    return reply(c, JSON.stringify(answered), { "content-type": "application/json" })
  }
  const patterns = [
    postJsonRpc.pattern,
    `${postJsonRpc.pattern}/`,
    "/rpc/:chainId",
    "/rpc/:chainId/:node{[1-9]}",
  ]
  app.on(postJsonRpc.method, patterns, answer)
}
