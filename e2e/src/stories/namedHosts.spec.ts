import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page, Route } from "playwright-core"
import { describe, expect, it } from "vitest"
import * as z from "zod/mini"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, getModalViews } from "../harness/modal.ts"
import { paths } from "../harness/paths.ts"
import { startRedirect } from "../harness/redirects.ts"
import { story } from "../harness/story.ts"
import { getBalance, type TestWorld } from "../harness/testWorld.ts"

const tracker = "https://tracker.example"

const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
)

const isBalance = (url: URL) => /\/v1\/account\/[^/]+\/balance/.test(url.pathname)
const isHistory = (url: URL) => /\/v1\/account\/[^/]+\/history/.test(url.pathname)

/** Replaces each picture of a response by one of the tracker. */
const toTracked = (value: unknown, name = ""): unknown => {
  if (Array.isArray(value)) return value.map((member) => toTracked(member))
  if (typeof value === "string" && /^(iconUrl|logoUri|avatar|url)$/.test(name))
    return `${tracker}/${name}.png`
  return typeof value === "object" && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toTracked(member, key)]))
    : value
}

const track = async (route: Route) => {
  const response = await route.fetch()
  await route.fulfill({ response, json: toTracked(await response.json()) })
}

/** Records the hosts that a page asks, and answers for the tracker. */
const watchHosts = (hosts: string[]) => async (page: Page) => {
  page.on("request", (request) => {
    const { host, protocol } = new URL(request.url())
    if (/^(https?|wss?):$/.test(protocol)) hosts.push(host)
  })
  await page.route(isBalance, track)
  await page.route(isHistory, track)
  await page.route(`${tracker}/**`, (route) =>
    route.fulfill({ body: pixel, contentType: "image/png", headers: { "access-control-allow-origin": "*" } }),
  )
}

const trackedWallet = `
announce({ uuid: "00000000-0000-4000-8000-000000000001", name: "Tracked", icon: "${tracker}/wallet.png", rdns: "tracked.example" },
  { request: () => new Promise(() => {}), on() {}, removeListener() {} })
`

const getNamedHosts = (page: Page, { blockchain, directory }: TestWorld) =>
  [new URL(page.url()).host, new URL(blockchain).host, new URL(directory).host] as readonly string[]

describe("pictures", () => {
  story(
    "loads nothing from a host that the page has not named, over a whole visit",
    async ({ visitor, wallet, world }) => {
      const hosts: string[] = []
      const page = await visitor.visit(makeHostPage(world, { before: trackedWallet }), watchHosts(hosts))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row("Tracked").waitFor()
      await modal.button("All wallets").click()
      await modal.dialog.locator("img.picture").first().waitFor()
      await modal.button("Close").click()
      await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.listItem("10,000.00 ETH").waitFor()
      await modal.tab("Activity").click()
      await modal.listItem("Mock Collectible").first().waitFor()
      await modal.tab("NFTs").click()
      const tile = modal.button("Load picture from tracker.example").first()
      await tile.waitFor()
      const named = getNamedHosts(page, world)
      expect([...new Set(hosts)].filter((host) => !named.includes(host))).toEqual([])

      // The user decides, by keyboard, and the focus stays where it was.
      await tile.focus()
      await page.keyboard.press("Enter")
      const list = modal.dialog.getByRole("list", { name: "NFTs" })
      await list.locator('img[src^="data:image/png"]').first().waitFor()
      expect(hosts.filter((host) => host === "tracker.example")).toHaveLength(1)
      expect(
        await list
          .locator("figure")
          .first()
          .evaluate((figure) => figure.matches(":focus")),
      ).toBe(true)
    },
  )

  story(
    "loads pictures of a named host, unless it redirects",
    { tags: "full" },
    async ({ visitor, world }) => {
      const redirect = await startRedirect((_, response) =>
        response.writeHead(200, { "content-type": "image/png" }).end(pixel),
      )
      const icon = (name: string, url: string, index: number) =>
        trackedWallet
          .replace("Tracked", name)
          .replace("tracked.example", `${name.toLowerCase()}.example`)
          .replace("000000000001", `00000000000${index}`)
          .replace(`${tracker}/wallet.png`, url)
      const before = `${icon("Direct", `${redirect.elsewhere}/a.png`, 2)}${icon("Pointing", `${redirect.named}/b.png`, 3)}`
      const visit = async (imageHosts: readonly string[]) => {
        const modal = getModalViews(
          await visitor.visit(makeHostPage(world, { before, options: { imageHosts } })),
        )
        await modal.connectButton.click()
        return modal
      }
      try {
        const both = await visit([new URL(redirect.named).host, new URL(redirect.elsewhere).host])
        await both.row("Direct").locator('img[src^="data:image/png"]').waitFor()
        expect(await both.row("Pointing").locator("img").count()).toBe(0)
        expect(redirect.received.toSorted()).toEqual(["elsewhere GET ", "named GET "])
        const one = await visit([new URL(redirect.named).host])
        await one.row("Pointing").waitFor()
        await one.row("Pointing").locator("[data-loading]").waitFor({ state: "detached" })
        expect(redirect.received.filter((line) => line.startsWith("elsewhere"))).toHaveLength(1)
      } finally {
        redirect.close()
      }
    },
  )
})

describe("redirects", () => {
  story("asks the next node when a page's node points elsewhere", async ({ visitor, wallet, world }) => {
    const redirect = await startRedirect((_, response) =>
      response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}'),
    )
    try {
      const page = await visitor.visit(
        makeHostPage(world, { options: { customRpcUrls: { "eip155:1": [redirect.named] } } }),
      )
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.listItem("10,000.00 ETH").waitFor()
      expect(redirect.received.length).toBeGreaterThan(0)
      expect(redirect.received.filter((line) => line.startsWith("elsewhere"))).toEqual([])
    } finally {
      redirect.close()
    }
  })

  story(
    "sends no transaction of the terminal to where its node points",
    { tags: "full" },
    async ({ shell, world }) => {
      const payee = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
      const redirect = await startRedirect((_, response) => response.end("{}"))
      try {
        expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
        const before = await getBalance(world, 1, payee)
        const words = `send 1 ETH ${payee} --confirm ${payee} --rpc eip155:1=${redirect.named} --yes --json`
        const { code } = await shell.run(words.split(" "))
        expect(redirect.received.filter((line) => line.startsWith("elsewhere"))).toEqual([])
        expect(redirect.received.some((line) => line.startsWith("named POST"))).toBe(true)
        const paid = (await getBalance(world, 1, payee)) - before
        expect(paid).toBe(code === 0 ? 10n ** 18n : 0n)
      } finally {
        redirect.close()
      }
    },
  )

  it("finds no fetch that follows redirects in the bundled WalletConnect client", () => {
    const code = readFileSync(join(paths.root, "libs/walletconnect/dist/openRelayClient.js"), "utf8")
    const own = z.array(z.string()).parse(code.match(/globalThis\.fetch\([^)]*\)/g))
    expect(own).toHaveLength(1)
    expect(own[0]).toContain('redirect: "error"')
    expect(code).toMatch(/^var fetch = /m)
  })
})
