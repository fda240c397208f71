import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

describe("two modals on one page", () => {
  story("keeps their sessions separate", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world, { instances: 2 }))
    const modal = getModalViews(page)
    const states = () =>
      page.evaluate(() =>
        globalThis.modals.map((one) => one.getState()).map(({ status, open }) => [status, open]),
      )

    await page.getByRole("button", { name: "Connect 1" }).click()
    await modal.row().waitFor()
    expect(await states()).toEqual([
      ["disconnected", true],
      ["disconnected", false],
    ])
    await modal.button("Close").click()
    await modal.dialog.waitFor({ state: "hidden" })

    await page.getByRole("button", { name: "Connect 2" }).click()
    const prompt = await wallet.promptAfter(() => modal.row().click())
    await prompt.approve()
    await modal.accountButton().waitFor()
    await wallet.selectChain(137)
    await expect
      .poll(() => page.evaluate(() => globalThis.modals[1]?.getState().network?.network.name))
      .toBe("Polygon")
    expect(await states()).toEqual([
      ["disconnected", false],
      ["connected", false],
    ])
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().network?.network.name)).toBe("Ethereum")

    await page.evaluate(() => globalThis.modals[1]?.destroy())
    await page.getByRole("button", { name: "Connect 1" }).click()
    await modal.row().waitFor()
  })

  story("resets the button of a destroyed modal", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await modal.networkButton("Ethereum").waitFor()
    await page.evaluate(() => globalThis.modals[0]?.destroy())
    await modal.connectButton.click()
    await modal.networkButton("Select Network").click()
    expect(await page.getByRole("button").allInnerTexts()).toEqual(["Connect wallet", "Select Network"])
    expect(await page.getByRole("button", { name: "Connect wallet" }).getAttribute("aria-busy")).toBe("false")
  })

  story("removes everything on destroy", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world, { options: { preload: "intent" } }), (blank) =>
      blank.addInitScript(() => {
        /** Added and not removed listeners, by name. */
        const counts: Record<string, number> = {}
        Object.assign(globalThis, { counts })
        const count = (name: string, by: 1 | -1) => {
          counts[name] = (counts[name] ?? 0) + by
        }
        for (const target of [window, document]) {
          const { addEventListener, removeEventListener } = target
          target.addEventListener = (...given: Parameters<typeof addEventListener>) => {
            count(given[0], 1)
            const [type, , options] = given
            if (typeof options === "object" && options.signal) {
              options.signal.addEventListener("abort", () => count(type, -1))
            }
            addEventListener.apply(target, given)
          }
          target.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
            count(given[0], -1)
            removeEventListener.apply(target, given)
          }
        }
        const { setInterval, clearInterval } = globalThis
        Object.assign(globalThis, {
          setInterval: (...given: Parameters<typeof setInterval>) => {
            count("interval", 1)
            return setInterval(...given)
          },
          clearInterval: (...given: Parameters<typeof clearInterval>) => {
            count("interval", -1)
            clearInterval(...given)
          },
        })
      }),
    )
    const modal = getModalViews(page)
    const nodes = () => page.evaluate(() => document.querySelectorAll("*").length)
    /** React adds one permanent `selectionchange` listener per document. */
    const counts = () =>
      page.evaluate(() =>
        Object.entries(Reflect.get(globalThis, "counts")).filter(
          ([name, count]) => count !== 0 && name !== "selectionchange",
        ),
      )
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

describe("modal that is destroyed while it restores a session", () => {
  story(
    "throws nothing into the page, however soon it is destroyed",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      await connectWallet(page, wallet)
      for (const wait of [0, 1, 2, 3, 5, 8, 13]) {
        await page.reload()
        await page.waitForFunction(() => globalThis.modals[0]?.getState().engine === "ready")
        await page.evaluate(
          (wait) =>
            new Promise<void>((resolve) => {
              setTimeout(() => {
                globalThis.modals[0]?.destroy()
                // Longer than anything that the engine has put off.
                setTimeout(resolve, 400)
              }, wait)
            }),
          wait,
        )
        expect(await page.locator("wmodal-host").count()).toBe(0)
      }
      // The harness fails the test for each error that a page throws.
    },
  )
})

describe("page that replaces its whole content", () => {
  story("restores the modal on the next click", { tags: "full" }, async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.row().waitFor()
    await modal.button("Close").click()
    await modal.dialog.waitFor({ state: "hidden" })
    await page.evaluate(() => {
      const button = document.createElement("wmodal-button")
      document.body.replaceChildren(button)
    })
    await modal.connectButton.click()
    await modal.row().waitFor()
  })
})
