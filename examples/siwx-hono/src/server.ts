import { serve } from "@hono/node-server"
import { serveStatic } from "@hono/node-server/serve-static"
import { Hono } from "hono"
import { makeAuth } from "./auth.ts"

const port = Number(process.env["PORT"] ?? 4180)
const origin = process.env["ORIGIN"] ?? `http://localhost:${port}`
/** Nodes for smart accounts: `RPC='{"eip155:1":"https://node.example"}'`. */
const rpc = JSON.parse(process.env["RPC"] ?? "{}")

const app = new Hono()
app.route("/auth", makeAuth({ origin, rpc }))
app.use(serveStatic({ root: "./dist" }))

serve({ fetch: app.fetch, port }, () => console.log(origin))
