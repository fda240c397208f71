import type { Network } from "@wmodal/protocol"
import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, getModalViews } from "../harness/modal.ts"
import { makeStoryNetworks } from "../harness/networks.ts"
import { story } from "../harness/story.ts"

/** A wallet with one network that rejects any other. */
const singleNetworkWallet = `
announce(
  { uuid: "00000000-0000-4000-8000-0000000000aa", name: "Stubborn", icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>", rdns: "stubborn.example" },
  {
    request: async ({ method }) => {
      if (method === "eth_chainId") return "0x1"
      if (method === "eth_requestAccounts" || method === "eth_accounts") return ["${firstAccount}"]
      throw { code: method === "wallet_switchEthereumChain" ? 4902 : -32602, message: "no" }
    },
    on() {},
    removeListener() {},
  },
)
`

describe("network switch", () => {
  story("switches after approval", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = await connectWallet(page, wallet)
    await modal.networkButton("Ethereum").click()
    await modal.heading("Choose Network").waitFor()
    await modal.button("What is a network?").click()
    await modal.heading("Each has its own balances").waitFor()
    await modal.button("Choose Network").click()
    const prompt = await wallet.promptAfter(() => modal.button(/Polygon/).click())
    await modal.heading("Approve in your wallet").waitFor()
    expect(await prompt.text()).toContain("Polygon (137)")
    await prompt.approve()
    await modal.networkButton("Polygon").waitFor()
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().account?.network)).toBe("eip155:137")
    await page.evaluate(() => globalThis.modals[0]?.open("WhatIsAWallet"))
    await modal.heading("It keeps your keys").waitFor()
  })

  story(
    "keeps the network and reports the rejection when declined",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await modal.networkButton("Ethereum").click()
      const first = await wallet.promptAfter(() => modal.button(/Polygon/).click())
      await first.decline()
      await modal.text("Switch declined").waitFor()
      await modal.text("You are still on the same network. You can try again.").waitFor()
      expect(await page.evaluate(() => globalThis.modals[0]?.getState().account?.network)).toBe("eip155:1")
      const second = await wallet.promptAfter(() => modal.button("Try again").click())
      await second.approve()
      await modal.networkButton("Polygon").waitFor()
    },
  )

  story("adds a network that the wallet does not know", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world, { networks: ["ethereum", "base"] }))
    const modal = await connectWallet(page, wallet)
    await modal.networkButton("Ethereum").click()
    const prompt = await wallet.promptAfter(() => modal.button(/Base/).click())
    expect(await prompt.text()).toContain("Add a network and switch to it")
    await prompt.approve()
    await modal.networkButton("Base").waitFor()
  })

  story(
    "shows 'Chain is not supported' when the wallet can neither switch to a network nor add it",
    { tags: "full" },
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world, { before: singleNetworkWallet }))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row("Stubborn").click()
      await modal.accountButton().waitFor()
      await modal.networkButton("Ethereum").click()
      await modal.button(/Polygon/).click()
      await modal.text("Chain is not supported").waitFor()
      expect(await page.evaluate(() => globalThis.modals[0]?.getState().account?.network)).toBe("eip155:1")
    },
  )

  story(
    "shows networks with the directory's images, or a letter",
    { tags: "full" },
    async ({ visitor, world }) => {
      const { base } = makeStoryNetworks(world)
      const rare: Network = { ...base, id: 999_999, caipNetworkId: "eip155:999999", name: "Rare" }
      const page = await visitor.visit(makeHostPage(world, { networks: ["ethereum"], moreNetworks: [rare] }))
      const modal = getModalViews(page)
      await modal.networkButton("Select Network").click()
      const picture = modal.button(/Ethereum/).locator("img")
      await picture.waitFor()
      expect(await picture.getAttribute("src")).toMatch(/^data:image\/svg/)
      await expect
        .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
        .toBeGreaterThan(0)
      expect(await modal.button(/Rare/).locator("img").count()).toBe(0)
    },
  )

  story(
    "adds a network that the user types, keeps it for the next visit, and removes it",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, { options: { features: { addNetworks: true } } }))
      const modal = await connectWallet(page, wallet)
      const { base } = makeStoryNetworks(world)
      const [url = ""] = base.rpcUrls.default.http
      await modal.networkButton("Ethereum").click()
      await modal.button("Add network").click()
      const form = { "Network name": "Workshop", "RPC URL of its node": url, "Chain ID": "10" }
      for (const [label, text] of Object.entries({ ...form, "Currency symbol": "ETH" }))
        await modal.dialog.getByRole("textbox", { name: label }).fill(text)
      await modal.button("Check and add").click()
      await modal.text("You typed chain ID 10, and the node says 8453. Nothing was added.").waitFor()
      await modal.dialog.getByRole("textbox", { name: "Chain ID" }).fill("8453")
      await modal.button("Check and add").click()
      const prompt = await wallet.promptAfter(() => modal.button(/^Workshop/).click())
      expect(await prompt.text()).toContain("Add a network and switch to it")
      await prompt.approve()
      await modal.networkButton("Workshop").waitFor()
      await page.reload()
      await modal.networkButton("Workshop").click()
      await modal.button(/^Settings of .*Workshop/).click()
      await modal.text(url).waitFor()
      await modal.button("Remove from this list").click()
      // The wallet is still on the network that the page no longer has.
      await modal.heading("Switch Network").waitFor()
      await modal.button(/Polygon/).waitFor()
      expect(await modal.button(/Workshop/).count()).toBe(0)
    },
  )

  story("selects a network without a prompt before connecting", async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    // The button has the network's name once the engine has loaded.
    await modal.networkButton("Select Network").or(modal.networkButton("Ethereum")).click()
    await modal.button(/Polygon/).click()
    await modal.networkButton("Polygon").waitFor()
  })

  story(
    "returns 'Network Not Found' when the host requests an unconfigured network",
    { tags: "full" },
    async ({ visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const outcome = await page.evaluate(() => globalThis.modals[0]?.switchNetwork("eip155:424242"))
      expect(outcome).toMatchObject({
        ok: false,
        error: { text: expect.stringContaining("Network Not Found") },
      })
    },
  )

  story("shows 'Network Not Found' in the open modal", { tags: "full" }, async ({ visitor, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.row().waitFor()
    expect(await modal.text("Network Not Found").count()).toBe(0)
    await page.evaluate(() => globalThis.modals[0]?.switchNetwork("eip155:424242"))
    await modal.text("Network Not Found").waitFor()
    await modal.text("This site requested eip155:424242, which is not one of its networks.").waitFor()
    // A configuration error does not prevent connecting.
    expect(await modal.row().isEnabled()).toBe(true)
  })
})
