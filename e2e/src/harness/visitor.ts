import type { BrowserContext, Page } from "playwright-core"
import { expect } from "vitest"
import type { HostOptions, Site } from "./site.ts"

/** A user that visits pages. The test fails on uncaught errors in any of them. */
export interface Visitor {
  /** Opens a host at its own origin. `before` runs while the page is still blank; `query` begins with `?`. */
  readonly visit: (
    host: HostOptions,
    before?: (page: Page) => Promise<unknown>,
    query?: string,
  ) => Promise<Page>
  /** Adds a page opened by another one: it is checked and closed like the rest. */
  readonly follow: (page: Page) => void
  /** Returns the accessibility tree of each page, for the report of a failed test. */
  readonly describe: () => Promise<string>
  readonly leave: () => Promise<void>
}

export const makeVisitor = (context: BrowserContext, site: Site): Visitor => {
  const pages: Page[] = []
  const thrown: string[] = []
  const follow = (page: Page) => {
    pages.push(page)
    // Uncaught errors and unhandled rejections.
    page.on("pageerror", (error) => thrown.push(String(error.stack ?? error)))
  }
  return {
    follow,
    visit: async (host, before, query = "") => {
      const page = await context.newPage()
      follow(page)
      await before?.(page)
      await page.goto(`${site.host(host)}${query}`)
      return page
    },
    describe: async () => {
      const open = pages.filter((page) => !page.isClosed())
      return (await Promise.all(open.map((page) => page.locator(":root").ariaSnapshot()))).join("\n")
    },
    leave: async () => {
      await Promise.all(pages.map((page) => page.close()))
      expect(thrown, "errors thrown into the host page").toEqual([])
    },
  }
}
