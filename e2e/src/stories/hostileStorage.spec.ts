import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import { toTestTags } from "../harness/testTags.ts"

const sessionsKey = "@wmodal/sessions"

/** Writes values into the page's storage before its own scripts run. */
const withStoredValues = (values: Readonly<Record<string, string>>) => (page: Page) =>
  page.addInitScript((given) => {
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, value)
  }, values)

describe("invalid stored state", () => {
  for (const { what, value } of [
    { what: "no JSON", value: "{{{" },
    {
      what: "of another version",
      value: '{"v":99,"data":{"eip155":{"id":"dev.wmodal.wallet","name":"x","icon":null}}}',
    },
    { what: "of another shape", value: '{"v":1,"data":{"eip155":[1,2,3]}}' },
    {
      what: "with a wallet that is a number",
      value: '{"v":1,"data":{"eip155":{"id":7,"name":{},"icon":[]}}}',
    },
    {
      what: "with an icon that is a script",
      value:
        '{"v":1,"data":{"eip155":{"id":"gone.example","name":"Gone","icon":"javascript:globalThis.pwned=1"}}}',
    },
    { what: "with a prototype", value: '{"v":1,"data":{"__proto__":{"polluted":true},"eip155":null}}' },
    { what: "a megabyte long", value: `{"v":1,"data":{"eip155":"${"x".repeat(1_000_000)}"}}` },
  ]) {
    story(
      `drops stored state and connects a wallet: ${what}`,
      toTestTags(what === "no JSON"),
      async ({ visitor, wallet, world }) => {
        const page = await visitor.visit(
          makeHostPage(world),
          withStoredValues({
            [sessionsKey]: value,
            "@wmodal/active-network": value,
            "@wmodal/recent-wallets": value,
          }),
        )
        await connectWallet(page, wallet)
        expect(await page.evaluate(() => Reflect.get(globalThis, "pwned"))).toBeUndefined()
        expect(await page.evaluate(() => Reflect.get({}, "polluted"))).toBeUndefined()
      },
    )
  }
})

describe("throwing storage", () => {
  for (const { what, break: breakIt } of [
    {
      what: "at every call",
      break: () => {
        for (const name of ["getItem", "setItem", "removeItem"] as const) {
          Storage.prototype[name] = () => {
            throw new DOMException("blocked", "SecurityError")
          }
        }
      },
    },
    {
      what: "when it is touched at all",
      break: () => {
        Object.defineProperty(globalThis, "localStorage", {
          get: () => {
            throw new DOMException("blocked", "SecurityError")
          },
        })
      },
    },
    {
      what: "because it is full",
      break: () => {
        Storage.prototype.setItem = () => {
          throw new DOMException("full", "QuotaExceededError")
        }
      },
    },
  ]) {
    story(
      `works for this visit and logs once when storage throws ${what}`,
      toTestTags(what === "at every call"),
      async ({ visitor, wallet, world }) => {
        const warnings: string[] = []
        const page = await visitor.visit(makeHostPage(world), async (blank) => {
          blank.on("console", (message) => {
            if (message.text().includes("Storage is blocked or full")) warnings.push(message.text())
          })
          await blank.addInitScript(breakIt)
        })
        const modal = await connectWallet(page, wallet)
        await wallet.selectChain(137)
        await modal.networkButton("Polygon").waitFor()
        await page.evaluate(() => globalThis.modals[0]?.disconnect())
        await modal.connectButton.waitFor()
        expect(warnings).toHaveLength(1)
      },
    )
  }
})
