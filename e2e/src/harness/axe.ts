import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

/** What axe finds on the page, shadow roots included, as lines that name the rule and the element. */
export async function findings(page: Page): Promise<readonly string[]> {
  return linesOf(await analysis(page).analyze())
}

/** The same of colours alone: all that another theme changes. */
export async function colourFindings(page: Page): Promise<readonly string[]> {
  return linesOf(await analysis(page).withRules(["color-contrast"]).analyze())
}

/** Legacy mode opens no second page, which a test of "nothing else is loaded" would see. */
const analysis = (page: Page) => new AxeBuilder({ page }).setLegacyMode(true)

const linesOf = ({ violations }: Awaited<ReturnType<AxeBuilder["analyze"]>>): readonly string[] =>
  violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary ?? ""}`),
  )
