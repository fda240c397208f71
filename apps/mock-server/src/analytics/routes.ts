import { getAnalyticsConfig, postAnalyticsEvent } from "@wmodal/api"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { mountContract } from "../http/mountContract.ts"
import { getAnalyticsEvents } from "./events.ts"

/** Events for a project's operator, which every project of this server wants. */
export const addAnalyticsRoutes = (app: Hono<Env>): void => {
  mountContract(app, getAnalyticsConfig, {
    maxAge: 0,
    answer: () => ({ isAnalyticsEnabled: true }),
  })

  mountContract(app, postAnalyticsEvent, {
    maxAge: 0,
    answer: ({ world, body }) => {
      getAnalyticsEvents(world).add(body)
      return { status: "OK" }
    },
  })
}
