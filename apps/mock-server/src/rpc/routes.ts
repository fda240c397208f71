import { postJsonRpc } from "@wmodal/api"
import type { Context, Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { enter } from "../http/enter.ts"
import { limited } from "../http/limited.ts"
import type { Worlds } from "../world/Worlds.ts"
import { answerBody, methodsOf, parseBody } from "./JsonRpc.ts"
import { rpcNode } from "./rpcEngines.ts"

/**
 * The JSON-RPC proxy, and the same nodes under a path of their own for clients that take no query. Clients send
 * `text/plain` as well, to avoid a preflight: the content type is not looked at.
 */
export const addRpcRoutes = (app: Hono<Env>, worlds: Worlds): void => {
  const answer = async (c: Context<Env>) => {
    const body = parseBody(await c.req.text())
    const world = enter(c, worlds, methodsOf(body))
    const { engine, network } = rpcNode(c.req.param("chainId") ?? c.req.query("chainId"))
    const reply = await answerBody(body, engine.isPublic, (batch) => engine.answer(world, network, batch))
    return c.json(reply)
  }
  const patterns = [postJsonRpc.pattern, `${postJsonRpc.pattern}/`, "/rpc/:chainId"]
  app.on(postJsonRpc.method, patterns, limited, answer)
}
