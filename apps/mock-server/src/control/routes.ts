import { isLoopbackUrl } from "@wmodal/protocol"
import type { Hono } from "hono"
import { cors } from "hono/cors"
import * as z from "zod/mini"
import { getAnalyticsEvents } from "../analytics/events.ts"
import { addBitcoinControl, bitcoinControlCalls } from "../bitcoin/control.ts"
import { addEvmControl, evmControlCalls } from "../evm/control.ts"
import type { RunningChains } from "../evm/RunningChains.ts"
import { decodeFaults } from "../faults/Scenario.ts"
import { decodePart, parseJsonBody } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { getForeignPage } from "../http/getForeignPage.ts"
import { RequestError } from "../http/RequestError.ts"
import { readBody } from "../http/readBody.ts"
import { phoneControlCalls } from "../phone/phoneCommands.ts"
import { addRelayControl, relayControlCalls } from "../relay/control.ts"
import { answerBody, parseBody } from "../rpc/JsonRpc.ts"
import { parseRpcNode } from "../rpc/rpcEngines.ts"
import { secureSiteControlCalls } from "../secure-site/control/routes.ts"
import { addSolanaControl, solanaControlCalls } from "../solana/control.ts"
import type { World } from "../world/World.ts"
import type { Worlds } from "../world/Worlds.ts"
import { fetchChainStates } from "./chainStates.ts"

/** Returns whether a peer's address is the loopback address. */
const isLoopbackAddress = (address: string): boolean =>
  address === "::1" || /^(?:::ffff:)?127(?:\.\d+){3}$/.test(address)

const description = {
  about:
    "Inspects the mock server and changes its worlds. For tests on this machine only, not for production.",
  calls: {
    "GET /control/worlds":
      "Lists all worlds with the chains used in them and the process of each running chain.",
    "DELETE /control/worlds/:projectId":
      "Stops a world's chains and deletes it; the next request creates it again.",
    "POST /control/rest": "Saves and stops every idle chain; it restarts with the next call.",
    "POST /control/worlds/:projectId/rpc?chainId=":
      "Sends JSON-RPC directly to a chain, including anvil_*, evm_* and litesvm_*.",
    "GET /control/worlds/:projectId/log":
      "The world's requests and responses in order; one per line with `accept: application/x-ndjson`.",
    "GET /control/worlds/:projectId/events": "Events that clients reported with `POST /e`, in order.",
    "GET /control/worlds/:projectId/faults": "The world's fault plan.",
    "PUT /control/worlds/:projectId/faults":
      "A new fault plan, `{ faults: [{ match, after, times, fault, carriedOut }] }`; its counts start at zero.",
    "DELETE /control/worlds/:projectId/faults": "Removes all faults.",
    "GET /control/worlds/:projectId/clock":
      "The world's clock and the assumed offset of this machine's clock, in milliseconds.",
    "POST /control/worlds/:projectId/clock": "`{ advance }` and `{ wallShift }`, in milliseconds.",
    "GET /control/worlds/:projectId/state?chainId=":
      "All balances of all accounts on each used chain (or the given one), in a stable order and format, to compare two runs.",
    ...evmControlCalls,
    ...solanaControlCalls,
    ...bitcoinControlCalls,
    ...phoneControlCalls,
    ...relayControlCalls,
    ...secureSiteControlCalls,
  },
}

/**
 * Adds the control API. It can move any account's funds in a world, so it accepts local requests only: the peer, the
 * requested host name and the requesting page must be local.
 */
