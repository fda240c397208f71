import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import {
  getEmbeddedButton,
  getFrameApproval,
  getModalDialog,
  openSiteOwner,
  pressInFrame,
  requestGreeting,
  signInByMail,
} from "../harness/embeddedSignIn.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

/** What pages do to their document, most of them routers. Each leaves a button of the modal. */
const changes: Readonly<Record<string, () => void>> = {
  "replaces its body (Turbo, Astro)": () => {
    const body = document.createElement("body")
    body.innerHTML = "<wmodal-button></wmodal-button>"
    document.documentElement.replaceChild(body, document.body)
  },
  "replaces the body by a clone (Turbo's snapshots)": () => {
    document.body = document.body.cloneNode(true) as HTMLBodyElement
  },
  "replaces what is in its body (htmx)": () => {
    document.body.innerHTML = "<wmodal-button></wmodal-button>"
  },
  "removes the modal": () => document.querySelector("wmodal-host")?.remove(),
  "moves the modal into an invisible element": () => {
    const element = document.createElement("div")
    element.hidden = true
    document.body.append(element)
    element.append(document.querySelector("wmodal-host") ?? "")
  },
  "moves the modal to its own place": () => {
    document.documentElement.append(document.querySelector("wmodal-host") ?? "")
  },
  "replaces its root by a clone": () => {
    document.replaceChild(document.documentElement.cloneNode(true), document.documentElement)
  },
  "writes its document anew": () => {
    document.open()
    document.write("<!doctype html><title>Anew</title><wmodal-button></wmodal-button>")
    document.close()
  },
}

/** Returns what the page can tell and what the user sees, which must agree. */
const readState = (page: Page) =>
  page.evaluate(() => {
    const roots = [...document.querySelectorAll("wmodal-host")].flatMap(({ shadowRoot }) => shadowRoot ?? [])
    const dialogs = roots.flatMap((root) => [...root.querySelectorAll("dialog")])
    return {
      open: globalThis.modals[0]?.getState().open,
      modal: dialogs.map((dialog) => dialog.matches(":modal")),
      focus: roots.map(({ activeElement }) => activeElement?.ariaLabel ?? activeElement?.localName),
      locked: document.documentElement.style.overflow,
    }
  })

describe("page that changes its document while the modal is open", () => {
  story("keeps one modal dialog with its focus, and is free once it closes", async ({ visitor, world }) => {
    for (const [change, run] of Object.entries(changes)) {
      const page = await visitor.visit(makeHostPage(world))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row().waitFor()
      await modal.button("Close").focus()
      await page.evaluate(run)
      const open = { open: true, modal: [true] }
      await expect.poll(() => readState(page), { message: change }).toMatchObject(open)
      if (!change.startsWith("writes"))
        await expect.poll(() => readState(page), { message: change }).toMatchObject({ focus: ["Close"] })
      await modal.button("Close").click()
      await expect
        .poll(() => readState(page), { message: change })
        .toMatchObject({ open: false, modal: [], locked: "" })
      await modal.connectButton.click()
      await modal.row().waitFor()
      await expect.poll(() => readState(page), { message: change }).toMatchObject(open)
      await page.close()
    }
  })

  story("closes the modal when the page removes it again and again", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.row().waitFor()
    await page.evaluate(() => {
      const remove = () => document.querySelector("wmodal-host")?.remove()
      new MutationObserver(remove).observe(document.documentElement, { childList: true })
      remove()
    })
    await expect.poll(() => readState(page)).toMatchObject({ open: false, locked: "" })
    // Also when it is never there for as long as it takes to show it.
    const opened = page.evaluate(
      () =>
        new Promise((resolve) => {
          globalThis.modals[0]?.subscribe(() => {
            if (globalThis.modals[0]?.getState().open === true) resolve(true)
          })
        }),
    )
    await modal.connectButton.click()
    expect(await opened).toBe(true)
    await expect.poll(() => readState(page)).toMatchObject({ open: false, locked: "" })
  })

  story(
    "rejects an open approval of the embedded wallet when its frame is removed, and asks again",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world, { secureSite: true }))
      await signInByMail(page, await openSiteOwner(outside, world))
      await getEmbeddedButton(page).waitFor()
      const lost = await requestGreeting(page)
      await page.evaluate(() => document.querySelector("wmodal-frame")?.remove())
      expect(await lost.heard).toMatch(/Something went wrong|iframe is not set/)
      await expect.poll(() => readState(page)).toMatchObject({ open: false, locked: "" })
      const next = await requestGreeting(page)
      await pressInFrame(getFrameApproval(page).approve)
      expect(await next.heard).toMatch(/^0x/)
      expect(await getModalDialog(page).count()).toBe(0)
    },
  )

  story(
    "keeps an open approval of the embedded wallet when the body is replaced and hides everything",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world, { secureSite: true }))
      await signInByMail(page, await openSiteOwner(outside, world))
      const { heard } = await requestGreeting(page)
      await page.evaluate(() => {
        document.documentElement.replaceChild(document.createElement("body"), document.body)
        const style = document.createElement("style")
        style.textContent =
          ":not(:root) { display: none !important; opacity: 0 !important; pointer-events: none !important }"
        document.head.append(style)
      })
      await pressInFrame(getFrameApproval(page).approve)
      expect(await heard).toMatch(/^0x/)
    },
  )
})
