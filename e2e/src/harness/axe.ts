import { AxeBuilder } from "@axe-core/playwright"
import type { Page } from "playwright-core"

/** What axe finds on the page, shadow roots included, as lines that name the rule and the element. */
export async function findings(page: Page): Promise<readonly string[]> {
  // Legacy mode opens no second page, which a test of "nothing else is loaded" would see.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary ?? ""}`),
  )
}
