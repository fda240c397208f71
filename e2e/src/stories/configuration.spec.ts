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

describe("theme of a host", () => {
  story("writes on any accent in the colour with more contrast", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    await getModalViews(page).connectButton.waitFor()
    const seen = await page.evaluate(() => {
      const button = document.querySelector("wmodal-button")?.shadowRoot?.querySelector("button")
      const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
      if (!button || !canvas) return []
      const greys = Array.from({ length: 256 }, (_, level) => `rgb(${level} ${level} ${level})`)
      return ["#143cb4", "#ffd23c", "red", "oklch(70% 0.16 262)", ...greys].map((accent) => {
        globalThis.modals[0]?.setThemeVariables({ accent })
        const [text = [], background = []] = [getComputedStyle(button).color, accent].map((color) => {
          canvas.fillStyle = color
          canvas.fillRect(0, 0, 1, 1)
          return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
        })
        return { accent, text, background }
      })
    })
    const getLuminance = (channels: readonly number[]) => {
      const [red = 0, green = 0, blue = 0] = channels
        .map((channel) => channel / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
    const [white, ink] = [
      [255, 255, 255],
      [16, 20, 31],
    ]
    expect(seen).toHaveLength(260)
    for (const { accent, background, text } of seen) {
      const contrasts = [white, ink].map((color) => {
        const [light = 0, dark = 0] = [getLuminance(color), getLuminance(background)].toSorted(
          (a, b) => b - a,
        )
        return (light + 0.05) / (dark + 0.05)
      })
      const [onWhite = 0, onInk = 0] = contrasts
      expect({ accent, text }).toEqual({ accent, text: onWhite > onInk ? white : ink })
    }
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
