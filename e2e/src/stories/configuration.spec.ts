import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

describe("configuration errors of a host", () => {
  story("shows 'Project ID Not Configured' without a project id", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world, { options: { projectId: "" } }))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.text("Project ID Not Configured").waitFor()
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().optionsErrors)).toEqual([
      expect.objectContaining({ text: expect.stringContaining("Project ID Not Configured") }),
    ])
  })

  story("shows 'Adapter not found' without a chain", { tags: "full" }, async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world, { chains: [] }))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.text("Adapter not found").waitFor()
  })

  story("shows 'Network Not Found' without a network", { tags: "full" }, async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world, { networks: [] }))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.text("Network Not Found").waitFor()
  })

  story(
    "warns the developer of a duplicate network, and keeps working",
    { tags: "full" },
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world, { networks: ["ethereum", "ethereum", "polygon"] }))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row().waitFor()
      // The text is loaded lazily.
      await expect
        .poll(() => page.evaluate(() => globalThis.modals[0]?.getState().optionsErrors))
        .toEqual([expect.objectContaining({ text: expect.stringContaining("Duplicate network") })])
    },
  )

  story("throws no exception for invalid options", async ({ visitor, world }) => {
    const page = await visitor.visit(
      makeHostPage(world, {
        options: {
          projectId: 7,
          networks: "mainnet",
          endpoints: [],
          features: 3,
          themeVariables: { accent: {} },
        },
      }),
    )
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.dialog.waitFor()
    // The text is loaded lazily.
    await expect
      .poll(() => page.evaluate(() => globalThis.modals[0]?.getState().optionsErrors.length))
      .toBeGreaterThan(0)
  })
})

describe("invalid calls of a host", () => {
  story("returns an outcome, never an exception", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    await connectWallet(page, wallet)
    const outcomes = await page.evaluate(async () => {
      const modal = globalThis.modals[0]
      if (modal === undefined) return []
      // Types forbid these values, but untyped scripts can pass them.
      const loose: Record<string, (value: unknown) => unknown> = Object(modal)
      for (const value of [null, 7, {}, "NoSuchView"]) {
        loose["open"]?.(value)
        modal.close()
        loose["setThemeMode"]?.(value)
        loose["getProvider"]?.(value)
      }
      return Promise.all([null, 7, {}, "nonsense", "eip155:"].map((value) => loose["switchNetwork"]?.(value)))
    })
    expect(outcomes).toHaveLength(5)
    for (const outcome of outcomes) expect(outcome).toMatchObject({ ok: false })
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().status)).toBe("connected")
  })
})
