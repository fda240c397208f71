import type { Page } from "playwright-core"

/** Timing from the click on the page's button to the wallet's row. */
interface ClickTiming {
  /** Milliseconds until the first frame that shows it. */
  readonly milliseconds: number
  /** Unix time of the row's insertion, in milliseconds. */
  readonly at: number
}

/** Measures inside the page, without delays of the harness. */
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
        // The modal's own root is created with the engine.
        const { attachShadow } = Element.prototype
        Element.prototype.attachShadow = function (init) {
          const root = attachShadow.call(this, init)
          watch(root)
          return root
        }
        named("Connect wallet")?.click()
      }),
  )
