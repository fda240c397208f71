import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import {
  getEmbeddedAddress,
  getFrameApproval,
  getModalDialog,
  hoverInFrame,
  openSiteOwner,
  pressInFrame,
  signInByMail,
} from "../harness/embeddedSignIn.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { connectWallet, firstAccount, secondAccount } from "../harness/modal.ts"
import { requestOnPage } from "../harness/pageRequests.ts"
import { story } from "../harness/story.ts"
import type { Shell } from "../harness/terminal.ts"

const connectShell = async (shell: Shell) => {
  const { code } = await shell.run(["connect", "--wallet", "dev", "--yes"])
  expect(code).toBe(0)
}

/** Typed data with a list of addresses, of which one is another's. */
const listOf = (count: number): string =>
  JSON.stringify({
    domain: { name: "List", chainId: 1 },
    primaryType: "List",
    types: {
      EIP712Domain: [
        { name: "name", type: "string" },
        { name: "chainId", type: "uint256" },
      ],
      List: [{ name: "list", type: "address[]" }],
    },
    message: { list: Array.from({ length: count }, (_, at) => (at === 177 ? secondAccount : firstAccount)) },
  })

const requestList = (page: Page, count: number) =>
  requestOnPage(page, { method: "eth_signTypedData_v4", params: [firstAccount, listOf(count)] })

const agreement = `${"I agree. ".repeat(700)}Everything is yours.`

describe("long request", () => {
  story(
    "starts with its totals in the modal, and is accepted only after its end was on the screen",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await page.bringToFront()
      const heard = requestList(page, 300)
      await modal.heading("In all").waitFor()
      const read = modal.dialog.getByRole("checkbox", { name: "I have read it to its end" })
      const blind = modal.dialog.getByRole("checkbox", { name: "I know what I sign" })
      const go = modal.dialog.getByRole("button", { name: "Continue", exact: true })
      await modal.text("list[] × 299").waitFor()
      expect([
        await read.isDisabled(),
        await blind.isDisabled(),
        await go.getAttribute("aria-disabled"),
      ]).toEqual([true, true, "true"])
      await modal.text("list[299]").scrollIntoViewIfNeeded()
      await modal.text("Your account").scrollIntoViewIfNeeded()
      await read.check()
      await blind.check()
      const prompt = await wallet.promptAfter(() => go.click())
      await prompt.approve()
      expect(await heard).toMatch(/^0x[0-9a-f]{130}$/)
    },
  )

  story(
    "is refused by its number and bound when it is too long to be read",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = await connectWallet(page, wallet)
      await page.bringToFront()
      expect(await requestList(page, 1_500)).toMatch(
        /^-32602 .*The request has 1501 lines, and at most 1000 can be reviewed\. No wallet received it\.$/,
      )
      await modal.text("Too long to review").waitFor()
      await modal.button("Close").last().click()
      await modal.dialog.waitFor({ state: "hidden" })
    },
  )

  story(
    "signs in with a long message only after its end was on the screen",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, { siwx: { statement: agreement } }))
      const modal = await connectWallet(page, wallet)
      await page.bringToFront()
      await modal.heading("Sign in with your wallet").waitFor()
      const read = modal.dialog.getByRole("checkbox", { name: "I have read it to its end" })
      const go = modal.dialog.getByRole("button", { name: "Sign in", exact: true })
      await read.waitFor()
      expect([await read.isDisabled(), await go.getAttribute("aria-disabled")]).toEqual([true, "true"])
      await modal.text("It costs nothing and moves nothing").scrollIntoViewIfNeeded()
      await read.check()
      const prompt = await wallet.promptAfter(() => go.click())
      expect(await prompt.text()).toContain("Everything is yours.")
      await prompt.approve()
    },
  )

  story(
    "takes no approval in the embedded wallet's frame before its end was on the screen",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const site = await openSiteOwner(outside, world)
      const page = await visitor.visit(makeHostPage(world, { secureSite: true }))
      await signInByMail(page, site)
      const heard = requestOnPage(page, {
        method: "personal_sign",
        params: [`0x${Buffer.from(agreement).toString("hex")}`, await getEmbeddedAddress(page)],
      })
      const dialog = getModalDialog(page)
      await dialog.getByText("Your account").scrollIntoViewIfNeeded()
      await dialog.getByRole("checkbox", { name: "I have read it to its end" }).check()
      await dialog.getByRole("button", { name: "Continue", exact: true }).click()
      const { approve, text } = getFrameApproval(page)
      await text(/Everything is yours/).waitFor()
      const act = page.frameLocator("iframe").getByRole("checkbox", { name: "I have read it to its end" })
      await hoverInFrame(approve)
      await page.frameLocator("iframe").locator("#approve[aria-disabled=true]").waitFor()
      expect(await act.getAttribute("aria-disabled")).toBe("true")
      await page
        .frameLocator("iframe")
        .locator("#details")
        .evaluate((list) => list.scrollTo(0, list.scrollHeight))
      await pressInFrame(act)
      await pressInFrame(approve)
      expect(await heard).toMatch(/^0x[\da-f]+$/)
    },
  )

  story("is shown page by page in the terminal, which asks below its end", async ({ shell }) => {
    await connectShell(shell)
    const file = join(shell.state, "list.json")
    await writeFile(file, listOf(200))
    const session = shell.sit(["sign", "typed-data", file])
    await session.shows(/Line \d+ of \d+: Enter for more/)
    expect(session.screen()).toContain("In all")
    expect(session.screen()).not.toMatch(/Type blind/)
    session.type("\u001b")
    expect(await session.ended).toBe(4)
    expect(session.screen()).not.toContain("list[199]")
  })

  story("is refused in the terminal with --yes, and takes its act within the bound", async ({ shell }) => {
    await connectShell(shell)
    const signing = ["sign", "typed-data", "--yes", "--json", "--confirm", "blind"]
    const refused = await shell.run([...signing, "--confirm", "long"], listOf(1_500))
    expect([refused.code, refused.stdout]).toEqual([6, ""])
    expect(refused.stderr).toContain("has 1501 lines, and at most 1000 can be reviewed")
    const stopped = await shell.run(signing, listOf(200))
    expect([stopped.code, stopped.stdout]).toEqual([6, ""])
    expect(stopped.stderr).toContain("--confirm long")
    expect((await shell.run([...signing, "--confirm", "long"], listOf(200))).code).toBe(0)
  })
})
