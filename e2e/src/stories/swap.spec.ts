import { describe, expect } from "vitest"
import { delegateAccount } from "../harness/delegation.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { awaitFocusIn, awaitFocusOn, pressTabTo } from "../harness/keyboard.ts"
import { connectWallet, firstAccount, getModalViews } from "../harness/modal.ts"
import { mockUsdCoin } from "../harness/sendViews.ts"
import { story } from "../harness/story.ts"
import { getSwapViews, mockDai, openSwapping, startSwapping } from "../harness/swapViews.ts"
import { getAllowance, getBalance, getTokenBalance, type TestWorld } from "../harness/testWorld.ts"

const ether = 10n ** 18n

const getUsdBalance = (world: TestWorld) => getTokenBalance(world, 1, mockUsdCoin, firstAccount)
const getDaiBalance = (world: TestWorld) => getTokenBalance(world, 1, mockDai, firstAccount)

describe("swapping in the modal", () => {
  story(
    "contract: swaps ETH for a token in one step",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, compose, confirm, confirmed } = await startSwapping(page, wallet)
      const before = await getUsdBalance(world)
      await compose({ to: "Mock USD Coin", amount: "2" })
      await modal.heading("Balance after").waitFor()
      const prompt = await wallet.promptAfter(() => confirm("Swap").click())
      await modal.heading("Approve in your wallet").waitFor()
      await prompt.approve()
      await modal.text("Transaction started").waitFor()
      await confirmed()
      const received = (await getUsdBalance(world)) - before
      expect(received).toBeGreaterThan(4_900_000_000n)
      expect(received).toBeLessThan(5_000_000_000n)
      expect(await getBalance(world, 1, firstAccount)).toBeLessThan(9_998n * ether)
    },
  )

  story("contract: swaps a token for a token after an approval", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const { modal, compose, confirm, confirmed } = await startSwapping(page, wallet)
    const [dollars, dai] = [await getUsdBalance(world), await getDaiBalance(world)]
    await compose({ from: "Mock USD Coin", to: "Mock Dai", amount: "100" })
    await modal.text("Approve exactly 100 mUSDC").waitFor()
    const first = await wallet.promptAfter(() => confirm("Approve").click())
    await modal.text("Step 1 of 2").waitFor()
    await first.approve()
    await modal.text("Approved: exactly 100 mUSDC").waitFor()
    expect(await getUsdBalance(world)).toBe(dollars)
    const second = await wallet.promptAfter(() => confirm("Swap").click())
    await modal.text("Step 2 of 2").waitFor()
    await second.approve()
    await confirmed()
    expect(await getUsdBalance(world)).toBe(dollars - 100_000_000n)
    expect(await getDaiBalance(world)).toBeGreaterThan(dai + 98n * ether)
    expect(await getAllowance(world, 1, mockUsdCoin, firstAccount)).toBe(0n)
  })

  story(
    "contract: sends approval and swap as one batch",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      await wallet.setSmartAccount(true)
      await delegateAccount(world, 1, firstAccount)
      const page = await visitor.visit(makeHostPage(world))
      const { modal, compose, confirm, confirmed } = await startSwapping(page, wallet)
      const [dollars, dai] = [await getUsdBalance(world), await getDaiBalance(world)]
      await compose({ from: "Mock USD Coin", to: "Mock Dai", amount: "100" })
      await modal.text("Both are one request").waitFor()
      const prompt = await wallet.promptAfter(() => confirm("Approve and swap").click())
      await prompt.approve()
      await confirmed()
      expect(await getUsdBalance(world)).toBe(dollars - 100_000_000n)
      expect(await getDaiBalance(world)).toBeGreaterThan(dai + 98n * ether)
    },
  )

  story(
    "explains each declined step, and swaps on the next try",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, compose, confirm, confirmed } = await startSwapping(page, wallet)
      const dollars = await getUsdBalance(world)
      await compose({ from: "Mock USD Coin", to: "Mock Dai", amount: "50" })
      const first = await wallet.promptAfter(() => confirm("Approve").click())
      await first.decline()
      await modal.text("Signature declined").waitFor()
      await modal.text("Nothing was approved, and nothing was swapped.").waitFor()
      const again = await wallet.promptAfter(() => confirm("Approve").click())
      await again.approve()
      await modal.text("Approved: exactly 50 mUSDC").waitFor()
      const second = await wallet.promptAfter(() => confirm("Swap").click())
      await second.decline()
      await modal.text(/Nothing was swapped. Your approval of .*50 mUSDC.* is still active/).waitFor()
      expect(await getUsdBalance(world)).toBe(dollars)
      const last = await wallet.promptAfter(() => confirm("Swap").click())
      await last.approve()
      await confirmed()
      expect(await getUsdBalance(world)).toBe(dollars - 50_000_000n)
    },
  )
})

