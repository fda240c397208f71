import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { getFocused } from "../harness/keyboard.ts"
import { measureClickToRow } from "../harness/measureClickToRow.ts"
import { connectWallet, getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import { toTestTags } from "../harness/testTags.ts"
import { isReact, recordWeight, sumGzip } from "../harness/weight.ts"

/** Limits in gzipped bytes. */
const maxBytesBeforeIntent = 5_000
const maxBytesUntilInteractive = 60_000

/** The chunk that is loaded on intent. */
const engineChunk = /\/cdn\/engine-/

/** The chunk of the connected wallet's view. */
const walletChunk = /\/cdn\/WalletView-/
const flowsChunk = /\/cdn\/openFlows-/
/** The chunk of the network views and of the EVM wallets. */
const networkChunk = /\/cdn\/network-/
const chainChunk = /\/cdn\/module-/

const recordRequests = (page: Page) => {
  const urls: URL[] = []
  page.on("request", (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith("http")) urls.push(url)
  })
  return urls
}

describe("two-stage loading", () => {
  story("sends no request before intent", async ({ visitor, world }) => {
    const seen: { requests?: URL[]; scales?: ReturnType<typeof recordWeight> } = {}
    const page = await visitor.visit(makeHostPage(world), async (blank) => {
      seen.requests = recordRequests(blank)
      seen.scales = recordWeight(blank)
    })
    await getModalViews(page).connectButton.waitFor()
    await page.waitForLoadState("networkidle")
    const elsewhere = seen.requests?.filter(({ origin }) => origin !== new URL(page.url()).origin)
    expect(elsewhere).toEqual([])
    const weighed = (await seen.scales?.read()) ?? []
    expect(weighed.length).toBeGreaterThan(0)
    expect(sumGzip(weighed)).toBeLessThanOrEqual(maxBytesBeforeIntent)
  })

  story("loads at most 60 kB without React until Connect is interactive", async ({ visitor, world }) => {
    const seen: { scales?: ReturnType<typeof recordWeight> } = {}
    const page = await visitor.visit(makeHostPage(world), async (blank) => {
      seen.scales = recordWeight(blank)
    })
    await getModalViews(page).connectButton.waitFor()
    const { at } = await measureClickToRow(page)
    const weighed = ((await seen.scales?.read()) ?? []).filter(({ requestedAt }) => requestedAt <= at)
    expect(weighed.filter(isReact)).toHaveLength(1)
    expect(sumGzip(weighed.filter((one) => !isReact(one)))).toBeLessThanOrEqual(maxBytesUntilInteractive)
  })

  for (const intent of ["hover", "focus", "pointer down"] as const) {
    story(`starts loading on ${intent}`, toTestTags(intent === "hover"), async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { connectButton, dialog } = getModalViews(page)
      await connectButton.waitFor()
      const loaded = page.waitForResponse((response) => isReact({ path: new URL(response.url()).pathname }))
      if (intent === "hover") await connectButton.hover()
      if (intent === "focus") await connectButton.focus()
      if (intent === "pointer down") await connectButton.dispatchEvent("pointerdown")
      await loaded
      expect(await dialog.count()).toBe(0)
    })
  }

  story("keeps a click from before the engine is loaded", async ({ visitor, world }) => {
    const held: { release?: () => void } = {}
    const released = new Promise<void>((resolve) => {
      held.release = resolve
    })
    const page = await visitor.visit(makeHostPage(world), (blank) =>
      blank.route(engineChunk, async (route) => {
        await released
        await route.continue()
      }),
    )
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await page.getByRole("button", { name: "Loading…" }).waitFor()
    expect(await modal.dialog.count()).toBe(0)
    held.release?.()
    await modal.row().waitFor()
  })

  story("shows an error and a retry when a view cannot be loaded", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world), (blank) =>
      blank.route(networkChunk, (route) => route.abort()),
    )
    const modal = getModalViews(page)
    await modal.networkButton("Select Network").click()
    await modal.text("Something did not load").waitFor()
    await modal.button("Try again").click()
    await modal.text("Something did not load").waitFor()
    await page.unrouteAll()
    await modal.button("Try again").click()
    await modal.button(/Polygon/).waitFor()
  })

  story(
    "keeps heading and focus while a view's texts load",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const held: { release?: () => void } = {}
      const released = new Promise<void>((resolve) => {
        held.release = resolve
      })
      const page = await visitor.visit(makeHostPage(world), (blank) =>
        blank.route(walletChunk, async (route) => {
          await released
          await route.abort()
        }),
      )
      const modal = await connectWallet(page, wallet)
      const headingIs = async (name: string) => {
        await modal.dialog.getByRole("heading", { level: 1, name, exact: true }).waitFor()
        await expect.poll(() => getFocused(page)).toMatchObject({ name, inside: true })
      }
      await page.evaluate(() => globalThis.modals[0]?.open("WalletSend"))
      await headingIs("Loading…")
      held.release?.()
      await headingIs("Something did not load")
      await page.unrouteAll()
      await modal.button("Try again").click()
      await headingIs("Send")
    },
  )

  story(
    "requests the wallet's code once when it cannot be loaded, and again after Try again",
    async ({ visitor, wallet, world }) => {
      const seen: { requests: number } = { requests: 0 }
      const page = await visitor.visit(makeHostPage(world), (blank) =>
        blank.route(flowsChunk, (route) => {
          seen.requests += 1
          return route.abort()
        }),
      )
      const modal = await connectWallet(page, wallet)
      await page.evaluate(() => globalThis.modals[0]?.open("WalletSend"))
      await modal.text("Something did not load").waitFor()
      // A render loop would have sent further requests by the time that another view has loaded.
      await modal.button("Close").click()
      await modal.networkButton("Ethereum").click()
      await modal.button(/Polygon/).waitFor()
      await modal.button("Close").click()
      expect(seen.requests).toBe(1)
      await page.evaluate(() => globalThis.modals[0]?.open("WalletSend"))
      await modal.text("Something did not load").waitFor()
      await page.unrouteAll()
      await modal.button("Try again").click()
      await modal.heading("Send").waitFor()
      await modal.text("Something did not load").waitFor({ state: "detached" })
    },
  )

  story(
    "offers a retry, without reporting missing wallets, when their code cannot be loaded",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      expect(wallet).toBeDefined()
      const page = await visitor.visit(makeHostPage(world), (blank) =>
        blank.route(chainChunk, (route) => route.abort()),
      )
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.text("Something did not load").waitFor()
      expect(await modal.text("Not installed").count()).toBe(0)
      await page.unrouteAll()
      await modal.button("Try again").click()
      await modal.row().waitFor()
      expect(await modal.text("Something did not load").count()).toBe(0)
    },
  )

  story(
    "reports an engine that cannot be loaded on the button, and retries on the next click",
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world), (blank) =>
        blank.route(engineChunk, (route) => route.abort()),
      )
      const modal = getModalViews(page)
      await modal.connectButton.click()
      const failed = page.getByRole("button", { name: "Could not load. Try again" })
      await failed.waitFor()
      await page.unrouteAll()
      await failed.click()
      await modal.row().waitFor()
    },
  )
})
