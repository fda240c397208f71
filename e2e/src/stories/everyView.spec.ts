import { mkdir } from "node:fs/promises"
import { describe } from "vitest"
import { expectAccessible } from "../harness/expectAccessible.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { paths } from "../harness/paths.ts"
import { scenes } from "../harness/scenes.ts"
import { story } from "../harness/story.ts"
import { toTestTags } from "../harness/testTags.ts"

/** What `npm test` looks at: of the views that a page leads to, a few. */
const quickViews = ["Connect", "ConnectingExternal-slow", "Account", "Networks"]

describe("every view, light and dark", () => {
  for (const { name, page: wanted, go } of scenes) {
    story(
      `${name}: axe finds nothing, and its pictures are kept`,
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
