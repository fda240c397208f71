import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import {
  getFrameApproval,
  getModalDialog,
  openSiteOwner,
  pressInFrame,
  signInByMail,
} from "../harness/embeddedSignIn.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { firstAccount, getModalViews } from "../harness/modal.ts"
import { paths } from "../harness/paths.ts"
import { story } from "../harness/story.ts"

interface Outcome {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: { readonly tag: string; readonly text: string }
}

/** The members of the page's modal that this story calls. */
interface HostModal {
  readonly open: (request: unknown) => void
  readonly watch: (name: string, listener: (value: never) => void) => () => void
}

/** Calls a method of the page's modal. */
const call = (page: Page, method: string, ...input: readonly unknown[]): Promise<Outcome> =>
  page.evaluate(([name, given]) => Reflect.get(globalThis.modals[0] ?? {}, name)(...given), [
    method,
    input,
  ] as const)

/** The heading of every view that a host may open. */
const headings: Readonly<Record<string, string | RegExp>> = {
  Connect: "Connect Wallet",
  Account: /^0x[\da-f]{2}\W+[\da-f]{4}$/i,
  Networks: "Choose Network",
  WalletSend: "Send",
  WalletReceive: "Receive",
  OnRampProviders: "Choose Provider",
  Swap: "Swap",
  AllWallets: "All Wallets",
  Profile: "Accounts",
  AccountSettings: "Settings",
  Transactions: "Activity",
  GetWallet: "Get a wallet",
  ConnectSocials: "All socials",
  UpdateEmailWallet: "Edit Email",
  RegisterAccountName: "Choose name",
  WhatIsAWallet: "What is a wallet?",
  WhatIsANetwork: "What is a network?",
  AddNetwork: "Add Network",
  // The last: it asks for another wallet on the account's chain, which takes its place.
  ConnectingWalletConnectBasic: "WalletConnect",
}

/** The views that the built package's types let a host open. */
const readOpenableViews = async (): Promise<readonly string[]> => {
  const types = await readFile(join(paths.root, "apps/modal-web/dist/types/page/WModal.d.ts"), "utf8")
  return /openableViews: readonly \[([^\]]+)\]/.exec(types)?.[1]?.match(/\w+/g) ?? []
}

describe("methods of a host", () => {
  story(
    "opens every view that a host may open, and shows a link of the page as a code",
    { tags: "full", timeout: 120_000 },
    async ({ outside, visitor, world }) => {
      const page = await visitor.visit(
        makeHostPage(world, {
          secureSite: true,
          relay: true,
          options: { features: { addNetworks: true } },
        }),
      )
      await signInByMail(page, await openSiteOwner(outside, world))
      const dialog = getModalDialog(page)
      const open = (request: unknown) =>
        page.evaluate((wish) => (globalThis.modals[0] as unknown as HostModal).open(wish), request)
      await dialog.waitFor({ state: "hidden" })
      const seen: unknown[] = []
      for (const [view, name] of Object.entries(headings)) {
        await open({ view })
        await dialog.getByRole("heading").first().waitFor()
        const shown = dialog.getByRole("heading", { name, exact: true })
        await shown
          .first()
          .waitFor()
          .catch(async () => {
            seen.push([view, await dialog.getByRole("heading").allInnerTexts()])
          })
        await page.evaluate(() => globalThis.modals[0]?.close())
        await dialog.waitFor({ state: "hidden" })
      }
      expect(seen).toEqual([])
      expect(Object.keys(headings).toSorted()).toEqual((await readOpenableViews()).toSorted())
      const uri = `wc:${"ab".repeat(32)}@2?relay-protocol=irn&symKey=${"cd".repeat(32)}`
      await open({ uri })
      await dialog.getByRole("img", { name: /QR/ }).waitFor()
    },
  )

  story(
    "registers a name for the page after its review and the wallet's approval",
    { tags: "full" },
    async ({ outside, visitor, world }) => {
      const options = { defaultAccountTypes: { eip155: "eoa" } }
      const page = await visitor.visit(makeHostPage(world, { secureSite: true, options }))
      await signInByMail(page, await openSiteOwner(outside, world))
      const registered = page.evaluate(
        () =>
          new Promise((resolve) => {
            let isAsked = false
            const { watch } = globalThis.modals[0] as unknown as HostModal
            watch("names", (value) => {
              const { status, register } = value as {
                status: string
                register: (name: string) => Promise<Outcome>
              }
              if (isAsked || status !== "loaded") return
              isAsked = true
              resolve(register("countess"))
            })
          }),
      )
      const dialog = getModalDialog(page)
      await dialog.getByRole("heading", { name: "Register this name" }).waitFor()
      await dialog.getByRole("button", { name: "Sign and register" }).click()
      await pressInFrame(getFrameApproval(page).approve)
      expect(await registered).toEqual({ ok: true, value: "countess.reown.id" })
      await dialog.getByRole("heading", { name: "Name registered" }).waitFor()
    },
  )

  story(
    "connects from the page's own list, signs, and changes features and language",
    { tags: "full" },
    async ({ visitor, wallet, world }) => {
      const page = await visitor.visit(makeHostPage(world))
      const modal = getModalViews(page)
      // A list of the page's own: the modal stays closed.
      const prompt = await wallet.promptAfter(() =>
        page.evaluate(() => {
          const { watch } = globalThis.modals[0] as unknown as HostModal
          let isAsked = false
          watch("wallets", (value) => {
            const { status, wallets, connect } = value as {
              status: string
              wallets: readonly { id: string; installed: boolean }[]
              connect: (id: string) => Promise<Outcome>
            }
            const own = wallets.find(({ installed }) => installed)
            if (isAsked || status !== "loaded" || own === undefined) return
            isAsked = true
            Object.assign(globalThis, { connected: connect(own.id) })
          })
        }),
      )
      await prompt.approve()
      await modal.accountButton().waitFor()
      expect(await page.evaluate(() => Reflect.get(globalThis, "connected"))).toMatchObject({
        ok: true,
        value: { address: firstAccount },
      })
      expect(await modal.dialog.count()).toBe(0)

      await page.bringToFront()
      const signed = call(page, "signMessage", { message: "Hello from the page" })
      await modal.text("Hello from the page").waitFor()
      const signing = await wallet.promptAfter(() => modal.button("Continue").click())
      await signing.approve()
      expect(await signed).toMatchObject({ ok: true, value: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
      const declined = call(page, "signMessage", { message: "Hello again" })
      await modal.text("Hello again").waitFor()
      await modal.button("Reject").click()
      expect(await declined).toMatchObject({ ok: false, error: { tag: "declined" } })

      await page.evaluate(() => (globalThis.modals[0] as unknown as HostModal).open({ view: "Account" }))
      await modal.button("Send").waitFor()
      expect(await call(page, "updateFeatures", { send: false })).toEqual({ ok: true })
      await modal.button("Send").waitFor({ state: "detached" })
      expect(await call(page, "updateFeatures", { send: "no" })).toMatchObject({
        ok: false,
        error: { tag: "invalidOption" },
      })
      expect(await call(page, "setLanguage", "en-XA")).toEqual({ ok: true })
      await modal.button("Close").waitFor({ state: "detached" })
      expect(await call(page, "setLanguage", "en")).toEqual({ ok: true })
      await modal.button("Close").waitFor()
      expect(await call(page, "showError", "The shop is closed")).toEqual({ ok: true })
      await modal.text("The shop is closed").waitFor()
    },
  )
})
