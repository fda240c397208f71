import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews } from "../harness/modal.ts"
import { story } from "../harness/story.ts"

/** What text inherits from the page around it. */
const inheritedByText: readonly string[] = [
  "-webkit-text-fill-color: #fff",
  "-webkit-text-stroke: 2px red",
  "border-collapse: collapse; border-spacing: 9px; caption-side: bottom; empty-cells: hide",
  "font: italic 900 40px/3 fantasy; font-stretch: expanded; font-size-adjust: 1",
  "font-kerning: none; font-feature-settings: 'smcp'; font-variant: small-caps; font-optical-sizing: none",
  "hyphens: auto; hyphenate-character: '+'",
  "letter-spacing: 1em",
  "line-break: anywhere",
  "list-style: square inside",
  "orphans: 9; widows: 9; quotes: '<' '>'",
  "overflow-wrap: anywhere; word-break: break-all",
  "ruby-position: under; text-combine-upright: all; text-orientation: upright",
  "tab-size: 40; white-space: pre",
  "text-align: right; text-align-last: center; text-justify: inter-character",
  "text-emphasis: filled red; text-decoration: line-through wavy red; text-underline-offset: 9px",
  "text-indent: 40px",
  "text-rendering: geometricPrecision; text-wrap: balance",
  "text-shadow: 2px 2px 4px red",
  "text-transform: uppercase",
  "word-spacing: 1em",
  "writing-mode: vertical-rl",
]

/** Style sheets of pages, most of them found in reports. None may change a pixel of the modal. */
const pageStyles: readonly string[] = [
  // Dialogs of Radix, resets of shops, one-page apps.
  "body { pointer-events: none }",
  "div:empty, :empty { display: none }",
  "body > div, body > :not(main) { display: none !important }",
  "html > :not(head, body) { display: none !important }",
  ":not(:defined) { visibility: hidden; display: none !important }",
  "body { display: none }",
  "body { visibility: hidden; opacity: 0; content-visibility: hidden }",
  "body { transform: scale(.5); filter: blur(4px); perspective: 10px; contain: strict; clip-path: inset(50%) }",
  "body { zoom: 1.5 }",
  "body, div { zoom: .5; overflow: hidden; inline-size: 0; block-size: 0 }",
  "* { opacity: 0 !important }",
  ":not(:root) { visibility: hidden !important; pointer-events: none !important; display: none !important }",
  "* { transform: translateX(-9999px) !important; position: static !important; inset: 50% !important }",
  "* { filter: invert(1) !important; mix-blend-mode: difference !important; mask: linear-gradient(#000, #fff0) !important }",
  "* { clip: rect(0 0 0 0) !important; clip-path: inset(100%) !important; contain: strict !important }",
  ":not(:root) { content-visibility: hidden !important; zoom: 2 !important; float: right !important }",
  "* { user-select: none !important; touch-action: none !important; cursor: none !important }",
  "* { transition: all 9s !important; animation: fade 9s infinite !important } @keyframes fade { from { opacity: 0; visibility: hidden } }",
  "* { color-scheme: dark !important; color: #fff !important; forced-color-adjust: none !important }",
  "* { all: unset !important }",
  "* { --size-1: 1px !important; --size-2: 40px !important; --radius-row: 0px !important; --top: 0px }",
  "*::before, *::after { content: 'x' !important; position: fixed !important; inset: 0; z-index: 2147483647 }",
  "*::backdrop, ::selection { background: #000 !important }",
  "dialog, section, header, h1, button, p { display: none !important; text-transform: uppercase !important }",
  ...inheritedByText.flatMap((text) => [
    `html, body { ${text} }`,
    `* { ${text.replaceAll(/(;|$)/g, " !important$1")} }`,
  ]),
]

declare global {
  /** How the modal looks on a page without styles: a text for each element. */
  var plainLook: readonly string[] | undefined
}

/**
 * Returns what a press on the first wallet of the open modal meets, and how the modal differs from its look on a page
 * without styles: the geometry of every element, and every property of a few.
 */
const examine = (page: Page) =>
  page.evaluate(async () => {
    const root = document.querySelector("wmodal-host")?.shadowRoot
    const dialog = root?.querySelector("dialog")
    if (!root || !dialog) throw new Error("The modal is not in the page.")
    const findRow = () =>
      [...dialog.querySelectorAll("button")].find(({ textContent }) => /Dev Wallet/.test(textContent))
    while (findRow() === undefined) await new Promise(requestAnimationFrame)
    await Promise.all(root.getAnimations().map(({ finished }) => finished))
    const row = findRow()
    const look = [...root.querySelectorAll("*")].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      return `${element.localName} at ${x} ${y} ${width} ${height}`
    })
    for (const element of [
      dialog,
      ...dialog.querySelectorAll("h1, h1 *"),
      ...(row?.querySelectorAll("*") ?? []),
    ]) {
      const style = getComputedStyle(element)
      for (const name of style) look.push(`${element.localName} ${name}: ${style.getPropertyValue(name)}`)
    }
    look.push(`backdrop ${getComputedStyle(dialog, "::backdrop").backgroundColor}`)
    globalThis.plainLook ??= look
    const box = row?.getBoundingClientRect()
    const at = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20] as const
    return {
      isMet: row?.contains(root.elementFromPoint(...at)) && document.elementFromPoint(...at) === root.host,
      isModal: dialog.matches(":modal"),
      changes: look.filter((text, i) => text !== globalThis.plainLook?.[i]).slice(0, 4),
    }
  })

