import { cp, mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { extname, join } from "node:path"
import { build } from "vite"
import { runCommand } from "../../consumers/exec.ts"
import { paths } from "./paths.ts"

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
}

/**
 * Installs the page of the well-known modal from npm in a folder outside the workspace, builds it unchanged, and
 * serves it.
 * @returns its URL, and what ends and removes it
 */
export async function serveOtherKit(): Promise<{
  readonly url: string
  readonly close: () => Promise<void>
}> {
  const folder = await mkdtemp(join(tmpdir(), "wmodal-other-kit-"))
  await cp(join(paths.root, "e2e/otherKit"), folder, { recursive: true })
  await runCommand(
    "npm",
    ["ci", "--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: folder },
  )
  await build({ root: folder, configFile: false, logLevel: "error" })
  const server = createServer(async ({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost")
    const file = join(folder, "dist", pathname === "/" ? "index.html" : pathname)
    try {
      const body = await readFile(file)
      response
        .writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" })
        .end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // The address of a TCP listener is always an object.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
