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
})
