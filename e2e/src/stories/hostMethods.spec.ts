import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { firstAccount, getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

interface Outcome {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: { readonly tag: string; readonly text: string }
}

/** The members of the page's modal that this story calls. */
interface HostModal {
  readonly open: (request: unknown) => void
  readonly watch: (name: string, listener: (value: never) => void) => () => void
}

/** Calls a method of the page's modal. */
const call = (page: Page, method: string, ...input: readonly unknown[]): Promise<Outcome> =>
  page.evaluate(([name, given]) => Reflect.get(globalThis.modals[0] ?? {}, name)(...given), [
    method,
    input,
  ] as const)

describe("methods of a host", () => {
  story(
    "connects from the page's own list, signs, and changes features and language",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = getModalViews(page)
      // A list of the page's own: the modal stays closed.
      const prompt = await wallet.promptAfter(() =>
        page.evaluate(() => {
          const { watch } = globalThis.modals[0] as unknown as HostModal
          let isAsked = false
          watch("wallets", (value) => {
            const { status, wallets, connect } = value as {
              status: string
              wallets: readonly { id: string; installed: boolean }[]
              connect: (id: string) => Promise<Outcome>
            }
            const own = wallets.find(({ installed }) => installed)
            if (isAsked || status !== "loaded" || own === undefined) return
            isAsked = true
            Object.assign(globalThis, { connected: connect(own.id) })
          })
        }),
      )
      await prompt.approve()
      await modal.accountButton().waitFor()
      expect(await page.evaluate(() => Reflect.get(globalThis, "connected"))).toMatchObject({
        ok: true,
        value: { address: firstAccount },
      })
      expect(await modal.dialog.count()).toBe(0)

      await page.bringToFront()
      const signed = call(page, "signMessage", { message: "Hello from the page" })
      await modal.text("Hello from the page").waitFor()
      const signing = await wallet.promptAfter(() => modal.button("Continue").click())
      await signing.approve()
      expect(await signed).toMatchObject({ ok: true, value: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
      const declined = call(page, "signMessage", { message: "Hello again" })
      await modal.text("Hello again").waitFor()
      await modal.button("Reject").click()
      expect(await declined).toMatchObject({ ok: false, error: { tag: "declined" } })

      await page.evaluate(() => (globalThis.modals[0] as unknown as HostModal).open({ view: "Account" }))
      await modal.button("Send").waitFor()
      expect(await call(page, "updateFeatures", { send: false })).toEqual({ ok: true })
      await modal.button("Send").waitFor({ state: "detached" })
      expect(await call(page, "updateFeatures", { send: "no" })).toMatchObject({
        ok: false,
        error: { tag: "invalidOption" },
      })
      expect(await call(page, "setLanguage", "en-XA")).toEqual({ ok: true })
      await modal.button("Close").waitFor({ state: "detached" })
      expect(await call(page, "setLanguage", "en")).toEqual({ ok: true })
      await modal.button("Close").waitFor()
      expect(await call(page, "showError", "The shop is closed")).toEqual({ ok: true })
      await modal.text("The shop is closed").waitFor()
    },
  )
})
