import { createServer, type ServerResponse } from "node:http"
import type { NodeBehavior, PortsMessage, RequestTally } from "./Nodes.ts"

// A process of its own, so that what the nodes cost is not counted as the client's.

interface BenchCall {
  readonly id: number
  /** None in what a client asks to compare nodes. */
  readonly params?: readonly { readonly data: string }[]
}

/** The last word of the call's data, so that the caller can match the response to its call. */
const answer = ({ id, params }: BenchCall) =>
  `{"jsonrpc":"2.0","id":${id},"result":"0x${params?.[0]?.data.slice(-64) ?? "0"}"}`

const ok = (response: ServerResponse, body: string) => {
  const calls: BenchCall | readonly BenchCall[] = JSON.parse(body)
  response.setHeader("content-type", "application/json")
  response.end("id" in calls ? answer(calls) : `[${calls.map(answer).join(",")}]`)
}

const respond = (answers: NodeBehavior, response: ServerResponse, body: string) => {
  switch (answers._tag) {
    case "Ok":
      return ok(response, body)
    case "Hang":
      return
    case "Busy": {
      if (Date.now() >= answers.until) return ok(response, body)
      response.statusCode = 429
      if (answers.says === "date") response.setHeader("retry-after", new Date(answers.until).toUTCString())
      return response.end()
    }
  }
}

const startNode = async () => {
  const node: { answers: NodeBehavior; requests: number; port: number } = {
    answers: { _tag: "Ok" },
    requests: 0,
    port: 0,
  }
  const server = createServer((request, response) => {
    node.requests += 1
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => respond(node.answers, response, Buffer.concat(chunks).toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("The node has no port")
  node.port = address.port
  return node
}

const nodes = await Promise.all(Array.from({ length: Number(process.argv[2]) }, startNode))
process.on("message", (answers: readonly NodeBehavior[]) => {
  process.send?.({ requests: nodes.map(({ requests }) => requests) } satisfies RequestTally)
  for (const [at, node] of nodes.entries()) {
    node.requests = 0
    node.answers = answers[at] ?? { _tag: "Ok" }
  }
})
process.send?.({ ports: nodes.map(({ port }) => port) } satisfies PortsMessage)
