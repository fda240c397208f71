import type { Page } from "playwright-core"

/** From the click on the page's button to the first frame in which the wallet's row can be seen. */
export interface Journey {
  readonly milliseconds: number
  /** When that was, as Unix time in milliseconds. */
  readonly at: number
}

/** Measured inside the page, so that nothing of the harness is in it. */
export const clickToRow = (page: Page): Promise<Journey> =>
  page.evaluate(
    () =>
      new Promise<Journey>((resolve) => {
        const buttons = (root: ParentNode): Element[] => [
          ...root.querySelectorAll("button"),
          ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
            shadowRoot === null ? [] : buttons(shadowRoot),
          ),
        ]
        const named = (name: string) =>
          buttons(document).find(({ textContent }) => textContent?.includes(name))
        const start = performance.now()
        const look = () => {
          const row = named("wmodal Dev Wallet")
          if (row === undefined || row.getBoundingClientRect().height === 0) {
            requestAnimationFrame(look)
            return
          }
          const end = performance.now()
          resolve({ milliseconds: end - start, at: performance.timeOrigin + end })
        }
        named("Connect wallet")?.dispatchEvent(new MouseEvent("click", { bubbles: true }))
        look()
      }),
  )
