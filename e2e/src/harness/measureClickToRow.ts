import type { Page } from "playwright-core"

/** From the click on the page's button to the wallet's row. */
interface ClickTiming {
  /** Until the first frame that shows it. */
  readonly milliseconds: number
  /** When it came to be there, as Unix time in milliseconds. */
  readonly at: number
}

/** Measured inside the page, so that nothing of the harness is in it. */
export const measureClickToRow = (page: Page): Promise<ClickTiming> =>
  page.evaluate(
    () =>
      new Promise<ClickTiming>((resolve) => {
        const roots: (Document | ShadowRoot)[] = []
        const named = (name: string) =>
          roots
            .flatMap((root) => [...root.querySelectorAll("button")])
            .find(({ textContent }) => textContent?.includes(name))
        const start = performance.now()
        const observer = new MutationObserver(() => {
          if (named("wmodal Dev Wallet") === undefined) return
          observer.disconnect()
          const at = performance.timeOrigin + performance.now()
          requestAnimationFrame(() => resolve({ milliseconds: performance.now() - start, at }))
        })
        const watch = (root: Document | ShadowRoot) => {
          roots.push(root)
          observer.observe(root, { childList: true, subtree: true })
        }
        watch(document)
        for (const { shadowRoot } of document.querySelectorAll("*"))
          if (shadowRoot !== null) watch(shadowRoot)
        // The modal's own root comes with the engine.
        const { attachShadow } = Element.prototype
        Element.prototype.attachShadow = function (init) {
          const root = attachShadow.call(this, init)
          watch(root)
          return root
        }
        named("Connect wallet")?.click()
      }),
  )
