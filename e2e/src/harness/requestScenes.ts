import type { Page } from "playwright-core"
import { connect, firstAccount, secondAccount } from "./modal.ts"
import type { Scene } from "./scenes.ts"

/** Asks as any page does, and waits for nothing. */
const askPage = (page: Page, method: string, params: readonly unknown[]) =>
  page.evaluate(
    (call) => {
      const provider = globalThis.modals[0]?.getProvider("eip155")
      if (
        typeof provider === "object" &&
        provider !== null &&
        "request" in provider &&
        typeof provider.request === "function"
      )
        provider.request(call).catch(() => {})
    },
    { method, params },
  )

const asking =
  (method: string, params: readonly unknown[], shown: string): Scene["go"] =>
  async (page, wallet) => {
    const modal = await connect(page, wallet)
    await askPage(page, method, params)
    await modal.heading("Review request").waitFor()
    await modal.text(shown).first().waitFor()
    return modal
  }

const letter = ["A letter", "", ...Array.from({ length: 30 }, (_, line) => `Line ${line + 1}`)].join("\n")
const coins = { from: firstAccount, to: secondAccount, value: "0xde0b6b3a7640000" }
const foreign = {
  types: { EIP712Domain: [{ name: "chainId", type: "uint256" }], Note: [{ name: "text", type: "string" }] },
  primaryType: "Note",
  domain: { chainId: 137 },
  message: { text: "Hello" },
}

/** What a page asks of the wallet. */
export const requestScenes: readonly Scene[] = [
  { name: "ReviewRequest", page: {}, go: asking("eth_sendTransaction", [coins], "Your balance after this") },
  {
    name: "ReviewRequest-message",
    page: {},
    go: asking("personal_sign", [letter, firstAccount], "Sign message"),
  },
  {
    name: "ReviewRequest-other-chain",
    page: {},
    go: asking("eth_signTypedData_v4", [firstAccount, JSON.stringify(foreign)], "For another network"),
  },
  {
    name: "ReviewRequest-blind",
    page: {},
    go: asking("eth_sign", [firstAccount, `0x${"ab".repeat(32)}`], "You would sign blindly"),
  },
  {
    name: "ReviewRequest-asking",
    page: {},
    go: async (page, wallet) => {
      const modal = await connect(page, wallet)
      await askPage(page, "personal_sign", ["Hello", firstAccount])
      await wallet.promptAfter(() => modal.button("Continue").click())
      await modal.heading("Approve in your wallet").waitFor()
    },
  },
]
