import type { Route } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

describe("the list of all wallets", () => {
  story(
    "goes on as it is scrolled, with its pictures there before it, and is searched",
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
      // Four are recommended, and forty make a page.
      expect(await tiles.count()).toBe(44)
      // None of them twice: what is shown is what has come.
      expect(pictures).toHaveLength(44)
      expect(new Set(pictures).size).toBe(44)
      const last = await tiles.last().innerText()

      /** What stood last in the list when the first picture of the next page was asked for. */
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
