import type { Hono } from "hono"
import * as z from "zod/mini"
import { decodePart, parseJsonBody } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { readBody } from "../http/readBody.ts"
import type { Worlds } from "../world/Worlds.ts"
import { getRelay, type Relay } from "./Relay.ts"

export const relayControlCalls = {
  "GET /control/worlds/:projectId/relay":
    "The relay's state, its number of open sockets and of stored messages.",
  "POST /control/worlds/:projectId/relay":
    '`{ do: "restart" | "down" | "up" }`. `down` closes all sockets and refuses new ones; `restart` does so briefly. Messages and acknowledgements are kept; subscriptions end with their sockets.',
}

export const addRelayControl = (app: Hono<Env>, worlds: Worlds): void => {
  const relay = (projectId: string) => getRelay(worlds.open(projectId, null))

  app.get("/control/worlds/:projectId/relay", (c) => c.json(describeRelay(relay(c.req.param("projectId")))))

  app.post("/control/worlds/:projectId/relay", async (c) => {
    const act = decodePart("body", RelayAction, parseJsonBody(await readBody(c))).do
    const changed = relay(c.req.param("projectId"))
    if (act !== "up") changed.goDown()
    if (act !== "down") changed.comeUp()
    return c.json(describeRelay(changed))
  })
}

const RelayAction = z.strictObject({ do: z.enum(["restart", "down", "up"]) })

const describeRelay = (relay: Relay) => ({
  up: relay.isUp(),
  sockets: relay.sockets(),
  messages: relay.messages(),
})
