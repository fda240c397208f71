import type { Hono } from "hono"
import { cors } from "hono/cors"
import type { Env } from "../http/Env.ts"
import { Failed } from "../http/Failed.ts"
import { limited } from "../http/limited.ts"
import { answerBody, parseBody } from "../rpc/JsonRpc.ts"
import { rpcNode } from "../rpc/rpcEngines.ts"
import type { World } from "../world/World.ts"
import type { Worlds } from "../world/Worlds.ts"
import { isLoopbackAddress, isLoopbackUrl } from "./loopback.ts"

const description = {
  about:
    "Looks into the mock server and changes its worlds. For tests on this machine only, not for production.",
  calls: {
    "GET /control/worlds": "Every world, with the chains that run in it.",
    "DELETE /control/worlds/:projectId":
      "Ends a world's chains and forgets it; the next request begins it anew.",
    "POST /control/worlds/:projectId/rpc?chainId=":
      "JSON-RPC straight to a chain, anvil_* and evm_* included.",
    "GET /control/worlds/:projectId/log": "What the world was asked, in order.",
  },
}

/**
 * The control API. It can move anyone's money in a world, so it answers this machine alone:
 * the peer, the name that it was called by and, where a page asks, the page.
 */
export const addControlRoutes = (app: Hono<Env>, worlds: Worlds): void => {
  app.use("/control/*", async (c, next) => {
    const peer = c.env?.incoming?.socket.remoteAddress
    const origin = c.req.header("origin")
    if (
      (peer !== undefined && !isLoopbackAddress(peer)) ||
      !isLoopbackUrl(c.req.url) ||
      (origin !== undefined && !isLoopbackUrl(origin))
    )
      throw new Failed({ status: 403, field: "control", description: "For this machine only" })
    await next()
  })
  app.use(
    "/control/*",
    cors({
      origin: (origin) => origin,
      allowMethods: ["GET", "POST", "DELETE"],
      allowHeaders: ["content-type"],
    }),
  )

  app.get("/control", (c) => c.json(description))

  app.get("/control/worlds", async (c) =>
    c.json({ worlds: await Promise.all(worlds.all().map(describeWorld)) }),
  )

  app.delete("/control/worlds/:projectId", async (c) => {
    if (!(await worlds.remove(c.req.param("projectId")))) throw noWorld()
    return c.body(null, 204)
  })

  app.post("/control/worlds/:projectId/rpc", limited, async (c) => {
    const { engine, network } = rpcNode(c.req.query("chainId"))
    const world = worlds.open(c.req.param("projectId"))
    const reply = await answerBody(
      parseBody(await c.req.text()),
      () => true,
      (batch) => engine.answer(world, network, batch),
    )
    return c.json(reply)
  })

  app.get("/control/worlds/:projectId/log", (c) => {
    const world = worlds.find(c.req.param("projectId"))
    if (world === undefined) throw noWorld()
    return c.json({ requests: world.log() })
  })
}

const describeWorld = async (world: World) => ({
  projectId: world.projectId,
  requests: world.log().length,
  chains: await world.chains(),
})

const noWorld = () => new Failed({ status: 404, field: "projectId", description: "No such world" })
