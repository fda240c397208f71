import { openStoryWorld, type SiteControl } from "@wmodal/mock-server/story"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import {
  getEmbeddedButton,
  getFrameApproval,
  getModalDialog,
  openSiteOwner,
  pressInFrame,
  reachCode,
} from "../harness/embeddedSignIn.ts"
import { type HostPageOptions, makeHostPage } from "../harness/hostPage.ts"
import { firstAccount, getModalViews, secondAccount } from "../harness/modal.ts"
import { scanUntilRead } from "../harness/scan.ts"
import { story } from "../harness/story.ts"
import type { ExtensionWallet } from "../harness/wallet.ts"

const sessionsSchema = z.object({
  sessions: z.array(z.object({ address: z.string(), chainId: z.string(), message: z.string() })),
})

/** Returns the sessions that the host's server has for this visitor. */
const fetchSessions = async (page: Page) =>
  sessionsSchema.parse(await page.evaluate(async () => (await fetch("/auth/session")).json())).sessions

const getStatus = (page: Page) => page.evaluate(() => globalThis.modals[0]?.getState().signature.status ?? "")
const reachStatus = async (page: Page, status: string) => {
  await expect.poll(() => getStatus(page)).toBe(status)
}

/** Connects the extension; the sign-in follows in the same dialog. */
const connect = async (page: Page, wallet: ExtensionWallet, row?: string) => {
  const modal = getModalViews(page)
  await modal.connectButton.click()
  const prompt = await wallet.promptAfter(() => modal.row(row).click())
  await prompt.approve()
  await page.bringToFront()
  await modal.heading("Sign in with your wallet").waitFor()
  return modal
}
const signButton = (page: Page) =>
  page
    .getByRole("dialog")
    .getByRole("button", { name: "Sign in", exact: true })
    .and(page.locator('[aria-disabled="false"], :not([aria-disabled])'))

const sign = async (page: Page, wallet: ExtensionWallet) => {
  const prompt = await wallet.promptAfter(() => signButton(page).click())
  const text = await prompt.text()
  await prompt.approve()
  await page.bringToFront()
  return text
}

const statement = "I accept the terms: https://host.example/terms"

