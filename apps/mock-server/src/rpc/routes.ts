import { JsonRpcQuery, postJsonRpc } from "@wmodal/api"
import type { Context, Hono } from "hono"
import * as z from "zod/mini"
import type { Env } from "../http/Env.ts"
import { enter } from "../http/enter.ts"
import { limited } from "../http/limited.ts"
import { networkOf } from "../http/networkOf.ts"
import type { Worlds } from "../world/Worlds.ts"
import { answerBody, methodsOf, parseBody } from "./JsonRpc.ts"
import { isPublicMethod } from "./publicMethods.ts"

/** The JSON-RPC proxy. Clients send `text/plain` as well, to avoid a preflight: the content type is not looked at. */
export const addRpcRoutes = (app: Hono<Env>, worlds: Worlds): void => {
  const answer = async (c: Context<Env>) => {
    const body = parseBody(await c.req.text())
    const world = enter(c, worlds, methodsOf(body))
    const query = z.safeParse(z.pick(JsonRpcQuery, { chainId: true }), c.req.query())
    const network = networkOf(query.data?.chainId)
    const reply = await answerBody(body, isPublicMethod, async (batch) =>
      (await world.chain(network)).send(batch),
    )
    return c.json(reply)
  }
  app.on(postJsonRpc.method, [postJsonRpc.pattern, `${postJsonRpc.pattern}/`], limited, answer)
}
