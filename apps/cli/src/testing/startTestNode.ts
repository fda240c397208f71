import { once } from "node:events"
import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { onTestFinished } from "vitest"
import * as z from "zod/mini"

const requestSchema = z.object({ id: z.unknown(), method: z.string() })

/** Starts a JSON-RPC node on loopback that returns one response per method and records the requests. */
export const startTestNode = async (answers: Readonly<Record<string, unknown>>) => {
  const asked: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const { id, method } = requestSchema.parse(await json(incoming))
    asked.push(method)
    outgoing.setHeader("content-type", "application/json")
    outgoing.end(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method] ?? null }))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, "close")
  })
  const address = server.address()
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`, asked: () => asked }
}
