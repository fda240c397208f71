import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews, walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import type { TestWorld } from "../harness/testWorld.ts"

interface Listed {
  readonly id: string
  readonly name: string
}

/** Returns wallets of the world's directory, in its order. */
const fetchListed = async ({ directory, projectId }: TestWorld): Promise<readonly Listed[]> => {
  const response = await fetch(`${directory}/getWallets?projectId=${projectId}&page=1&entries=4`)
  const { data }: { readonly data: readonly Listed[] } = await response.json()
  return data
}

/** Holds the directory's answers back. */
const holdDirectory = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    release: resolve,
    install: (page: Page) =>
      page.route("**/getWallets?**", async (route) => {
        await promise
        await route.continue()
      }),
  }
}

/** Records how far content moves by itself from now on. */
const recordShifts = (page: Page) =>
  page.evaluate(() => {
    const shifts: number[] = []
    Reflect.set(globalThis, "shifts", shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ("value" in entry) shifts.push(Number(entry.value))
    }).observe({ type: "layout-shift" })
  })
const readShifts = (page: Page) => page.evaluate(() => Reflect.get(globalThis, "shifts"))

/** Returns the places of the list: the top and the name of each row, `null` for one that is kept free. */
const readPlaces = (page: Page) =>
  page
    .getByRole("dialog")
    .getByRole("list", { name: "Wallets" })
    .evaluate((list) =>
      [...list.children].map((place) => ({
        top: place.getBoundingClientRect().top,
        name: place.querySelector(".row-title")?.textContent ?? null,
      })),
    )

const custom = { id: "own", name: "Own Wallet", homepage: "https://own.example" }

describe("places of the wallet list", () => {
  for (const { order, connectorOrder, expected } of [
    {
      order: "the default order",
      connectorOrder: undefined,
      expected: ["WalletConnect", walletName, "first", "second", custom.name],
    },
    {
      order: "the page's order",
      connectorOrder: ["featured", "custom", "injected", "walletConnect"],
      expected: ["first", "second", custom.name, walletName, "WalletConnect"],
    },
  ] as const)
    story(
      `keeps the rows still, in ${order}, when the directory answers late at the first opening`,
      async ({ visitor, world }) => {
        const [first, second] = await fetchListed(world)
        if (first === undefined || second === undefined) throw new Error("The directory lists no wallets.")
        const names = expected.map((name) =>
          name === "first" ? first.name : name === "second" ? second.name : name,
        )
        const featuredWallets = [first.id, second.id]
        const options = {
          preload: "intent",
          featuredWallets,
          customWallets: [custom],
          ...(connectorOrder && { connectorOrder }),
        }
        const directory = holdDirectory()
        const page = await visitor.visit(
          makeHostPage(world, { chains: ["evm", "solana", "bitcoin"], relay: true, options }),
          directory.install,
        )
        const modal = getModalViews(page)
        await modal.connectButton.click()
        await modal.row().waitFor()
        await modal.row(custom.name).waitFor()
        const before = await readPlaces(page)
        const known = (name: string) => name !== first.name && name !== second.name
        expect(before.map(({ name }) => name)).toEqual(names.map((name) => (known(name) ? name : null)))
        await recordShifts(page)
        directory.release()
        await modal.row(second.name).waitFor()
        const after = await readPlaces(page)
        expect(after).toEqual(before.map(({ top }, at) => ({ top, name: names[at] })))
        expect(await readShifts(page)).toEqual([])
      },
    )

  story(
    "closes free places when the directory fails, but not while a pointer is over the rows",
    async ({ visitor, wallet, world }) => {
      const options = {
        preload: "intent",
        featuredWallets: ["a".repeat(64)],
        connectorOrder: ["featured", "injected"],
      }
      const failing = Promise.withResolvers<void>()
      const page = await visitor.visit(makeHostPage(world, { options }), (blank) =>
        blank.route("**/getWallets?**", async (route) => {
          await failing.promise
          await route.fulfill({ status: 404, body: "" })
        }),
      )
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row().hover()
      const [free, row] = await readPlaces(page)
      expect([free?.name, row?.name]).toEqual([null, walletName])
      await recordShifts(page)
      failing.resolve()
      const list = modal.dialog.getByRole("list", { name: "Wallets" })
      await expect
        .poll(() => list.evaluate(({ children: [place] }) => place && getComputedStyle(place).visibility))
        .toBe("hidden")
      expect((await readPlaces(page))[1]).toEqual(row)
      expect(await readShifts(page)).toEqual([])

      // What a press in the frame in which the row moves would reach.
      await list.evaluate((rows) => {
        new MutationObserver(() => {
          const { left, top } = rows.getBoundingClientRect()
          const root = rows.getRootNode()
          const hit = root instanceof ShadowRoot ? root.elementFromPoint(left + 20, top + 20) : null
          Reflect.set(globalThis, "reached", hit?.closest("button")?.textContent ?? null)
        }).observe(rows, { childList: true })
      })
      await page.mouse.move(1, 1)
      await expect.poll(async () => (await readPlaces(page)).length).toBe(1)
      expect(await readPlaces(page)).toEqual([{ top: free?.top, name: walletName }])
      expect(await page.evaluate(() => Reflect.get(globalThis, "reached"))).toBe(null)
      // Presses count again once the row has stood still.
      const prompt = await wallet.promptAfter(() => modal.row().click())
      await prompt.decline()
    },
  )
})
