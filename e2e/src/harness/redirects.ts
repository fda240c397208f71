import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

/** Two hosts: one that a page names, and another one to which it points. */
export interface Redirect {
  readonly named: string
  readonly elsewhere: string
  /** What both have received: the host's name, the method and the beginning of the body. */
  readonly received: readonly string[]
  readonly close: () => void
}

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "*",
}

/** Starts a host that answers each request with a 307 to another host, which `answer` plays. */
export const startRedirect = async (
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<Redirect> => {
  const received: string[] = []
  const listen = async (name: string, address: string, respond: typeof answer) => {
    const server = createServer(async (request, response) => {
      for (const [header, value] of Object.entries(cors)) response.setHeader(header, value)
      if (request.method === "OPTIONS") {
        response.writeHead(204).end()
        return
      }
      received.push(`${name} ${request.method} ${(await text(request)).slice(0, 200)}`)
      respond(request, response)
    })
    await new Promise<void>((ready) => server.listen(0, address, ready))
    const { port } = server.address() as AddressInfo
    return { url: `http://${address}:${port}`, close: () => server.close() }
  }
  const elsewhere = await listen("elsewhere", "127.0.0.2", answer)
  const named = await listen("named", "127.0.0.1", (request, response) =>
    response.writeHead(307, { location: `${elsewhere.url}${request.url}` }).end(),
  )
  return {
    named: named.url,
    elsewhere: elsewhere.url,
    received,
    close: () => {
      named.close()
      elsewhere.close()
    },
  }
}
