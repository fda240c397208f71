import type { Hono } from "hono"
import { cors } from "hono/cors"
import type { Env } from "./Env.ts"

/** Headers that allow all origins to read a response. */
export const anyOriginHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "x-request-id",
} as const

/** Source of the headers: the AppKit 1.7.2 wire, its blockchain API first, then its sign-in; `@coinbase/wallet-sdk`. */
const allowHeaders =
  "content-type user-agent referer origin solana-client sec-fetch-mode x-sdk-type x-sdk-version authorization x-nonce-jwt x-cbw-sdk-version x-cbw-sdk-platform".split(
    " ",
  )

/** Answers preflight requests and allows all origins to read later responses. */
export const addAnyOrigin = (app: Hono<Env>): void => {
  const preflight = cors({ origin: "*", allowMethods: ["GET", "POST", "PATCH", "OPTIONS"], allowHeaders })
  app.use(async (c, next) => {
    if (c.req.method === "OPTIONS") return preflight(c, next)
    for (const [name, value] of Object.entries(anyOriginHeaders)) c.header(name, value)
    return next()
  })
}
