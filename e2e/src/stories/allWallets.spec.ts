import type { Route } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

describe("list of all wallets", () => {
  story(
    "loads while scrolling, prefetches images, and finds wallets by search",
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world, { relay: true }))
      const lists: URLSearchParams[] = []
      const pictures: string[] = []
      page.on("request", (request) => {
        const { pathname, searchParams } = new URL(request.url())
        if (pathname.endsWith("/getWallets")) lists.push(searchParams)
        if (pathname.includes("/getWalletImage/")) pictures.push(pathname)
      })
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.button("All wallets").click()
      const tiles = modal.dialog.getByRole("list", { name: "Wallets" }).getByRole("button")
      await tiles.first().waitFor()
      // Four are recommended, and a page has forty.
      await expect.poll(() => tiles.count()).toBe(44)
      // No duplicates: all received wallets are shown.
      await expect.poll(() => pictures.length).toBe(44)
      expect(new Set(pictures).size).toBe(44)
      const last = await tiles.last().innerText()

      /** The last wallet in the list at the first image request of the next page. */
      const seen = Promise.withResolvers<string>()
      const note = async (route: Route) => {
        seen.resolve(await tiles.last().innerText())
        await route.continue()
      }
      await page.route("**/getWalletImage/**", note, { times: 1 })
      await tiles.last().scrollIntoViewIfNeeded()
      expect(await seen.promise).toBe(last)
      await expect.poll(() => tiles.last().innerText()).not.toBe(last)
      expect(lists.map((query) => [query.get("page"), query.get("entries")])).toEqual([
        ["1", "4"],
        ["1", "40"],
        ["2", "40"],
      ])

      await modal.dialog.getByRole("searchbox").fill("  foxglove ")
      await expect.poll(() => tiles.allInnerTexts()).toEqual(["Foxglove Key"])
      expect(lists.at(-1)?.get("search")).toBe("foxglove")
      expect(lists.at(-1)?.get("entries")).toBe("100")
      await tiles.first().click()
      await modal.heading("Foxglove Key").waitFor()
    },
  )
})
