import { mkdir } from "node:fs/promises"
import { describe, expect } from "vitest"
import { findings } from "../harness/axe.ts"
import { paths } from "../harness/paths.ts"
import { story } from "../harness/story.ts"
import { scenes } from "../harness/views.ts"

describe("every view", () => {
  for (const { name, host, go } of scenes) {
    for (const theme of ["light", "dark"] as const) {
      story(
        `${name}, ${theme}: axe finds nothing, and its picture is kept`,
        async ({ visitor, wallet, world }) => {
          const page = await visitor.visit(host(world, theme), (blank) =>
            blank.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" }),
          )
          await go(page, wallet)
          await page.bringToFront()
          expect(await findings(page)).toEqual([])
          await mkdir(paths.screenshots, { recursive: true })
          await page.screenshot({ path: `${paths.screenshots}/${name}-${theme}.png` })
          if (process.env["WMODAL_PICTURE"] === "1" && name === "Connect" && theme === "light") {
            await page.screenshot({ path: paths.picture })
          }
        },
      )
    }
  }
})