export const addControlRoutes = (app: Hono<Env>, worlds: Worlds, running: RunningChains): void => {
  app.use("/control/*", async (c, next) => {
    const peer = c.env?.incoming?.socket.remoteAddress
    const origin = c.req.header("origin")
    if (
      (peer !== undefined && !isLoopbackAddress(peer)) ||
      !isLoopbackUrl(c.req.url) ||
      (origin !== undefined && !isLoopbackUrl(origin)) ||
      getForeignPage(c.req.raw.headers, c.req.url) !== null
    )
      throw new RequestError({
        status: 403,
        field: "control",
        description: "Only requests from this machine are allowed",
      })
    await next()
  })
  app.use(
    "/control/*",
    cors({
      origin: (origin) => origin,
      allowMethods: ["GET", "POST", "PUT", "DELETE"],
      allowHeaders: ["content-type"],
    }),
  )

  app.get("/control", (c) => c.json(description))

  app.get("/control/worlds", async (c) =>
    c.json({ worlds: await Promise.all(worlds.entries().map(describeWorld)) }),
  )

  app.post("/control/rest", async (c) => {
    await running.restAll()
    return c.json({ running: running.count() })
  })

  app.delete("/control/worlds/:projectId", async (c) => {
    if (!(await worlds.remove(c.req.param("projectId")))) throw worldNotFound()
    return c.body(null, 204)
  })

  app.post("/control/worlds/:projectId/rpc", async (c) => {
    const { engine, network } = parseRpcNode(c.req.query("chainId"))
    const world = worlds.open(c.req.param("projectId"), null)
    const reply = await answerBody(
      parseBody(await readBody(c)),
      () => true,
      (batch) => engine.answer(world, network, batch, null),
    )
    return c.json(reply)
  })

  const known = (projectId: string): World => {
    const world = worlds.find(projectId)
    if (world === undefined) throw worldNotFound()
    return world
  }

  app.get("/control/worlds/:projectId/log", (c) => {
    const lines = known(c.req.param("projectId")).log()
    if (c.req.header("accept")?.includes("application/x-ndjson"))
      return c.body(makeLineStream(lines), 200, { "content-type": "application/x-ndjson" })
    return c.body(`{"requests":[${lines.join()}]}`, 200, { "content-type": "application/json" })
  })

  app.get("/control/worlds/:projectId/events", (c) =>
    c.json({ events: getAnalyticsEvents(known(c.req.param("projectId"))).entries() }),
  )

  app.get("/control/worlds/:projectId/faults", (c) =>
    c.json({ faults: worlds.open(c.req.param("projectId"), null).faults().rules }),
  )

  app.put("/control/worlds/:projectId/faults", async (c) => {
    const faults = decodeFaults(parseJsonBody(await readBody(c)))
    worlds.open(c.req.param("projectId"), null).setFaults(faults)
    return c.json({ faults })
  })

  app.delete("/control/worlds/:projectId/faults", (c) => {
    worlds.open(c.req.param("projectId"), null).setFaults([])
    return c.body(null, 204)
  })

  app.get("/control/worlds/:projectId/clock", (c) =>
    c.json(describeClock(worlds.open(c.req.param("projectId"), null))),
  )

  app.post("/control/worlds/:projectId/clock", async (c) => {
    const { advance, wallShift } = decodePart("body", ClockChange, parseJsonBody(await readBody(c)))
    const world = worlds.open(c.req.param("projectId"), null)
    if (advance !== undefined) world.advance(advance)
    if (wallShift !== undefined) world.setWallShift(wallShift)
    return c.json(describeClock(world))
  })

  app.get("/control/worlds/:projectId/state", async (c) =>
    c.json({
      chains: await fetchChainStates(worlds.open(c.req.param("projectId"), null), c.req.query("chainId")),
    }),
  )

  addEvmControl(app, worlds)
  addSolanaControl(app, worlds)
  addBitcoinControl(app, worlds)
  addRelayControl(app, worlds)
}

/** A clock change. `advance` moves the world's clock forward; `wallShift` is the offset of this machine's clock. */
const ClockChange = z.strictObject({
  advance: z.optional(z.int().check(z.minimum(0), z.maximum(100 * 365 * 86_400_000))),
  wallShift: z.optional(z.int()),
})

const describeClock = (world: World) => ({ now: world.now(), wallShift: world.wallShift() })

const makeLineStream = (lines: readonly string[]): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  let next = 0
  return new ReadableStream({
    pull: (controller) => {
      const some = lines.slice(next, next + 100)
      next += some.length
      if (some.length === 0) controller.close()
      else controller.enqueue(encoder.encode(some.map((line) => `${line}\n`).join("")))
    },
  })
}

const describeWorld = async (world: World) => ({
  projectId: world.projectId,
  requests: world.requests(),
  chains: await world.chains(),
})

const worldNotFound = () =>
  new RequestError({ status: 404, field: "projectId", description: "No such world" })
