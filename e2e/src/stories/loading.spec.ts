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

/** The chunk of the connected wallet's views. */
const walletChunk = /\/cdn\/wallet-/
/** The chunk of the account's view and of the flows. */
const accountChunk = /\/cdn\/account-/
/** The chunk of the network views, and that of the Solana and Bitcoin wallets. */
const networkChunk = /\/cdn\/network-/
const chainChunk = /\/cdn\/standard-/

const onIntent = { options: { preload: "intent" } }

const hideButtons = `
  const style = document.createElement("style")
  style.textContent = "wmodal-button, wmodal-network-button { display: none }"
  document.documentElement.append(style)`

const saveData = `Object.defineProperty(navigator, "connection", { value: { saveData: true } })`

/** A wallet whose icon is on another host. */
const remoteWallet = { id: "remote", name: "Remote Wallet", imageUrl: "https://images.example/wallet.png" }

const getEngineState = (page: Page) => page.evaluate(() => globalThis.modals[0]?.getState().engine)

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
    const page = await visitor.visit(makeHostPage(world, onIntent), async (blank) => {
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
    const page = await visitor.visit(makeHostPage(world, onIntent), async (blank) => {
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
      const page = await visitor.visit(makeHostPage(world, onIntent))
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

  story("loads when a button is seen, and sends no request to another host", async ({ visitor, world }) => {
    const seen: { requests?: URL[] } = {}
    const page = await visitor.visit(
      makeHostPage(world, { relay: true, secureSite: true, options: { customWallets: [remoteWallet] } }),
      async (blank) => {
        seen.requests = recordRequests(blank)
      },
    )
    await expect.poll(() => getEngineState(page)).toBe("ready")
    // The first view is drawn before it opens.
    await page.locator("dialog").getByText(remoteWallet.name).waitFor({ state: "attached" })
    await page.waitForLoadState("networkidle")
    expect(seen.requests?.filter(({ origin }) => origin !== new URL(page.url()).origin)).toEqual([])
    expect(await getModalViews(page).dialog.count()).toBe(0)
  })

  for (const [reason, host] of [
    ["the option is intent", onIntent],
    ["no button can be seen", { before: hideButtons }],
    ["the user saves data", { before: saveData }],
  ] as const)
    story(
      `loads nothing by itself when ${reason}`,
      toTestTags(host === onIntent),
      async ({ visitor, world }) => {
        const page = await visitor.visit(makeHostPage(world, host))
        await page.waitForLoadState("networkidle")
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(null))))
        expect(await getEngineState(page)).toBe("idle")
      },
    )

  story("moves nothing when the directory answers", async ({ visitor, world }) => {
    const held: { release?: () => void } = {}
    const released = new Promise<void>((resolve) => {
      held.release = resolve
    })
    const page = await visitor.visit(makeHostPage(world, { relay: true }), (blank) =>
      blank.route(/\/getWallets\?/, async (route) => {
        await released
        await route.continue()
      }),
    )
    const modal = getModalViews(page)
    await expect.poll(() => getEngineState(page)).toBe("ready")
    await modal.connectButton.click()
    await modal.row().waitFor()
    await page.waitForFunction(() => document.getAnimations().length === 0)
    const all = modal.button(/All wallets/)
    const before = await all.boundingBox()
    held.release?.()
    await modal.button(/All wallets.*\d/s).waitFor()
    expect(await all.boundingBox()).toEqual(before)
  })

  for (const motion of ["no-preference", "reduce"] as const)
    story(
      `opens within 150 ms of its first frame, and moves nothing after it, with prefers-reduced-motion: ${motion}`,
      toTestTags(motion === "reduce"),
      async ({ visitor, world }) => {
        const page = await visitor.visit(makeHostPage(world))
        await page.emulateMedia({ reducedMotion: motion })
        const modal = getModalViews(page)
        await expect.poll(() => getEngineState(page)).toBe("ready")
        // Drawn in advance, and past the frame in which its observers see that it has closed again.
        await page.locator("dialog").getByText("wmodal Dev Wallet").waitFor({ state: "attached" })
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        )
        const devtools = await page.context().newCDPSession(page)
        const ends: Record<string, number> = {}
        devtools.on("Animation.animationStarted", ({ animation: { name, source } }) => {
          if (source !== undefined) ends[name] = Math.max(ends[name] ?? 0, source.delay + source.duration)
        })
        await devtools.send("Animation.enable")
        await page.evaluate(() => {
          const shifts: number[] = []
          Reflect.set(globalThis, "shifts", shifts)
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if ("value" in entry) shifts.push(Number(entry.value))
          }).observe({ type: "layout-shift" })
        })
        await modal.connectButton.click()
        await modal.row().waitFor()
        await expect.poll(() => getFocused(page)).toMatchObject({ name: "Connect Wallet", inside: true })
        await expect.poll(() => Object.keys(ends)).toContain("appear")
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(null))))
        // A row that has not loaded breathes for as long as it takes.
        const { breathe: _, ...opening } = ends
        // The longest is the header text's.
        expect(Math.max(...Object.values(opening))).toBeLessThanOrEqual(120)
        expect("arrive" in opening).toBe(motion === "no-preference")
        expect(await page.evaluate(() => Reflect.get(globalThis, "shifts"))).toEqual([])
      },
    )

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
    expect(await modal.button("Reload the page").count()).toBe(0)
    await modal.button("Try again").click()
    await modal.text("Something did not load").waitFor()
    await page.unrouteAll()
    await modal.button("Try again").click()
    await modal.button(/Polygon/).waitFor()
  })

  // A browser that keeps failed imports fails at each further press as well.
  story("offers to reload the page when a view cannot be loaded again", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world), (blank) =>
      blank.route(networkChunk, (route) => route.abort()),
    )
    const modal = getModalViews(page)
    await modal.networkButton("Select Network").click()
    await modal.button("Try again").click()
    await modal.button("Reload the page").waitFor()
    await page.unrouteAll()
    await modal.button("Reload the page").click()
    await page.waitForLoadState()
    await modal.networkButton("Select Network").click()
    await modal.button(/Polygon/).waitFor()
  })

  story("offers to reload the page when the engine cannot be loaded again", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world), (blank) =>
      blank.route(engineChunk, (route) => route.abort()),
    )
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await page.getByRole("button", { name: "Could not load. Try again" }).click()
    const stuck = page.getByRole("button", { name: "Could not load. Reload the page" })
    await stuck.waitFor()
    await page.unrouteAll()
    await stuck.click()
    await modal.connectButton.click()
    await modal.row().waitFor()
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
        blank.route(accountChunk, (route) => {
          seen.requests += 1
          return route.abort()
        }),
      )
      const modal = await connectWallet(page, wallet)
      await page.evaluate(() => globalThis.modals[0]?.open("WalletSend"))
      await modal.text("Something did not load").first().waitFor()
      // A render loop would have sent further requests by the time that another view has loaded.
      await modal.button("Close").click()
      await modal.networkButton("Ethereum").click()
      await modal.button(/Polygon/).waitFor()
      await modal.button("Close").click()
      // The view, its messages and the flows are in this chunk: concurrent imports are one request, others one each.
      expect(seen.requests).toBeLessThanOrEqual(3)
      await page.evaluate(() => globalThis.modals[0]?.open("WalletSend"))
      await modal.text("Something did not load").first().waitFor()
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
      const solanaPage = makeHostPage(world, { chains: ["solana"], networks: ["solana"] })
      const page = await visitor.visit(solanaPage, (blank) =>
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
