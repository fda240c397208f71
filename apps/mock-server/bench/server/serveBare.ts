import { createAdaptorServer } from "@hono/node-server"
import { Hono } from "hono"

/** A handler of the same framework that only returns its argument. */
const app = new Hono()
const body = process.argv[2] ?? ""
app.get("/getWallets", (c) => c.body(body, 200, { "content-type": "application/json" }))
const server = createAdaptorServer({ fetch: app.fetch })
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}\n`)
})
process.stdin.once("end", () => process.exit()).resume()
