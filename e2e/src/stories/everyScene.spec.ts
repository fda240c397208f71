import type { Page, Request } from "playwright-core"
import { describe, expect } from "vitest"
import { expectAccessible } from "../harness/expectAccessible.ts"
import { story } from "../harness/story.ts"

/** The scenes of `npm test`: a few of each kind. */
const quickScenes = [
  "connect-chains",
  "networks-chains",
  "review-solana-look-alike",
  "phone-code",
  "all-wallets",
  "sign-in",
  "email-code-wrong",
  "approve-transaction",
  "send-typed",
  "review",
  "swap-review-two-steps",
  "swap-stale",
  "request-transaction",
  "request-unlimited",
]

/** Number of tests that share the gallery's scenes. */
const testCount = 12

/** Opens the gallery's scenes one after the other. */
const checkScenes = async (page: Page, names: readonly string[]) => {
  const loading = new Set<Request>()
  page.on("request", (request) => request.resourceType() === "script" && loading.add(request))
  page.on("requestfinished", (request) => loading.delete(request))
  page.on("requestfailed", (request) => loading.delete(request))
  for (const name of names) {
    await page.goto(`${new URL(page.url()).origin}/?scene=${name}`)
    await page.getByRole("dialog").or(page.getByRole("region")).first().waitFor()
    // Lazy content is complete when no loading text is left, in the heading or in place of the view, whose late arrival
    // changes the card's height while axe looks.
    await page.getByRole("heading", { name: "Loading" }).waitFor({ state: "detached" })
    await page.locator(".waiting", { hasText: "Loading" }).waitFor({ state: "detached" })
    await expect.poll(() => loading.size).toBe(0)
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await expectAccessible(page, name)
  }
}

declare global {
  /** Names of the gallery's scenes. */
  var sceneNames: readonly string[]
}

describe("gallery scenes in both themes", () => {
  story("passes axe in one scene of each kind", { timeout: 90_000, tags: "full" }, async ({ visitor }) => {
    const page = await visitor.visit({ folder: "gallery" })
    expect(await page.evaluate(() => globalThis.sceneNames)).toEqual(expect.arrayContaining(quickScenes))
    await checkScenes(page, quickScenes)
  })

  for (let share = 0; share < testCount; share += 1)
    story(
      `passes axe: share ${share + 1} of ${testCount}`,
      { timeout: 180_000, tags: "full" },
      async ({ visitor }) => {
        const page = await visitor.visit({ folder: "gallery" })
        const names = await page.evaluate(() => globalThis.sceneNames)
        await checkScenes(
          page,
          names.filter((_, at) => at % testCount === share),
        )
      },
    )
})
