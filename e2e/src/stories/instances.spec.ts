import { describe, expect } from "vitest"
import { hostPage } from "../harness/hostPage.ts"
import { modalOn } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

describe("two modals on one page", () => {
  story("know nothing of each other", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(hostPage(world, { instances: 2 }))
    const modal = modalOn(page)
    await page.getByRole("button", { name: "Connect 2" }).click()
    const prompt = await wallet.promptAfter(() => modal.row().click())
    await prompt.approve()
    await modal.accountButton().waitFor()
    const states = await page.evaluate(() => globalThis.modals.map((one) => one.getState()))
    expect(states.map(({ status, open }) => ({ status, open }))).toEqual([
      { status: "disconnected", open: false },
      { status: "connected", open: false },
    ])
    await page.evaluate(() => globalThis.modals[1]?.destroy())
    await page.getByRole("button", { name: "Connect 1" }).click()
    await modal.row().waitFor()
  })

  story("destroy leaves nothing behind", async ({ visitor, world }) => {
    const page = await visitor.visit(hostPage(world), (blank) =>
      blank.addInitScript(() => {
        const counts = { listeners: 0, timers: 0 }
        Object.assign(globalThis, { counts })
        for (const target of [window, document]) {
          const { addEventListener, removeEventListener } = target
          target.addEventListener = (...given: Parameters<typeof addEventListener>) => {
            counts.listeners += 1
            const [, , options] = given
            if (typeof options === "object" && options.signal) {
              options.signal.addEventListener("abort", () => {
                counts.listeners -= 1
              })
            }
            addEventListener.apply(target, given)
          }
          target.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
            counts.listeners -= 1
            removeEventListener.apply(target, given)
          }
        }
        const { setInterval, clearInterval } = globalThis
        Object.assign(globalThis, {
          setInterval: (...given: Parameters<typeof setInterval>) => {
            counts.timers += 1
            return setInterval(...given)
          },
          clearInterval: (...given: Parameters<typeof clearInterval>) => {
            counts.timers -= 1
            clearInterval(...given)
          },
        })
      }),
    )
    const modal = modalOn(page)
    const nodes = () => page.evaluate(() => document.querySelectorAll("*").length)
    const counts = () => page.evaluate(() => ({ ...Reflect.get(globalThis, "counts") }))
    await modal.connectButton.waitFor()
    const before = { nodes: await nodes(), counts: await counts() }
    await modal.connectButton.click()
    await modal.row().waitFor()
    await page.evaluate(() => globalThis.modals[0]?.destroy())
    await modal.dialog.waitFor({ state: "detached" })
    await expect.poll(nodes).toBe(before.nodes)
    await expect.poll(counts).toEqual(before.counts)
  })
})
