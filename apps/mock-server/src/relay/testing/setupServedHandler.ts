import { once } from "node:events"
import { createServer } from "node:http"
import { afterAll, beforeAll } from "vitest"
import { type HandlerOptions, makeHandler } from "../../Handler.ts"

/** Serves a handler on a port, for tests with their own clock. Returns a getter of its relay URL. */
export const setupServedHandler = (options: HandlerOptions): (() => string) => {
  const handler = makeHandler(options)
  const server = createServer().on("upgrade", handler.upgrade)
  let url = ""
  beforeAll(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening")
    const address = server.address()
    if (typeof address === "object" && address !== null) url = `ws://127.0.0.1:${address.port}`
  })
  afterAll(async () => {
    await handler.close()
    server.close()
  })
  return () => url
}
