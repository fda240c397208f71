import { randomBytes } from "node:crypto"
import { readFile } from "node:fs/promises"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { extname, join, normalize } from "node:path"
import { buffer } from "node:stream/consumers"

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".map": "application/json",
}

/** The gallery is checked scene by scene, and its file names contain content hashes. */
const cacheControl = "max-age=31536000, immutable"

/** A separate origin, with its own storage and permissions. */
export interface HostOptions {
  /** Path to text, or to a function of a request's cookies; overrides built files. */
  readonly files?: Readonly<Record<string, string | ((cookies: string | null) => string)>>
  readonly headers?: Readonly<Record<string, string>>
  /** A server behind this origin: requests below the path go to the base URL, as a host's own proxy sends them. */
  readonly proxy?: { readonly path: string; readonly to: string }
  /** The built folder for every other path; `cdn` is always available, under `/cdn/`. */
  readonly folder?: "demo" | "gallery"
}

export interface Site {
  /** @returns the origin, such as `http://h3f9a.localhost:40123`. */
  readonly host: (host: HostOptions) => string
  /** Replaces the files of an origin. */
  readonly rehost: (origin: string, host: HostOptions) => void
  readonly close: () => Promise<void>
}

/** The folders whose files hosts serve. */
interface BuiltFolders {
  readonly demo: string
  /** The packed script-tag build. Without it no host can embed the modal. */
  readonly cdn?: string
  readonly gallery: string
}

/** Sends a request on with the headers that a server of the host's reads, and its response back. */
const forward = async (request: IncomingMessage, url: string, response: ServerResponse) => {
  const { cookie, host, method } = { ...request.headers, method: request.method ?? "GET" }
  const answered = await fetch(url, {
    method,
    headers: {
      "content-type": request.headers["content-type"] ?? "text/plain",
      origin: `http://${host}`,
      ...(cookie !== undefined && { cookie }),
    },
    ...(method !== "GET" && { body: await buffer(request) }),
  }).catch(() => null)
  if (answered === null) return response.writeHead(502).end()
  return response
    .writeHead(answered.status, {
      "content-type": answered.headers.get("content-type") ?? "text/plain",
      "set-cookie": answered.headers.getSetCookie(),
    })
    .end(Buffer.from(await answered.arrayBuffer()))
}

/** Serves the built modal on loopback, a fresh origin for each host. */
export async function startSite(built: BuiltFolders): Promise<Site> {
  const hosts = new Map<string, HostOptions>()

  const bodyOf = async (
    host: HostOptions,
    path: string,
    cookies: string | null,
  ): Promise<string | Buffer> => {
    const made = host.files?.[path]
    if (made !== undefined) return typeof made === "string" ? made : made(cookies)
    return path.startsWith("/cdn/") && built.cdn !== undefined
      ? readFile(join(built.cdn, path.slice("/cdn/".length)))
      : readFile(join(built[host.folder ?? "demo"], path))
  }

  const server = createServer((request, response) => {
    const host = hosts.get((request.headers.host ?? "").split(".")[0] ?? "") ?? {}
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const path = normalize(decodeURIComponent(pathname)).replace(/\/$/, "/index.html")
    if (host.proxy !== undefined && pathname.startsWith(host.proxy.path))
      return void forward(request, `${host.proxy.to}${pathname.slice(host.proxy.path.length)}`, response)
    bodyOf(host, path, request.headers.cookie ?? null).then(
      (body) =>
        response
          .writeHead(200, {
            "content-type": contentTypes[extname(path)] ?? "application/octet-stream",
            "cache-control":
              host.folder === "gallery" && path.startsWith("/assets/") ? cacheControl : "no-cache",
            ...host.headers,
          })
          .end(body),
      () => response.writeHead(404, { "content-type": "text/plain" }).end("Not found"),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => resolve())
  })
  // The address of a TCP listener is always an object.
  const { port } = server.address() as AddressInfo

  return {
    host: (host) => {
      const name = `h${randomBytes(6).toString("hex")}`
      hosts.set(name, host)
      return `http://${name}.localhost:${port}`
    },
    rehost: (origin, host) => {
      hosts.set(new URL(origin).hostname.split(".")[0] ?? "", host)
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
