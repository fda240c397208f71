import type { RequestWarning } from "@wmodal/chains"
import { describe, expect, it } from "vitest"
import { describeWarning } from "./describeWarning.ts"

const network = { name: "Ethereum", currency: { symbol: "ETH", decimals: 18 } }
const approval = { token: `0x${"11".repeat(20)}`, symbol: "USDC", spender: `0x${"22".repeat(20)}` }

describe("describeWarning", () => {
  it("asks to know the code, and not to trust a contract, when code creates one", () => {
    expect(describeWarning({ _tag: "Unread" }, network).check).toBe("I trust this contract")
    expect(describeWarning({ _tag: "Unread" }, network, true).check).toBe("I know the code of this contract")
  })

  it("names the token that could be taken, if it has a symbol", () => {
    const large = { _tag: "LargeApproval", taking: "much", ...approval } as const
    expect(describeWarning(large, network).title).toBe("Much of your balance could be taken (USDC)")
    expect(describeWarning({ ...large, symbol: "" }, network).title).toBe(
      "Much of your balance could be taken",
    )
  })

  it.each<readonly [RequestWarning, said: string]>([
    [{ _tag: "UnlimitedApproval", ...approval }, "take all of it, now and later"],
    [{ _tag: "LargeApproval", taking: "much", ...approval }, "take it without asking again"],
    [{ _tag: "UnlimitedSession", symbol: "ETH" }, "take all of your ETH without asking you"],
  ])("says until when something may be taken: %j", (danger, said) => {
    const ending = { ...danger, until: Date.UTC(2026, 11, 28, 9) }
    expect(describeWarning(danger, network).text).toContain(`${said}, until you revoke it`)
    expect(describeWarning(ending, network).text).toContain(`${said}, until 2026-12-28 09:00 UTC`)
  })
})
