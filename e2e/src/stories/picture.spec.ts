import { copyFile, mkdir } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe } from "vitest"
import { launchBrowser } from "../harness/browser.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews } from "../harness/modal.ts"
import { paths } from "../harness/paths.ts"
import { story } from "../harness/story.ts"
import { openSwapping } from "../harness/swapViews.ts"
import { getExtensionWallet } from "../harness/wallet.ts"

const width = 440
const height = 720

/** Takes a picture of the dialog alone, over an empty page. */
const takePicture = async (page: Page, theme: "light" | "dark"): Promise<string> => {
  await page.evaluate((mode) => globalThis.modals[0]?.setThemeMode(mode), theme)
  await page.bringToFront()
  await page.mouse.move(0, 0)
  const main = page.locator("main")
  await main.evaluate((element) => element.setAttribute("hidden", ""))
  const png = await page.screenshot({ animations: "disabled" })
  await main.evaluate((element) => element.removeAttribute("hidden"))
  return `data:image/png;base64,${png.toString("base64")}`
}

describe("README picture", () => {
  story(
    "shows three views side by side, and replaces the one in docs when WMODAL_PICTURE=1",
    { tags: "full" },
    async ({ onTestFinished, outside, site, world }) => {
      const { context, close } = await launchBrowser({
        wallet: { blockchain: outside.blockchain, projectId: world.projectId },
        density: 2,
      })
      onTestFinished(close)
      const wallet = getExtensionWallet(context)
      const page = await context.newPage()
      await page.setViewportSize({ width, height })
      await page.goto(site.host(makeHostPage(world)))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row().waitFor()
      const list = await takePicture(page, "light")
      const prompt = await wallet.promptAfter(() => modal.row().click())
      await prompt.approve()
      await modal.accountButton().waitFor()
      await page.bringToFront()
      await modal.accountButton().click()
      await modal.text("10,000.00 ETH").waitFor()
      const account = await takePicture(page, "dark")

      const { compose } = await openSwapping(page)
      await compose({ to: "Mock USD Coin", amount: "0.5" })
      await modal.heading("Balance after").waitFor()
      const review = await takePicture(page, "light")

      const sheet = await context.newPage()
      await sheet.setViewportSize({ width: 3 * width, height })
      await sheet.setContent(
        `<body style="display: flex; margin: 0">${[list, account, review]
          .map((source) => `<img alt="" width="${width}" height="${height}" src="${source}">`)
          .join("")}`,
      )
      await mkdir(paths.screenshots, { recursive: true })
      const picture = join(paths.screenshots, "modal.png")
      await sheet.screenshot({ path: picture })
      if (process.env["WMODAL_PICTURE"] === "1") await copyFile(picture, paths.picture)
    },
  )
})
