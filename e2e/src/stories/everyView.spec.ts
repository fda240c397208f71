import { mkdir } from "node:fs/promises"
import { describe, expect } from "vitest"
import { colourFindings, findings } from "../harness/axe.ts"
import { hostPage } from "../harness/hostPage.ts"
import { paths } from "../harness/paths.ts"
import { scenes } from "../harness/scenes.ts"
import { story } from "../harness/story.ts"

describe("every view, light and dark", () => {
  for (const { name, page: wanted, go } of scenes) {
    story(`${name}: axe finds nothing, and its pictures are kept`, async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(hostPage(world, wanted))
      await go(page, wallet)
      await page.bringToFront()
      await mkdir(paths.screenshots, { recursive: true })
      const looks = { light: findings, dark: colourFindings } as const
      for (const theme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.evaluate((mode) => globalThis.modals[0]?.setThemeMode(mode), theme)
        expect({ theme, findings: await looks[theme](page) }).toEqual({ theme, findings: [] })
        await page.screenshot({ path: `${paths.screenshots}/${name}-${theme}.png` })
      }
    })
  }
})
