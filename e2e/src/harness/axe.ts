import axeCore, { type ElementContext, type RunOptions } from "axe-core"
import type { Page } from "playwright-core"

/** Returns axe violations of the page, shadow roots included, as lines with rule and element. */
export const findViolations = (page: Page): Promise<readonly string[]> => runAxe(page, {})

/** Returns violations of colour rules only, which another theme can change. */
export const findColourViolations = (page: Page): Promise<readonly string[]> =>
  runAxe(page, { runOnly: { type: "rule", values: ["color-contrast"] } })

/** What of a document axe checks, and how. */
interface AxeTask {
  /** Default: the document. */
  readonly within: Exclude<ElementContext, Node> | null
  readonly options: RunOptions
}

/**
 * Runs in a page that has axe, once no animation runs: axe's own frames and pages take three times as long. It uses
 * nothing of its module.
 * @returns the violations, shadow roots included, as lines with rule and element
 */
export const checkByAxe = async ({ options, within }: AxeTask): Promise<readonly string[]> => {
  const findAnimations = () =>
    [document, ...document.querySelectorAll("*")]
      .flatMap((node) => (node instanceof Element ? (node.shadowRoot ?? []) : node))
      .flatMap((root) => root.getAnimations())
      .filter(
        ({ effect, playState }) =>
          playState === "running" && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
      )
  // An open dialog clips a short page to its root's box, and axe skips text outside of that.
  const tall = new CSSStyleSheet()
  tall.replaceSync("html { min-block-size: 100vh }")
  document.adoptedStyleSheets.push(tall)
  await document.fonts.ready
  // What fades in has less contrast, and a card that changes its height clips its view. A card takes its view's height
  // in the frame after the one that draws it, so that two frames without an animation can precede one.
  let quietFrames = 0
  while (quietFrames < 3) {
    await new Promise(requestAnimationFrame)
    const animations = findAnimations()
    quietFrames = animations.length === 0 ? quietFrames + 1 : 0
    await Promise.allSettled(animations.map(({ finished }) => finished))
  }
  // Without preloading, axe begins at once, before another animation can.
  const { violations } = await globalThis.axe.run(within ?? document, {
    resultTypes: ["violations"],
    preload: false,
    elementRef: true,
    ...options,
  })
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== tall)
  return violations.flatMap(({ id, nodes }) =>
    nodes
      // The letter until a picture has loaded is hidden from assistive technology, but axe takes it for a label.
      .filter(
        ({ element }) =>
          id !== "label-content-name-mismatch" || element?.querySelector("span.picture") === null,
      )
      .map(({ failureSummary, target }) => `${id} at ${target.join(" ")}: ${failureSummary ?? ""}`),
  )
}

/** Runs axe in a page, loaded once per document. */
const runAxe = async (page: Page, options: RunOptions): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeCore.source)
  return page.evaluate(checkByAxe, { options, within: null })
}

declare global {
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var axe: typeof axeCore
}