describe("approval of a swap that stopped", () => {
  story("is taken back", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    const { modal, compose, confirm } = await startSwapping(page, wallet)
    await compose({ from: "Mock USD Coin", to: "Mock Dai", amount: "50" })
    const first = await wallet.promptAfter(() => confirm("Approve").click())
    await first.approve()
    await modal.text("Approved: exactly 50 mUSDC").waitFor()
    const second = await wallet.promptAfter(() => confirm("Swap").click())
    await second.decline()
    await modal.button("View the approval").click()
    await modal.button("Take it back").click()
    await modal.text(/^Take the .*mUSDC.* approval back$/).waitFor()
    const last = await wallet.promptAfter(() => modal.button("Take it back").click())
    await last.approve()
    await modal.text("It is being taken back. See your activity.").waitFor()
    await expect.poll(() => getAllowance(world, 1, mockUsdCoin, firstAccount)).toBe(0n)
  })
})

describe("interrupted swaps", () => {
  story(
    "continues an approval while the modal is closed, then reviews its swap",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, compose, confirm, confirmed } = await startSwapping(page, wallet)
      const dollars = await getUsdBalance(world)
      await compose({ from: "Mock USD Coin", to: "Mock Dai", amount: "30" })
      const first = await wallet.promptAfter(() => confirm("Approve").click())
      await page.bringToFront()
      await modal.button("Close").click()
      await modal.dialog.waitFor({ state: "hidden" })
      await first.page.bringToFront()
      await first.approve()
      await page.bringToFront()
      await expect.poll(() => getAllowance(world, 1, mockUsdCoin, firstAccount)).toBe(30_000_000n)
      await modal.accountButton().click()
      await modal.dialog.getByRole("button", { name: "Swap", exact: true }).click()
      await modal.text("Approved: exactly 30 mUSDC").waitFor()
      const second = await wallet.promptAfter(() => confirm("Swap").click())
      await second.approve()
      await confirmed()
      expect(await getUsdBalance(world)).toBe(dollars - 30_000_000n)
      expect(await getAllowance(world, 1, mockUsdCoin, firstAccount)).toBe(0n)
    },
  )

  story(
    "requires acceptance of a lower amount before the swap",
    { tags: "full" },
    async ({ plan, visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, compose, confirm } = await startSwapping(page, wallet)
      const dai = await getDaiBalance(world)
      await compose({ from: "Mock USD Coin", to: "Mock Dai", amount: "100" })
      const first = await wallet.promptAfter(() => confirm("Approve").click())
      const replace = [{ text: '"toAmount":"99', with: '"toAmount":"97' }]
      await plan([{ match: { path: "/v1/convert/quotes" }, fault: { kind: "edit", replace } }])
      await first.approve()
      await page.bringToFront()
      await modal.text("The price has changed").waitFor()
      expect(await confirm("Swap").count()).toBe(0)
      const accept = modal.dialog.getByRole("button", { name: "Accept", exact: true })
      // A press during the update is ignored, so the press is repeated.
      await expect
        .poll(async () => {
          if ((await accept.count()) > 0) await accept.press("Enter")
          return accept.count()
        })
        .toBe(0)
      await awaitFocusOn(page, "Swap")
      expect(await getDaiBalance(world)).toBe(dai)
      await plan([])
      await expect.poll(() => confirm("Swap").count()).toBe(1)
    },
  )

  story(
    "requires typed confirmation of a high price impact",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const { modal, compose, confirm } = await startSwapping(page, wallet)
      await compose({ to: "Mock USD Coin", amount: "1000" })
      const held = modal.button(/^Swap$/)
      const typing = modal.dialog.getByRole("textbox", { name: /^Type \d+\.\d to continue$/ })
      await held.press("Enter")
      await awaitFocusIn(typing)
      await typing.fill("99.9")
      await modal.text("This is not the number above").waitFor()
      expect(await held.getAttribute("aria-disabled")).toBe("true")
      const label = await modal.dialog.getByText(/^Type \d/).innerText()
      await typing.fill(/[\d.]+/.exec(label)?.[0] ?? "")
      const prompt = await wallet.promptAfter(() => confirm("Swap").click())
      await prompt.decline()
      await modal.text("Signature declined").waitFor()
    },
  )
})

