import axeCore, { type AxeResults, type RunOptions } from "axe-core"
import type { Page } from "playwright-core"

/** What axe finds on the page, shadow roots included, as lines that name the rule and the element. */
export const findViolations = (page: Page): Promise<readonly string[]> => runAxe(page, {})

/** The same of colours alone: all that another theme changes. */
export const findColourViolations = (page: Page): Promise<readonly string[]> =>
  runAxe(page, { runOnly: { type: "rule", values: ["color-contrast"] } })

/** Once in each document, and asked there: what goes through frames and pages of its own takes three times as long. */
const runAxe = async (page: Page, options: RunOptions): Promise<readonly string[]> => {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeCore.source)
  const { violations } = await page.evaluate(
    (options): Promise<Pick<AxeResults, "violations">> =>
      globalThis.axe.run(document, { resultTypes: ["violations"], ...options }),
    options,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary ?? ""}`),
  )
}

declare global {
  // oxlint-disable-next-line no-var -- only a `var` is a property of `globalThis`
  var axe: typeof axeCore
}
