import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { firstAccount, getModalViews } from "../harness/modal.ts"
import { makeStoryNetworks } from "../harness/networks.ts"
import { buildServedApp } from "../harness/reactPage.ts"
import { servedWagmiApp } from "../harness/servedWagmiApp.ts"
import { story } from "../harness/story.ts"
import { buildWagmiPage } from "../harness/wagmiPage.ts"

const renderWagmiHtml = (options: unknown) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>wagmi page</title>
    <link rel="icon" href="data:,">
    <script id="options" type="application/json">${JSON.stringify(options)}</script>
    <script type="module" src="/wagmi.js"></script>
  </head>
  <body><div id="app"></div></body>
</html>
`

/** Calls one of the page's hooks that act. @returns its result as text, or the name of its error. */
const act = (page: Page, name: string, ...input: readonly unknown[]): Promise<unknown> =>
  page.evaluate(
    async ([name, input]) => {
      try {
        const result = await Reflect.get(globalThis, "wagmi").act[name](...input)
        return typeof result === "string" ? result : "done"
      } catch (error) {
        return error instanceof Error ? error.name : "thrown"
      }
    },
    [name, input] as const,
  )

/** Returns what one of the page's hooks that read returns, as JSON with amounts as text. */
const read = (page: Page, name: string): Promise<unknown> =>
  page.evaluate((name) => {
    const value = Reflect.get(globalThis, "wagmi").value[name]
    return value === undefined
      ? null
      : JSON.parse(JSON.stringify(value, (_, one) => (typeof one === "bigint" ? String(one) : one)))
  }, name)

describe("page with wagmi's hooks over our connector", () => {
  story(
    "connects, reads, signs, sends, batches, switches and reconnects",
    { tags: "full", timeout: 120_000 },
    async ({ visitor, wallet, world }) => {
      const { ethereum, polygon } = makeStoryNetworks(world)
      const options = {
        projectId: world.projectId,
        networks: [ethereum, polygon],
        endpoints: { directory: world.directory },
        shadowRoot: "open",
      }
      const files = { "/index.html": renderWagmiHtml(options), "/wagmi.js": await buildWagmiPage() }
      const page = await visitor.visit({ files })
      const modal = getModalViews(page)
      const text = (id: string) => page.locator(`#${id}`).innerText()
      await page.locator("#status").waitFor()

      const closed = act(page, "connect")
      await modal.row().waitFor()
      await modal.button("Close").click()
      expect(await closed).toBe("UserRejectedRequestError")

      const connecting = act(page, "connect")
      const prompt = await wallet.promptAfter(() => modal.row().click())
      await prompt.approve()
      expect(await connecting).toBe("done")
      await expect.poll(() => text("status")).toBe("connected")
      expect([await text("address"), await text("chain")]).toEqual([firstAccount, "Ethereum"])

      const present = [
        "balance",
        "block",
        "blockNumber",
        "blockTransactionCount",
        "gas",
        "fees",
        "gasPrice",
        "feeHistory",
        "transactionCount",
        "storage",
        "capabilities",
      ]
      for (const name of present) await expect.poll(() => read(page, name)).not.toBeNull()
      expect(await read(page, "chainId")).toBe(1)
      for (const name of ["bytecode", "call"]) await expect.poll(() => read(page, name)).toBe(true)
      const count = (name: string) =>
        page.evaluate((name) => Reflect.get(globalThis, "wagmi").value[name].length, name)
      for (const name of ["connections", "connectors"]) expect(await count(name)).toBe(1)
      expect(await read(page, "chains")).toHaveLength(2)
      const clients = ["config", "client", "publicClient", "walletClient", "connectorClient"]
      const areThere = (names: readonly string[]) =>
        page.evaluate(
          (names) => names.every((name) => typeof Reflect.get(globalThis, "wagmi").value[name] === "object"),
          names,
        )
      await expect.poll(() => areThere(clients)).toBe(true)

      await page.bringToFront()
      const signed = act(page, "signMessage", "Hello from wagmi")
      await modal.text("Hello from wagmi").waitFor()
      const signing = await wallet.promptAfter(() => modal.button("Continue").click())
      await signing.approve()
      expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
      await expect.poll(() => read(page, "verified")).toBe(true)

      await page.bringToFront()
      const declined = act(page, "signTypedData", {
        domain: { name: "Shop", chainId: 1 },
        types: { Order: [{ name: "note", type: "string" }] },
        primaryType: "Order",
        message: { note: "One order" },
      })
      await modal.text("One order").first().waitFor()
      await modal.button("Reject").click()
      expect(await declined).toBe("UserRejectedRequestError")

      const sent = act(page, "send", "7")
      await modal.heading("Review request").waitFor()
      const sending = await wallet.promptAfter(() => modal.button("Continue").click())
      await sending.approve()
      expect(await sent).toMatch(/^0x[0-9a-f]{64}$/)
      for (const name of ["transaction", "receipt", "waited"])
        await expect.poll(() => read(page, name)).not.toBeNull()

      await wallet.setSmartAccount(true)
      await page.bringToFront()
      const batched = act(page, "sendCalls", ["1", "2"])
      await modal.heading("Review request").waitFor()
      const batching = await wallet.promptAfter(() => modal.button("Continue").click())
      await batching.approve()
      expect(await batched).toMatch(/^0x/)
      await expect.poll(() => read(page, "callsStatus")).toMatchObject({ status: "success", atomic: true })
      await wallet.setSmartAccount(false)

      await page.bringToFront()
      const switched: { answer?: Promise<unknown> } = {}
      const switching = await wallet.promptAfter(async () => {
        switched.answer = act(page, "switchChain", 137)
      })
      expect(await switching.text()).toContain("Polygon (137)")
      await switching.approve()
      expect(await switched.answer).toBe("done")
      await expect.poll(() => text("chain")).toBe("Polygon")
      await wallet.selectChain(1)
      await expect.poll(() => text("chain")).toBe("Ethereum")

      await page.reload()
      await expect.poll(() => text("status")).toBe("connected")
      expect(await text("address")).toBe(firstAccount)
      expect(await modal.dialog.count()).toBe(0)
      expect(await act(page, "disconnect")).toBe("done")
      await expect.poll(() => text("status")).toBe("disconnected")
      await page.reload()
      await page.locator("#status").waitFor()
      await expect.poll(() => text("status")).toBe("disconnected")
    },
  )
})

