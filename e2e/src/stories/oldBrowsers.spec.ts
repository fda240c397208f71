import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { supportedFloor } from "../../consumers/floor/compat.ts"
import { listRemovable } from "../../consumers/floor/removable.ts"
import { bundlePage } from "../harness/bundlePage.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

/** Removes from this browser what a browser of the floor lacks. @returns how much it had */
const removeNewer = async (page: Page) => {
  await page.addInitScript((members) => {
    let removed = 0
    for (const [owner, member, kind] of members) {
      const found: unknown = Reflect.get(globalThis, owner)
      const object = member === "" ? globalThis : kind === "static" ? found : Object(found).prototype
      const name = member === "" ? owner : member
      if (typeof object !== "object" && typeof object !== "function") continue
      if (object !== null && Object.hasOwn(object, name) && Reflect.deleteProperty(object, name)) removed += 1
    }
    Reflect.set(globalThis, "removed", removed)
  }, listRemovable(supportedFloor))
}

describe("browser of the floor", () => {
  story(
    "connects, switches the network and signs without what newer browsers have",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world), removeNewer)
      const removed = await page.evaluate(() => ({
        count: Number(Reflect.get(globalThis, "removed")),
        gone: [Reflect.get(URL, "parse"), Reflect.get(Promise, "withResolvers"), Reflect.get(Map, "groupBy")],
        iterators: "map" in [].values(),
      }))
      expect(removed).toMatchObject({ gone: [undefined, undefined, undefined], iterators: false })
      expect(removed.count).toBeGreaterThan(50)
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.button("Settings").waitFor()
      await modal.button("Close").click()
      await modal.networkButton("Ethereum").click()
      const switching = await wallet.promptAfter(() => modal.button(/Polygon/).click())
      await switching.approve()
      await modal.networkButton("Polygon").waitFor()
      const signed = page.evaluate(
        `modals[0].getProvider("eip155").request({ method: "personal_sign", params: ["0x6869", "${firstAccount}"] })`,
      )
      const prompt = await wallet.promptAfter(() => modal.button("Continue").click())
      await prompt.approve()
      expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
    },
  )
})

const source = `
import "@wmodal/modal-web/elements"
import { createWModal, evm, mainnet } from "@wmodal/modal-web"
globalThis.modals = [createWModal({ projectId: "p", networks: [mainnet], chains: [evm()] })]
document.querySelector("output").textContent = "The page lives."
`
const html = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Old</title><link rel="icon" href="data:,">
    <script type="module" src="/page.js"></script></head>
  <body><output></output> <wmodal-button></wmodal-button> <wmodal-account-button></wmodal-account-button></body>
</html>
`
const sentence = "This browser is too old to connect a wallet. Update it, or use another one."

describe("browser below the floor", () => {
  for (const { what, remove } of [
    {
      what: "constructed style sheets",
      remove: () => {
        Reflect.deleteProperty(Document.prototype, "adoptedStyleSheets")
        Reflect.deleteProperty(CSSStyleSheet.prototype, "replaceSync")
      },
    },
    {
      what: "color-mix and :has",
      remove: () => {
        const { supports } = CSS
        CSS.supports = (...given: [string]) => !/color-mix|:has/.test(given.join()) && supports(...given)
      },
    },
  ])
    story(`keeps the page alive and says what is needed without ${what}`, async ({ visitor }) => {
      const page = await visitor.visit(
        { files: { "/index.html": html, "/page.js": await bundlePage(source) } },
        (blank) => blank.addInitScript(remove),
      )
      await page.getByText("The page lives.").waitFor()
      await expect.poll(() => page.locator("[data-unsupported]").count()).toBe(2)
      expect(
        await page.evaluate(
          "[...document.querySelectorAll('[data-unsupported]')].map((one) => one.shadowRoot.textContent)",
        ),
      ).toEqual([sentence, sentence])
      const outcome = await page.evaluate(
        `(async () => {
          const [modal] = modals
          modal.open()
          return { supported: modal.supported, signed: await modal.signMessage("hi"), error: modal.getState().error }
        })()`,
      )
      const error = { tag: "BrowserTooOld", text: sentence }
      expect(outcome).toEqual({ supported: false, signed: { ok: false, error }, error })
      await expect(getModalViews(page).dialog.count()).resolves.toBe(0)
    })
})
