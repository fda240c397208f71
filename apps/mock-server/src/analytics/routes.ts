import { getAnalyticsConfig, postAnalyticsEvent } from "@wmodal/api"
import type { Hono } from "hono"
import type { Env } from "../http/Env.ts"
import { mountContract } from "../http/mountContract.ts"
import { getAnalyticsEvents } from "./events.ts"

/** Adds the analytics routes. Every project of this server has analytics enabled. */
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
