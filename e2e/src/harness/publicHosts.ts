import { readFile } from "node:fs/promises"
import { request as httpRequest, type IncomingMessage } from "node:http"
import { createServer } from "node:https"
import type { AddressInfo, Socket } from "node:net"
import { join } from "node:path"
import type { MockProcess } from "./mockProcess.ts"
import { paths } from "./paths.ts"

/** The public hosts of the well-known modal, served from this machine. */
export interface PublicHosts {
  /** Arguments that make Chromium resolve the hosts to this machine, and no other name. */
  readonly browserArguments: readonly string[]
  /** `METHOD host path` of each request, and the status of its response. */
  readonly requests: readonly string[]
  readonly close: () => Promise<void>
}

/** Serves the public hosts over TLS from a mock server. A host that the mock server does not stand for gets a 404. */
export async function servePublicHosts(
  mock: Pick<MockProcess, "analytics" | "blockchain" | "directory" | "relay" | "secureSite">,
): Promise<PublicHosts> {
  const targets: Readonly<Record<string, string>> = {
    "api.web3modal.org": mock.directory,
    "rpc.walletconnect.org": mock.blockchain,
    "relay.walletconnect.org": mock.relay,
    "verify.walletconnect.org": mock.directory,
    "secure.walletconnect.org": mock.secureSite,
    "pulse.walletconnect.org": mock.analytics,
  }
  const requests: string[] = []
  const toTarget = ({ headers, url = "/" }: IncomingMessage) => {
    const host = headers.host?.split(":")[0] ?? ""
    const base = targets[host]
    if (base === undefined) return { base, host, target: null, forwarded: headers }
    const target = new URL(url, base)
    return { base, host, target, forwarded: { ...headers, host: target.host } }
  }
  const folder = join(paths.root, "e2e/otherKit/tls")
  const server = createServer(
    { key: await readFile(join(folder, "key.pem")), cert: await readFile(join(folder, "cert.pem")) },
    (request, response) => {
      const { base, forwarded: headers, host, target } = toTarget(request)
      const note = (status: number) => requests.push(`${status} ${request.method} ${host}${request.url}`)
      if (target === null) {
        note(404)
        response.writeHead(404).end()
        return
      }
      // The wallet's frame serves its own origin only.
      if (base === mock.secureSite) {
        note(307)
        response.writeHead(307, { location: target.href }).end()
        return
      }
      const forwarded = httpRequest(target, { method: request.method ?? "GET", headers }, (answer) => {
        note(answer.statusCode ?? 0)
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      forwarded.on("error", () => response.destroy())
      response.on("close", () => forwarded.destroy())
      request.pipe(forwarded)
    },
  )
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const { forwarded: headers, host, target } = toTarget(request)
    if (target === null) {
      socket.destroy()
      return
    }
    target.protocol = "http:"
    const forwarded = httpRequest(target, { headers })
    forwarded.on("upgrade", (answer, upstream, first) => {
      requests.push(`101 ${host}`)
      const lines = answer.rawHeaders.flatMap((value, at, all) =>
        at % 2 === 0 ? [`${value}: ${all[at + 1]}`] : [],
      )
      socket.write(["HTTP/1.1 101 Switching Protocols", ...lines, "", ""].join("\r\n"))
      if (first.length > 0) socket.write(first)
      if (head.length > 0) upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
      for (const [one, other] of [
        [socket, upstream],
        [upstream, socket],
      ] as const)
        one.on("error", () => other.destroy())
    })
    forwarded.on("error", () => socket.destroy())
    forwarded.end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // The address of a TCP listener is always an object.
  const { port } = server.address() as AddressInfo
  const rules = Object.keys(targets)
    .map((host) => `MAP ${host}:443 127.0.0.1:${port}`)
    .join(",")
  return {
    browserArguments: [`--host-resolver-rules=${rules}`, "--ignore-certificate-errors"],
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
