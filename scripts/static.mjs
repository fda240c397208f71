import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { extname, join, normalize } from "node:path"

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".map": "application/json",
}

/**
 * Serves a folder on loopback. `generated` maps a path to a text made for this run, such as `/config.json`.
 * Rejects with the listen error, such as `EADDRINUSE`.
 */
export function serveFolder({ folder, port, generated = {} }) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const path = normalize(decodeURIComponent(pathname)).replace(/\/$/, "/index.html")
    const type = types[extname(path)] ?? "application/octet-stream"
    try {
      const body = generated[path] ?? (await readFile(join(folder, path)))
      response.writeHead(200, { "content-type": type, "cache-control": "no-cache" }).end(body)
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("Not found")
    }
  })
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => resolve(server))
  })
}
