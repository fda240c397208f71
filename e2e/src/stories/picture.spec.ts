import { copyFile, mkdir } from "node:fs/promises"
import { join } from "node:path"
import { describe } from "vitest"
import { demoPage } from "../harness/demoPage.ts"
import { modalOn } from "../harness/modal.ts"
import { paths } from "../harness/paths.ts"
import { story } from "../harness/story.ts"

describe("the picture of the README", () => {
  story(
    "shows the modal over the demo; WMODAL_PICTURE=1 puts it into docs",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(demoPage(world), async (blank) => {
        await blank.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
        await blank.setViewportSize({ width: 860, height: 620 })
      })
      const modal = modalOn(page)
      await modal.connectButton.click()
      const prompt = await wallet.promptAfter(() => modal.row().click())
      await prompt.approve()
      await modal.accountButton().waitFor()
      await page.bringToFront()
      await modal.accountButton().click()
      await modal.text("ETH on Ethereum").waitFor()
      await page.mouse.move(0, 0)
      await mkdir(paths.screenshots, { recursive: true })
      const picture = join(paths.screenshots, "modal.png")
      await page.screenshot({ path: picture })
      if (process.env["WMODAL_PICTURE"] === "1") await copyFile(picture, paths.picture)
    },
  )
})
