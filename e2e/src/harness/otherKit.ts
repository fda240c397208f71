import { cp, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { build, preview } from "vite"
import { runCommand } from "../../consumers/exec.ts"
import { paths } from "./paths.ts"

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
  const server = await preview({
    root: folder,
    configFile: false,
    logLevel: "error",
    preview: { host: "127.0.0.1", port: 0 },
  })
  const [url] = server.resolvedUrls?.local ?? []
  if (url === undefined) throw new Error("The page of the other kit is not served.")
  return {
    url: url.replace("127.0.0.1", "localhost"),
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
