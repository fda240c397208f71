import { getAnalyticsConfig, postAnalyticsEvent } from "@wmodal/api"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { implement } from "../http/implement.ts"
import { analyticsEventsOf } from "./events.ts"

/** Events for a project's operator, which every project of this server wants. */
export const addAnalyticsRoutes = (app: Hono<Env>): void => {
  implement(app, getAnalyticsConfig, {
    maxAge: 0,
    answer: () => ({ isAnalyticsEnabled: true }),
  })

  implement(app, postAnalyticsEvent, {
    maxAge: 0,
    answer: ({ world, body }) => {
      analyticsEventsOf(world).add(body)
      return { status: "OK" }
    },
  })
}
