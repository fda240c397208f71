import { Hono } from "hono"
import type { Sleep } from "../../faults/endure.ts"
import type { Env } from "../../http/Env.ts"
import { addFramePages } from "../frame/routes.ts"
import type { Ask } from "../../phone/wallet/WorldNodes.ts"
import type { Worlds } from "../../world/Worlds.ts"

export interface SecureSiteOptions {
  readonly worlds: Worlds
  readonly sleep: Sleep
  /** Aborted when the server ends. */
  readonly closing: AbortSignal
  /** The server's endpoints. */
  readonly ask: Ask
  /** Base URL of the server's endpoints. */
  readonly blockchain: () => string
}

/** The secure site, an origin of its own: its pages, and what they ask for. */
export const makeSecureSite = (_options: SecureSiteOptions): Hono<Env> => {
  const app = new Hono<Env>()
  addFramePages(app)
  return app
}