/** A wallet named "Odd" that connects, and sends nothing. */
const sendlessWallet = `
announce(
  { uuid: "00000000-0000-4000-8000-00000000000e", name: "Odd", icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>", rdns: "odd.example" },
  {
    request: async ({ method }) => {
      if (method === "eth_chainId") return "0x1"
      if (method === "eth_requestAccounts" || method === "eth_accounts") return ["${firstAccount}"]
      throw { code: 4100, message: "no" }
    },
    on() {},
    removeListener() {},
  },
)
`

describe("swap errors", () => {
  story(
    "shows one text per error, and keeps the input",
    { tags: "full" },
    async ({ visitor, plan, world }) => {
      const page = await visitor.visit(makeHostPage(world, { before: sendlessWallet }))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row("Odd").click()
      await modal.accountButton().click()
      const swap = modal.dialog.getByRole("button", { name: "Swap", exact: true })
      const fail = (path: string) => plan([{ match: { path }, fault: { kind: "status", status: 404 } }])
      const once = async (text: string) => {
        await modal.text(text).first().waitFor()
        expect(await modal.text(text).count()).toBe(1)
      }

      await fail("/v1/convert/gas-price")
      await swap.click()
      await once("Failed to initialize swap")
      await swap.waitFor()

      await fail("/v1/fungible/price")
      const { amount, choose, review, confirm } = await openSwapping(page)
      await once("Failed to fetch network token price")
      await plan([])

      await choose("source", "Mock USD Coin")
      await choose("destination", "Mock Dai")
      for (const [typed, text] of [
        ["1.2345678", "Incorrect amount"],
        ["1.2345678", "Please enter a valid amount"],
        ["123456789", "Insufficient balance"],
      ] as const) {
        await amount.fill(typed)
        await once(text)
        expect(await amount.inputValue()).toBe(typed)
        expect(await amount.getAttribute("aria-invalid")).toBe("true")
        expect(await modal.button("Review swap").getAttribute("aria-disabled")).toBe("true")
      }

      await amount.fill("25")
      for (const [path, text] of [
        ["/v1/convert/allowance", "Failed to check allowance"],
        ["/v1/convert/build-approve", "Failed to create approval transaction"],
        ["/v1/convert/build-transaction", "Failed to create transaction"],
      ] as const) {
        await fail(path)
        await review.click()
        await once(text)
        expect(await amount.inputValue()).toBe("25")
      }

      await plan([])
      await review.click()
      await confirm("Approve").click()
      await once("Transaction error")
      await once("Your wallet has not authorized this site.")
    },
  )
})

describe("swapping opened by the page", () => {
  story("continues to the swap after a connection", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world))
    await getModalViews(page).connectButton.waitFor()
    await page.evaluate(() => globalThis.modals[0]?.open("Swap"))
    await getModalViews(page).heading("Connect Wallet").waitFor()
    await page.evaluate(() => globalThis.modals[0]?.close())
    const modal = await connectWallet(page, wallet)
    await page.evaluate(() => globalThis.modals[0]?.open("Swap"))
    await modal.heading("Swap").waitFor()
    await modal.text("10,000 ETH available").waitFor()
    await getSwapViews(page).choose("destination", "Mock USD Coin")
    await modal.text(/^1 ETH = /).waitFor()
    await modal.button("Switch sides").click()
    await expect.poll(() => getSwapViews(page).amount.inputValue()).toMatch(/^24\d\d\.\d+$/)
    await modal.text(/^1 mUSDC = 0\.000\d+ ETH$/).waitFor()
  })

  story("offers no swap when the host disabled it", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world, { options: { features: { swaps: false } } }))
    const modal = await connectWallet(page, wallet)
    await modal.accountButton().click()
    await modal.dialog.getByRole("button", { name: "Send", exact: true }).waitFor()
    expect(await modal.dialog.getByRole("button", { name: "Swap", exact: true }).count()).toBe(0)
    await page.evaluate(() => globalThis.modals[0]?.open("Swap"))
    await modal.text("Swapping is turned off").waitFor()
  })

  story(
    "names the networks with swaps when the current one has none",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, { networks: ["sepolia", "ethereum"] }))
      await wallet.selectChain(11155111)
      const modal = await connectWallet(page, wallet)
      await modal.accountButton().click()
      await modal.dialog.getByRole("button", { name: "Send", exact: true }).waitFor()
      expect(await modal.dialog.getByRole("button", { name: "Swap", exact: true }).count()).toBe(0)
      await page.evaluate(() => globalThis.modals[0]?.open("Swap"))
      await modal.text("No swaps on Sepolia").waitFor()
      const prompt = await wallet.promptAfter(() => modal.button(/Ethereum/).click())
      await prompt.approve()
      await getSwapViews(page).source.filter({ hasText: "ETH" }).waitFor()
    },
  )
})

