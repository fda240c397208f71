import { describe, expect, it } from "vitest"
import { getTexts, renderScene } from "../../gallery/renderScene.tsx"
import { Account } from "./Account.tsx"
import { AccountSettings } from "./AccountSettings.tsx"

describe("AddressOnlyAccount", () => {
  it("shows its whole address with copy and disconnect, and no other content", () => {
    const markup = renderScene("phone-address-only", <Account />)
    expect(getTexts(markup).join("")).toContain("12bzRJfh7arnnfPPUZHeJUaE62QLEwhK48QnH9LXeK2m1iZU")
    const words = getTexts(markup)
    expect(words).toEqual(expect.arrayContaining(["Polkadot", "Copy address"]))
    expect(words.at(-1)).toBe("Disconnect")
    expect(words).not.toContain("Send")
    expect(markup).not.toContain('role="tab"')
    expect(markup).not.toContain("Balance")
  })

  it("says what is not available on a chain whose accounts only sign", () => {
    const words = getTexts(renderScene("polkadot-account", <Account />))
    expect(words).toContain(
      "This site can ask your wallet for signatures. Balances, payments and swaps are not available here.",
    )
    expect(words).not.toContain("Send")
    expect(words.at(-1)).toBe("Disconnect")
  })

  it("has no activity and no account type in its settings", () => {
    const words = getTexts(renderScene("phone-address-only-settings", <AccountSettings />))
    expect(words).not.toContain("Activity")
    expect(words).not.toContain("Accounts")
    expect(words.at(-1)).toBe("Disconnect")
  })
})