/** Replaces the style sheet of the page. */
const setStyle = (page: Page, css: string) =>
  page.evaluate((css) => {
    document.querySelector("#hostile")?.remove()
    const style = document.createElement("style")
    style.id = "hostile"
    style.textContent = css
    document.head.append(style)
  }, css)

describe("style sheets of the page", () => {
  story("change nothing of the open modal, and keep no press from it", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    await page.emulateMedia({ reducedMotion: "reduce" })
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.row().waitFor()
    const plain = { isMet: true, isModal: true, changes: [] }
    // Once the directory's wallets and pictures have come, it looks the same twice.
    const settle = async () => {
      const found = await examine(page)
      if (found.changes.length > 0) await page.evaluate(() => void (globalThis.plainLook = undefined))
      return found
    }
    await settle()
    await page.waitForLoadState("networkidle")
    await page.evaluate(() => void (globalThis.plainLook = undefined))
    await settle()
    await expect.poll(settle).toEqual(plain)
    const found: Record<string, unknown> = {}
    for (const css of pageStyles) {
      await page.evaluate(() => globalThis.modals[0]?.close())
      await setStyle(page, css)
      await page.evaluate(() => globalThis.modals[0]?.open())
      found[css] = await examine(page)
    }
    expect(found).toEqual(Object.fromEntries(pageStyles.map((css) => [css, plain])))
  })
  story(
    "change no text of the page's buttons, and hide them with what is around them",
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      await getModalViews(page).connectButton.waitFor()
      const read = () =>
        page.evaluate(() => {
          const button = document.querySelector("wmodal-button")?.shadowRoot?.querySelector("button")
          if (!button) throw new Error("The page has no button.")
          const style = getComputedStyle(button)
          // It is as long and as high as its text.
          const { width, height } = button.getBoundingClientRect()
          return [width, height, ...[...style].map((name) => `${name}: ${style.getPropertyValue(name)}`)]
        })
      const plain = await read()
      for (const text of inheritedByText) {
        await setStyle(page, `html, body { ${text} }`)
        expect({ [text]: (await read()).filter((value, i) => value !== plain[i]) }).toEqual({ [text]: [] })
      }
      await setStyle(page, "main { visibility: hidden; pointer-events: none; color-scheme: dark }")
      expect(await read()).toEqual(expect.arrayContaining(["visibility: hidden", "pointer-events: none"]))
    },
  )

  story("set the direction in which the modal is read", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    for (const [css, direction] of [
      ["body { direction: rtl }", "rtl"],
      ["body { direction: ltr }", "ltr"],
    ] as const) {
      await setStyle(page, css)
      await modal.connectButton.click()
      await modal.row().waitFor()
      expect(
        await modal.dialog.evaluate(
          (dialog) =>
            getComputedStyle(dialog).direction + ["", " (rtl)"][Number(dialog.matches(":dir(rtl)"))],
        ),
      ).toBe(direction === "rtl" ? "rtl (rtl)" : "ltr")
      await modal.button("Close").click()
      await modal.dialog.waitFor({ state: "detached" })
    }
  })

  story("leave full stops behind their sentences from right to left", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    await setStyle(page, "body { direction: rtl }")
    const modal = getModalViews(page)
    await page.evaluate(() => globalThis.modals[0]?.open("WhatIsAWallet"))
    await modal.heading("What is a wallet?").waitFor()
    const sentences = await modal.dialog.evaluate((dialog) => {
      const walker = document.createTreeWalker(dialog, NodeFilter.SHOW_TEXT)
      const found: (readonly [text: string, isBehind: boolean, isRight: boolean])[] = []
      const at = (node: Node, index: number) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + 1)
        return range.getBoundingClientRect()
      }
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = node.textContent ?? ""
        const block = node.parentElement?.getBoundingClientRect()
        if (!text.endsWith(".") || block === undefined) continue
        const [last, stop] = [at(node, text.length - 2), at(node, text.length - 1)]
        // The last line ends at the side at which the page begins.
        found.push([text, stop.left >= last.left, block.right - stop.right < 2])
      }
      return found
    })
    expect(sentences.length).toBeGreaterThan(1)
    expect(sentences).toEqual(sentences.map(([text]) => [text, true, true]))
  })
})
