import { spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { paths } from "../harness/paths.ts"
import { story } from "../harness/story.ts"

const Line = z.object({ directory: z.string(), blockchain: z.string(), control: z.string() })

describe("wmodal mock", () => {
  story("prints one line of JSON, serves until it is ended, and frees its port", async ({ shell }) => {
    const child = spawn(process.execPath, [paths.terminal, "mock", "--port", "0", "--json"], {
      env: { PATH: process.env["PATH"] ?? "", XDG_STATE_HOME: shell.state },
      stdio: ["ignore", "pipe", "inherit"],
    })
    const lines = createInterface({ input: child.stdout })
    const [first] = z.tuple([z.string()]).parse(await once(lines, "line"))
    const { directory, blockchain, control } = Line.parse(JSON.parse(first))
    expect((await fetch(control)).status).toBe(200)
    const wallets = await fetch(
      `${directory}/getWallets?projectId=story&st=wmodal&sv=node-evm-0.1.0&page=1&entries=40`,
    )
    expect(z.object({ count: z.number() }).parse(await wallets.json()).count).toBeGreaterThanOrEqual(60)
    expect(blockchain).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)

    const busy = await shell.run(["mock", "--port", new URL(blockchain).port, "--json"])
    expect(busy.code).toBe(3)
    expect(busy.stderr).toContain("--port")

    child.kill("SIGTERM")
    await once(child, "exit")
    await expect(fetch(control)).rejects.toThrow("fetch failed")
  })

  // npm starts a script in a shell, which may die of a signal without handing it on.
  story("ends, chains and all, when the npm that started it is ended", async ({ shell }) => {
    const npm = spawn("npm", ["run", "--silent", "wmodal", "--", "mock", "--port", "0", "--json"], {
      cwd: paths.root,
      env: { PATH: process.env["PATH"] ?? "", XDG_STATE_HOME: shell.state },
      stdio: ["ignore", "pipe", "inherit"],
      // A group of its own, so that a failure of this test leaves nothing behind.
      detached: true,
    })
    const [first] = z.tuple([z.string()]).parse(await once(createInterface({ input: npm.stdout }), "line"))
    const { blockchain, control } = Line.parse(JSON.parse(first))
    const call = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }
    const url = `${blockchain}/v1?chainId=eip155:1&projectId=story`
    expect((await fetch(url, { method: "POST", body: JSON.stringify(call) })).status).toBe(200)

    npm.kill("SIGTERM")
    await once(npm, "exit")
    try {
      await expect(fetch(control)).rejects.toThrow("fetch failed")
    } finally {
      endGroup(npm.pid)
    }
  })
})

/** Ends what is left of a process group, if anything is. */
function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGTERM")
  } catch {
    // Nothing is left.
  }
}
