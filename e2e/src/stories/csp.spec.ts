import { describe, expect } from "vitest"
import { hostPage } from "../harness/hostPage.ts"
import { connect } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

describe("a page with a strict content security policy", () => {
  story("runs a whole journey without a violation", async ({ outside, visitor, wallet, world }) => {
    const policy = [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `connect-src 'self' ${new URL(outside.blockchain).origin} ${new URL(outside.directory).origin}`,
      `img-src data: blob: ${new URL(outside.directory).origin}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join("; ")
    const page = await visitor.visit(
      hostPage(world, { headers: { "content-security-policy": policy } }),
      (blank) =>
        blank.addInitScript(() => {
          const violations: string[] = []
          Object.assign(globalThis, { violations })
          document.addEventListener("securitypolicyviolation", (event) => {
            violations.push(`${event.violatedDirective}: ${event.blockedURI} ${event.sample}`)
          })
        }),
    )
    const modal = await connect(page, wallet)
    await modal.accountButton().click()
    await modal.button(/Network: Ethereum/).click()
    await modal.heading("Choose network").waitFor()
    await modal.button("Close").click()
    await modal.dialog.waitFor({ state: "hidden" })
    expect(await page.evaluate(() => Reflect.get(globalThis, "violations"))).toEqual([])
  })
})
