import { JsonRpcQuery, postJsonRpc } from "@wmodal/api"
import type { Context, Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import * as z from "zod/mini"
import { servedNetworks } from "../evm/networks.ts"
import { enter } from "../http/enter.ts"
import type { Env } from "../http/Env.ts"
import { Failed } from "../http/Failed.ts"
import type { Worlds } from "../world/Worlds.ts"
import { answerBody, methodsOf, parseBody } from "./JsonRpc.ts"
import { isPublicMethod } from "./publicMethods.ts"

/** What anvil takes too. */
const maxBytes = 2_000_000

/** A request may have at most `maxBytes`. */
export const limited = bodyLimit({
  maxSize: maxBytes,
  onError: () => {
    throw new Failed({ status: 413, field: "body", description: `More than ${maxBytes} bytes` })
  },
})

/** @throws Failed when there is no chain of that CAIP-2 id. */
export const networkOf = (chainId: string | undefined) => {
  const network = servedNetworks.get(chainId ?? "")
  if (network === undefined)
    throw new Failed({
      status: 400,
      field: "chainId",
      description: `We don't support the chainId you provided: ${(chainId ?? "").slice(0, 80)}`,
    })
  return network
}

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