describe("sign-in with a signature", () => {
  story(
    "signs in on the host's server after connecting, keeps the session, and ends it on disconnect",
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(
        makeHostPage(world, {
          siwx: { statement, expiresInMs: 3_600_000, resources: ["https://host.example/me"] },
        }),
      )
      const modal = await connect(page, wallet)
      const { host } = new URL(page.url())
      const shown = await modal.dialog.innerText()
      for (const text of [
        host,
        "wants you to sign in",
        statement,
        "Ethereum",
        "Valid until",
        "https://host.example/me",
      ])
        expect(shown).toContain(text)
      expect(shown.replaceAll(/\s/g, "")).toContain(firstAccount)
      expect(await fetchSessions(page)).toEqual([])
      expect(await sign(page, wallet)).toContain(`${host} wants you to sign in with your Ethereum account:`)
      await modal.dialog.waitFor({ state: "detached" })
      await reachStatus(page, "signedIn")
      expect(await fetchSessions(page)).toMatchObject([{ address: firstAccount, chainId: "eip155:1" }])
      expect(
        await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie])),
      ).not.toMatch(/0x[\da-f]{130}/)

      await page.reload()
      await modal.accountButton().waitFor()
      await reachStatus(page, "signedIn")
      expect(await modal.dialog.count()).toBe(0)

      await modal.accountButton().click()
      await modal.disconnect()
      await modal.connectButton.waitFor()
      await expect.poll(() => fetchSessions(page)).toEqual([])
    },
  )

  story(
    "asks again for another account and for another network, one at a time",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, { siwx: {} }))
      const modal = await connect(page, wallet)
      await sign(page, wallet)
      await reachStatus(page, "signedIn")
      await wallet.selectAccount(1)
      await modal.heading("Sign in with your wallet").waitFor()
      await expect
        .poll(async () => (await modal.dialog.innerText()).replaceAll(/\s/g, ""))
        .toContain(secondAccount)
      await sign(page, wallet)
      await reachStatus(page, "signedIn")
      const switching = await wallet.promptAfter(() =>
        page.evaluate(() => void globalThis.modals[0]?.switchNetwork("eip155:137")),
      )
      await switching.approve()
      await page.bringToFront()
      await modal.heading("Sign in with your wallet").waitFor()
      await expect.poll(() => modal.dialog.innerText()).toContain("Polygon")
      await sign(page, wallet)
      await reachStatus(page, "signedIn")
      expect((await fetchSessions(page)).map(({ address, chainId }) => `${chainId}:${address}`)).toEqual([
        `eip155:1:${firstAccount}`,
        `eip155:1:${secondAccount}`,
        `eip155:137:${secondAccount}`,
      ])
    },
  )

  story(
    "shows the message again after a declined signature, and disconnects on Cancel",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, { siwx: {} }))
      const modal = await connect(page, wallet)
      const prompt = await wallet.promptAfter(() => signButton(page).click())
      await prompt.decline()
      await page.bringToFront()
      await modal.text("Signature declined").waitFor()
      await modal.heading("Sign in with your wallet").waitFor()
      // A required sign-in is not closed, only left.
      await page.keyboard.press("Escape")
      await modal.heading("Sign in with your wallet").waitFor()
      await modal.button("Cancel").click()
      await modal.connectButton.waitFor()
      await reachStatus(page, "off")
    },
  )

  story(
    "keeps the connection when an optional sign-in is left, and asks on the page's request",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, { siwx: { required: false } }))
      const modal = await connect(page, wallet)
      await page.keyboard.press("Escape")
      await modal.dialog.waitFor({ state: "detached" })
      await modal.accountButton().waitFor()
      await reachStatus(page, "signedOut")
      await page.evaluate(() => globalThis.modals[0]?.signIn())
      await modal.heading("Sign in with your wallet").waitFor()
      await sign(page, wallet)
      await reachStatus(page, "signedIn")
      expect(await page.evaluate(() => globalThis.modals[0]?.signOut())).toEqual({ ok: true })
      await reachStatus(page, "signedOut")
      expect(await fetchSessions(page)).toEqual([])
      await modal.accountButton().waitFor()
    },
  )

  story(
    "requires an act for a message of another domain, which the server then refuses",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(
        makeHostPage(world, { siwx: { domain: "bank.example", uri: "https://bank.example" } }),
      )
      const modal = await connect(page, wallet)
      await modal.text("Sign-in for another site").waitFor()
      const held = modal.dialog.getByRole("button", { name: "Sign in", exact: true })
      await held.press("Enter")
      expect(await held.getAttribute("aria-disabled")).toBe("true")
      await modal.dialog.getByRole("checkbox", { name: /Sign in at .bank\.example/ }).check()
      await sign(page, wallet)
      await modal.text("You are not signed in").waitFor()
      await modal.text(/The message is for bank\.example/).waitFor()
      expect(await fetchSessions(page)).toEqual([])
    },
  )

  story(
    "offers to try again when the server has no nonce, and disconnects when it has no answer",
    { tags: "full" },
    async ({ plan, visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, { siwx: {} }))
      await plan([{ match: { path: "/host/nonce" }, fault: { kind: "status", status: 503 } }])
      const modal = getModalViews(page)
      await modal.connectButton.click()
      const prompt = await wallet.promptAfter(() => modal.row().click())
      await prompt.approve()
      await page.bringToFront()
      await modal.text("HTTP status code 503").waitFor()
      await plan([])
      await modal.button("Try again").click()
      await modal.heading("Sign in with your wallet").waitFor()
      await modal.button("Cancel").click()
      await modal.connectButton.waitFor()

      await plan([{ match: { path: "/host/session" }, fault: { kind: "status", status: 503 } }])
      await modal.connectButton.click()
      const again = await wallet.promptAfter(() => modal.row().click())
      await again.approve()
      await page.bringToFront()
      await modal.connectButton.waitFor()
      await reachStatus(page, "off")
    },
  )

  story(
    "asks again when the session expires while the page is open",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world, { siwx: { expiresInMs: 4000 } }))
      const modal = await connect(page, wallet)
      await sign(page, wallet)
      await reachStatus(page, "signedIn")
      await modal.heading("Sign in with your wallet").waitFor()
      expect(await fetchSessions(page)).toEqual([])

      // Also on a later visit: the wallet is restored, and the server knows no session.
      await page.reload()
      await modal.heading("Sign in with your wallet").waitFor()
      await sign(page, wallet)
      await reachStatus(page, "signedIn")
    },
  )

  story("signs in with an account of bitcoin", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(
      makeHostPage(world, { chains: ["bitcoin"], networks: ["bitcoin"], siwx: { statement } }),
    )
    await connect(page, wallet, "wmodal Dev Wallet")
    await sign(page, wallet)
    await reachStatus(page, "signedIn")
    expect(await fetchSessions(page)).toHaveLength(1)
  })

  story("signs in with solana's prompt to connect", { tags: "full" }, async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(
      makeHostPage(world, { chains: ["solana"], networks: ["solana"], siwx: { statement } }),
    )
    const modal = getModalViews(page)
    await modal.connectButton.click()
    const prompt = await wallet.promptAfter(() => modal.row("wmodal Dev Wallet").click())
    const text = await prompt.text()
    for (const line of [
      `${new URL(page.url()).host} wants you to sign in with your Solana account:`,
      statement,
    ])
      expect(text).toContain(line)
    await prompt.approve()
    await page.bringToFront()
    await reachStatus(page, "signedIn")
    await modal.dialog.waitFor({ state: "hidden" })
    const [session] = await fetchSessions(page)
    expect(session?.message).toContain("\nChain ID: mainnet\n")
  })

  story(
    "signs in with solana's second prompt after the first was declined",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(
        makeHostPage(world, { chains: ["solana"], networks: ["solana"], siwx: { statement } }),
      )
      const modal = getModalViews(page)
      await modal.connectButton.click()
      const declined = await wallet.promptAfter(() => modal.row("wmodal Dev Wallet").click())
      await declined.decline()
      await page.bringToFront()
      const prompt = await wallet.promptAfter(() =>
        modal.dialog.getByRole("button", { name: "Try again" }).click(),
      )
      expect(await prompt.text()).not.toContain("wants you to sign in")
      await prompt.approve()
      await page.bringToFront()
      await modal.heading("Sign in with your wallet").waitFor()
      await sign(page, wallet)
      await reachStatus(page, "signedIn")
    },
  )

  story(
    "signs in on a phone with the prompt to connect",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const { phone } = await openStoryWorld({
        control: outside.control,
        projectId: world.projectId,
        networks: ["eip155:1", "eip155:137"],
      })
      const page = await visitor.visit(makeHostPage(world, { relay: true, siwx: { statement } }))
      const modal = getModalViews(page)
      await modal.connectButton.click()
      await modal.row("WalletConnect").click()
      await page.getByRole("dialog").getByRole("img", { name: /code/i }).waitFor()
      await phone.setPolicy("approve")
      await phone.scan(await scanUntilRead(page))
      await reachStatus(page, "signedIn")
      // A message for each network, with one nonce.
      const sessions = await fetchSessions(page)
      expect(sessions.map(({ chainId }) => chainId)).toEqual(["eip155:1", "eip155:137"])
      expect(await phone.asked()).toBe(1)
    },
  )

  /** Signs in by email, with the signature in the same step. */
  const signEmbedded = async (page: Page, site: SiteControl) => {
    const modal = getModalViews(page)
    await modal.connectButton.click()
    const field = modal.dialog.getByRole("textbox", { name: "Email address" })
    await field.fill("ada@example.com")
    await field.press("Enter")
    const code = await reachCode(page, site, "ada@example.com")
    await code.fill(await site.fetchCode("ada@example.com"))
    const { approve, text } = getFrameApproval(page)
    await text(/wants you to sign in with your Ethereum account/)
      .first()
      .waitFor()
    await pressInFrame(approve)
    return getModalDialog(page)
  }

  story(
    "signs in with the key of the embedded wallet",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const options = { defaultAccountTypes: { eip155: "eoa" } }
      const page = await visitor.visit(makeHostPage(world, { secureSite: true, siwx: {}, options }))
      await signEmbedded(page, await openSiteOwner(outside, world))
      await reachStatus(page, "signedIn")
      await getEmbeddedButton(page).waitFor()
      expect(await fetchSessions(page)).toHaveLength(1)
    },
  )

  story(
    "signs in with the smart account of the embedded wallet, which is not deployed yet",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const page = await visitor.visit(makeHostPage(world, { secureSite: true, siwx: {} }))
      await signEmbedded(page, await openSiteOwner(outside, world))
      await reachStatus(page, "signedIn")
      await getEmbeddedButton(page).waitFor()
      expect(await fetchSessions(page)).toHaveLength(1)
    },
  )

  story(
    "says that smart accounts may not be supported when the server refuses one's signature",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const siwx = { url: "/auth/keys" }
      const page = await visitor.visit(makeHostPage(world, { secureSite: true, siwx }))
      const dialog = await signEmbedded(page, await openSiteOwner(outside, world))
      await dialog.getByText("This application might not support Smart Accounts").waitFor()
      await dialog.getByText("You are not signed in").waitFor()
      expect(await fetchSessions(page)).toEqual([])
    },
  )

  story("signs in by siweConfig", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world, { siwx: "siweConfig" }))
    const modal = await connect(page, wallet)
    await modal.dialog.getByRole("paragraph").filter({ hasText: "Sign in by siweConfig" }).waitFor()
    await sign(page, wallet)
    await reachStatus(page, "signedIn")
    await page.reload()
    await modal.accountButton().waitFor()
    await reachStatus(page, "signedIn")
  })

  story("shows the alert when both options are set", { tags: "full" }, async ({ visitor, world }) => {
    const both: HostPageOptions = { siwx: "siweConfig", before: "globalThis.both = true" }
    const page = await visitor.visit(makeHostPage(world, both))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.text("Cannot set both `siweConfig` and `siwx` options").waitFor()
  })
})