describe("page that a server renders from wagmi's cookie", () => {
  story(
    "renders a returning visitor's account on the server, keeps it, and signs",
    { tags: "full", timeout: 120_000 },
    async ({ visitor, wallet, world }) => {
      const { ethereum, polygon } = makeStoryNetworks(world)
      const options = {
        projectId: world.projectId,
        networks: [ethereum, polygon],
        endpoints: { directory: world.directory },
        shadowRoot: "open",
      }
      const app = await buildServedApp(servedWagmiApp)
      const rendered: string[] = []
      const renderPage = (cookies: string | null) => {
        const body = app.render(options, cookies)
        rendered.push(body)
        return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>wagmi on a server</title>
    <link rel="icon" href="data:,">
    <script type="module" src="/client.js"></script>
  </head>
  <body>${body}</body>
</html>
`
      }
      try {
        const page = await visitor.visit({ files: { "/index.html": renderPage, "/client.js": app.client } })
        const complaints: string[] = []
        page.on("console", (line) => {
          if (line.type() === "error") complaints.push(line.text())
        })
        const modal = getModalViews(page)
        const text = (id: string) => page.locator(`#${id}`).innerText()
        await page.getByRole("button", { name: "Connect", exact: true }).click()
        const prompt = await wallet.promptAfter(() => modal.row().click())
        await prompt.approve()
        await expect.poll(() => text("status")).toBe("connected")
        expect(rendered.at(-1)).toContain("disconnected")

        await page.addInitScript(() => {
          const shown: string[] = []
          Object.assign(globalThis, { shown })
          const look = () => {
            const now = document.querySelector("#address")?.textContent
            if (now && shown.at(-1) !== now) shown.push(now)
            requestAnimationFrame(look)
          }
          look()
        })
        await page.reload()
        await expect.poll(() => text("status")).toBe("connected")
        expect(rendered.at(-1)).toContain(firstAccount)
        expect(rendered.at(-1)).toContain("Ethereum")
        // It is recorded in the next frame.
        await expect.poll(() => page.evaluate(() => Reflect.get(globalThis, "shown"))).toEqual([firstAccount])
        expect(complaints).toEqual([])

        await page.getByRole("button", { name: "Sign" }).click()
        await modal.text("Hello from wagmi").waitFor()
        const signing = await wallet.promptAfter(() => modal.button("Continue").click())
        await signing.approve()
        await expect.poll(() => page.locator("output").innerText()).toMatch(/^0x[0-9a-f]{130}$/)
      } finally {
        await app.remove()
      }
    },
  )
})
