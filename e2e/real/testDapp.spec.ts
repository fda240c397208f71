import { describe, expect } from "vitest"
import { firstAccount } from "../src/harness/modal.ts"
import { realStory } from "./realStory.ts"
import { testCards } from "./testDappButtons.ts"
import { openTestDapp } from "./testDappPage.ts"

/** One page for all buttons: many need the contracts that earlier ones created. */
const story = realStory.extend(
  "testDapp",
  { scope: "worker" },
  async ({ browser, site, outside }, { onCleanup }) => {
    const dapp = await openTestDapp(browser.context, site, outside)
    onCleanup(dapp.close)
    return dapp
  },
)

for (const { buttons, title } of testCards)
  describe(`buttons of MetaMask's test dApp: ${title}`, () => {
    for (const button of buttons) {
      const { acts = [], answer = "reject", id, requests = 1, shows = [], verifies } = button
      const brings =
        button.brings ?? (answer === "reject" ? { code: 4001 } : { result: expect.stringMatching(/^0x/) })
      story(`${acts.length > 0 ? "takes an act for" : "answers"} ${id}`, async ({ testDapp }) => {
        const hasReview = shows.length > 0
        const pressed = await testDapp.press({ id, answer, hasReview, requests })
        for (const seen of pressed.seen) expect(seen.acts).toEqual(acts)
        let rest = pressed.seen[0]?.text ?? ""
        for (const shown of shows) {
          expect(rest).toContain(shown)
          rest = rest.slice(rest.indexOf(shown) + shown.length)
        }
        for (const call of pressed.calls) expect(call).toMatchObject(brings)
        if (verifies !== undefined)
          await expect
            .poll(async () => (await testDapp.getText(verifies))?.toLowerCase())
            .toContain(firstAccount.toLowerCase())
      })
    }
  })
