import { AnalyticsEvent } from "@wmodal/api"
import type { Hono } from "hono"
import * as z from "zod/mini"
import { getAnalyticsEvents } from "../analytics/events.ts"
import { decodePart, parseJsonBody } from "../http/decodePart.ts"
import type { Env } from "../http/Env.ts"
import { reply } from "../http/reply.ts"
import { getWorld } from "../http/withWorldLog.ts"
import type { World } from "../world/World.ts"

/**
 * The features that a project may switch on a server. `config` lists what serves the feature, where there is a choice.
 * Source: the AppKit 1.8 wire.
 */
const features = [
  { id: "activity", isEnabled: true, config: null },
  { id: "onramp", isEnabled: true, config: ["meld"] },
  { id: "swap", isEnabled: true, config: ["1inch"] },
  {
    id: "social_login",
    isEnabled: true,
    config: ["google", "x", "farcaster", "discord", "apple", "github", "facebook"],
  },
  { id: "multi_wallet", isEnabled: true, config: null },
  ...[
    "reown_branding",
    "email_capture",
    "fund_from_exchange",
    "payments",
    "reown_authentication",
    "headless",
  ].map((id) => ({ id, isEnabled: false, config: null })),
]

/**
 * Adds the calls that AppKit makes since 1.7.4 and our own clients never make: without them its later releases fall
 * back to defaults, and report a project without a configuration.
 */
export const addLaterRoutes = (
  app: Hono<Env>,
  getAllowedOrigins: (world: World) => readonly string[] | null,
): void => {
  const serve = (path: string, answer: (world: World) => unknown) =>
    app.get(path, (c) =>
      reply(c, JSON.stringify(answer(getWorld(c))), {
        "cache-control": "no-store",
        "content-type": "application/json",
      }),
    )
  // An empty list admits every origin.
  serve("/projects/v1/origins", (world) => ({ allowedOrigins: getAllowedOrigins(world) ?? [] }))
  serve("/appkit/v1/config", () => ({ features }))
  serve("/appkit/v1/project-limits", () => ({
    planLimits: { tier: "none", isAboveMauLimit: false, isAboveRpcLimit: false },
  }))

  app.post("/batch", (c) => {
    const events = getAnalyticsEvents(getWorld(c))
    for (const event of decodePart("body", z.array(AnalyticsEvent), parseJsonBody(c.get("body"))))
      events.add(event)
    return reply(c, JSON.stringify({ status: "OK" }), {
      "cache-control": "no-store",
      "content-type": "application/json",
    })
  })
}
