import { mkdir } from "node:fs/promises"
import { describe } from "vitest"
import { expectAccessible } from "../harness/expectAccessible.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { paths } from "../harness/paths.ts"
import { scenes } from "../harness/scenes.ts"
import { story } from "../harness/story.ts"
import { toTestTags } from "../harness/testTags.ts"

/** The views of `npm test`: a few of those that need a page. */
const quickViews = ["Connect", "Account"]

describe("views in both themes", () => {
  for (const { name, page: wanted, go } of scenes) {
    story(
      `passes axe and stores pictures: ${name}`,
      toTestTags(quickViews.includes(name)),
      async ({ visitor, wallet, world }) => {
        const page = await visitor.visit(makeHostPage(world, wanted))
        await go(page, wallet)
        await page.bringToFront()
        await mkdir(paths.screenshots, { recursive: true })
        await expectAccessible(
          page,
          name,
          (theme) => page.evaluate((mode) => globalThis.modals[0]?.setThemeMode(mode), theme),
          (theme) => page.screenshot({ path: `${paths.screenshots}/${name}-${theme}.png` }),
        )
      },
    )
  }
})
