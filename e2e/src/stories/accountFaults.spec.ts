import { describe, expect } from "vitest"
import { clockedStory } from "../harness/clockedStory.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet } from "../harness/modal.ts"

describe("failed balance read", () => {
  clockedStory(
    "shows 'Token Balance Unavailable', the chain's balance, and a retry after the delay",
    { tags: "full" },
    async ({ patient, world, plan }) => {
      await plan([
        { match: { path: "/v1/account/:address/balance" }, fault: { kind: "status", status: 503 } },
      ])
      const page = await patient.visit(makeHostPage(world))
      const modal = await connectWallet(page, patient.wallet)
      await modal.accountButton().click()
      await modal.text("Token Balance Unavailable").waitFor()
      await modal.listItem("10,000.00 ETH").waitFor()
      const blocked = modal.button(/Try again in \d+ seconds?/)
      await blocked.waitFor()
      expect(await blocked.getAttribute("aria-disabled")).toBe("true")
      await plan([])
      await blocked.press("Enter")
      await modal.text("Token Balance Unavailable").waitFor()
      await modal.readAgain()
      await modal.listItem("mUSDC").waitFor()
      await modal.text("Token Balance Unavailable").waitFor({ state: "detached" })
    },
  )
})
