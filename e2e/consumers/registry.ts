import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { PackedPackage } from "./packages.ts"

export interface Registry {
  /** Lines for `.npmrc` that take packages of the scope `@wmodal` from here, and others from the default registry. */
  readonly npmrc: string
  readonly close: () => Promise<void>
}

/** Starts an npm registry with the packed tarballs, so that a consumer resolves its version ranges as usual. */
export const startRegistry = async (packed: readonly PackedPackage[]): Promise<Registry> => {
  // Part of the URL, so that npm's cache of an earlier run is never used for this run's packages.
  const content = createHash("sha256")
    .update(packed.map(({ integrity }) => integrity).join())
    .digest("hex")
    .slice(0, 16)
  const server = createServer(async ({ url = "/", headers }, response) => {
    const path = decodeURIComponent(url).replace(`/${content}/`, "")
    const tarball = packed.find(({ file }) => path === `-/${file}`)
    const known = packed.find(({ manifest }) => path === manifest.name)
    if (tarball !== undefined) {
      response.writeHead(200, { "content-type": "application/octet-stream" })
      response.end(await readFile(tarball.path))
    } else if (known !== undefined) {
      const { file, integrity, manifest } = known
      const dist = { integrity, tarball: `http://${headers.host}/${content}/-/${file}` }
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" })
      response.end(
        JSON.stringify({
          name: manifest.name,
          "dist-tags": { latest: manifest.version },
          versions: { [manifest.version]: { ...manifest, dist } },
        }),
      )
    } else {
      response.writeHead(404).end("{}")
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => resolve())
  })
  // The address of a TCP listener is always an object.
  const { port } = server.address() as AddressInfo
  return {
    npmrc: `@wmodal:registry=http://127.0.0.1:${port}/${content}/\n`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