describe("swapping by keyboard", () => {
  story(
    "completes a swap from the account and back to it",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await page.bringToFront()
      const dollars = await getUsdBalance(world)
      await modal.accountButton().focus()
      await page.keyboard.press("Enter")
      await modal.dialog.getByRole("button", { name: "Swap", exact: true }).waitFor()
      await pressTabTo(page, /^Swap$/)
      await page.keyboard.press("Enter")
      await getSwapViews(page).source.filter({ hasText: "ETH" }).waitFor()
      await awaitFocusOn(page, "Swap")
      await pressTabTo(page, /^Amount in ETH/)
      await page.keyboard.press("ControlOrMeta+a")
      await page.keyboard.type("0,25")
      await pressTabTo(page, /^Choose token/)
      await page.keyboard.press("Enter")
      await modal.dialog.getByRole("searchbox").waitFor()
      await pressTabTo(page, /^Search tokens/)
      await page.keyboard.type("usd")
      await modal.dialog.getByText("1 token").waitFor({ state: "attached" })
      await pressTabTo(page, /Mock USD Coin/)
      await page.keyboard.press("Enter")
      await getSwapViews(page).review.waitFor()
      await modal.dialog.getByText(/^You receive about/).waitFor({ state: "attached" })
      await pressTabTo(page, /^Slippage limit/)
      await page.keyboard.press("Enter")
      await pressTabTo(page, modal.dialog.getByRole("radio", { checked: true }))
      await page.keyboard.press("ArrowRight")
      await modal.button("Slippage limit: 3%").waitFor()
      await pressTabTo(page, /^Review swap$/)
      await page.keyboard.press("Enter")
      await modal.heading("Preview swap").waitFor()
      await awaitFocusOn(page, "Preview swap")
      await pressTabTo(page, /^Swap$/)
      const prompt = await wallet.promptAfter(() => page.keyboard.press("Enter"))
      await awaitFocusOn(page, /Approve in your wallet/)
      await prompt.approve()
      await page.bringToFront()
      await getSwapViews(page).confirmed()
      expect(await getUsdBalance(world)).toBeGreaterThan(dollars)
    },
  )
})

describe("malicious token names", () => {
  story(
    "removes hidden characters, in the modal and the terminal",
    { tags: "full" },
    async ({ plan, shell, visitor, wallet, world }) => {
      const hidden = "\u202E\u2066\u200B\u0007"
      await plan([
        {
          match: { path: "/v1/convert/tokens" },
          fault: {
            kind: "edit",
            replace: [
              { text: '"Mock Dai"', with: `${JSON.stringify(`Mock ${hidden}Dai${"i".repeat(3000)}`)}` },
              { text: '"mDAI"', with: `${JSON.stringify(`${hidden}mDAI${"I".repeat(3000)}`)}` },
            ],
          },
        },
      ])
      const page = await visitor.visit(makeHostPage(world))
      const { modal, choose } = await startSwapping(page, wallet)
      const looksWell = async () => {
        // The modal itself inserts direction isolates only in pairs.
        const shown = (await modal.dialog.innerText()).replaceAll(/\u2068([^\u2068\u2069]*)\u2069/g, "$1")
        expect(shown).toContain("DAII")
        for (const one of hidden) expect(shown).not.toContain(one)
        const [outer, inner] = await modal.dialog.evaluate((all) => [all.clientWidth, all.scrollWidth])
        expect(inner).toBeLessThanOrEqual(outer ?? 0)
        const sources = await modal.dialog
          .locator("img")
          .evaluateAll((all) => all.map((one) => one.getAttribute("src")))
        for (const source of sources) expect(source).toMatch(/^data:image\//)
      }
      await getSwapViews(page).destination.click()
      await modal.dialog
        .getByRole("list", { name: "Tokens" })
        .getByText(/^DAII|mDAII/)
        .first()
        .waitFor()
      await looksWell()
      await modal.button("Back").click()
      await choose("destination", "Mock Daii")
      await modal.text(/^1 ETH = /).waitFor()
      await looksWell()

      expect((await shell.run(["connect", "--wallet", "dev", "--yes"])).code).toBe(0)
      const { code, stdout } = await shell.run(["swap", "1", "ETH", mockDai, "--dry-run"])
      expect(code).toBe(0)
      expect(stdout).toContain("mDAII")
      for (const one of hidden) expect(stdout).not.toContain(one)
      expect(stdout).not.toContain("I".repeat(40))
    },
  )
})
