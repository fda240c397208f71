import { describe, expect } from "vitest"
import * as z from "zod/mini"
import { startMock } from "../harness/mockProcess.ts"
import { fetchPageFiles } from "../harness/pageFiles.ts"
import { story } from "../harness/story.ts"

describe("wmodal mock", () => {
  story(
    "prints one line of JSON, serves until it is ended, and frees its port",
    async ({ onTestFinished, shell }) => {
      const { blockchain, control, directory, end } = await startMock()
      onTestFinished(async () => void (await end()))
      expect((await fetch(control)).status).toBe(200)
      const wallets = await fetch(
        `${directory}/getWallets?projectId=story&st=wmodal&sv=node-evm-0.1.0&page=1&entries=40`,
      )
      expect(z.object({ count: z.number() }).parse(await wallets.json()).count).toBeGreaterThanOrEqual(60)
      expect(blockchain).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)

      const busy = await shell.run(["mock", "--port", new URL(blockchain).port, "--json"])
      expect(busy.code).toBe(3)
      expect(busy.stderr).toContain("--port")

      expect(await end()).toBe(0)
      await expect(fetch(control)).rejects.toThrow("fetch failed")
    },
  )

  story("serves every script and style of its pages", async ({ onTestFinished }) => {
    const { end, inbox, phone, secureSite } = await startMock()
    onTestFinished(async () => void (await end()))
    const pages = [
      ...[phone, inbox].map((page) => page.replace("{projectId}", "demo")),
      ...["sdk", "social/google", "verify-device", "farcaster", "dashboard"].map(
        (path) => `${secureSite}/${path}?projectId=demo`,
      ),
    ]
    for (const page of pages) {
      const files = await fetchPageFiles(page)
      for (const type of ["script", "style"])
        expect(files.filter((file) => file.type === type).length, `${type}s of ${page}`).toBeGreaterThan(0)
      expect(files.filter(({ status }) => status !== 200)).toEqual([])
    }
  })

  // npm starts a script in a shell, which may be killed by a signal without forwarding it.
  story("ends, with its chains, when the npm that started it ends", async ({ onTestFinished }) => {
    const npm = await startMock(["npm", "run", "--silent", "wmodal", "--"])
    onTestFinished(async () => void (await npm.end()))
    const { blockchain, control } = npm
    const call = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }
    const url = `${blockchain}/v1?chainId=eip155:1&projectId=story`
    expect((await fetch(url, { method: "POST", body: JSON.stringify(call) })).status).toBe(200)

    await npm.end()
    await expect(fetch(control)).rejects.toThrow("fetch failed")
  })
})
