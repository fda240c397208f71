import { serve } from "@hono/node-server"
import { serveStatic } from "@hono/node-server/serve-static"
import { Hono } from "hono"

/**
 * Serves a folder on loopback. `generated` maps a path to JSON made for this run, such as `/config.json`.
 * Rejects with the listen error, such as `EADDRINUSE`.
 */
export const serveFolder = ({ folder, port, generated = {} }) => {
  const app = new Hono()
  for (const [path, json] of Object.entries(generated)) app.get(path, (context) => context.json(json))
  app.use(
    serveStatic({ root: folder, onFound: (_path, context) => context.header("cache-control", "no-cache") }),
  )
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port }, () => resolve(server))
    server.once("error", reject)
  })
}
