import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import * as z from "zod/mini"
import {
  getEmbeddedButton,
  getFrameApproval,
  openSiteOwner,
  pressInFrame,
  requestGreeting,
} from "../harness/embeddedSignIn.ts"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews } from "../harness/modal.ts"
import type { HostOptions } from "../harness/site.ts"
import { story } from "../harness/story.ts"

declare global {
  var plainClient: {
    readonly ready: Promise<unknown>
    readonly ask: (name: string, payload: unknown) => Promise<unknown>
  }
}

const userSchema = z.tuple([z.string(), z.looseObject({ address: z.string() })])

/** Makes a page of another host with a client of the plain wire, without wmodal's extensions. */
const makePlainClient = (frame: string): HostOptions => ({
  files: {
    "/index.html": `<!doctype html><title>Another client</title><script>
const waiting = new Map()
let heardReady
const ready = new Promise((resolve) => { heardReady = resolve })
addEventListener("message", ({ data }) => {
  if (data?.type === "@w3m-frame/READY") heardReady(data.payload)
  waiting.get(data?.id)?.([data.type.replace("@w3m-frame/", ""), data.payload])
})
const ask = (name, payload) => new Promise((resolve) => {
  const id = Math.random().toString(36).substring(7)
  waiting.set(id, resolve)
  const message = { type: "@w3m-app/" + name, ...(payload && { payload }), id }
  document.querySelector("iframe").contentWindow.postMessage(message, "*")
})
globalThis.plainClient = { ready, ask }
</script><iframe id="w3m-iframe" width="360" height="600" src="${frame}"></iframe>`,
  },
})

const greeting = `0x${"1b".repeat(65)}`
const address = "0x52908400098527886E0F7030069857D2E4169EE7"

/** The frame of another host, without port support. Like the AppKit's frame, it posts to any origin. */
const plainFrame: HostOptions = {
  headers: { "content-type": "text/html" },
  files: {
    "/sdk": `<!doctype html><title>Another frame</title><button hidden>Approve</button><script>
const chain = { chainId: 1 }
const user = { email: "ada@example.com", address: "${address}", chainId: 1 }
const answers = {
  CONNECT_EMAIL: () => ({ action: "VERIFY_OTP" }),
  CONNECT_OTP: ({ otp }) => { if (otp !== "123456") throw undefined },
  GET_USER: () => user,
  IS_CONNECTED: () => ({ isConnected: true }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [] }),
  SWITCH_NETWORK: () => chain,
  GET_CHAIN_ID: () => chain,
  RPC_REQUEST: () => new Promise((resolve) => {
    const button = document.querySelector("button")
    button.hidden = false
    button.onclick = () => resolve("${greeting}")
  }),
}
const post = (name, id, payload) => parent.postMessage({ type: "@w3m-frame/" + name, id, payload }, "*")
addEventListener("message", async ({ data }) => {
  if (!data?.type?.startsWith("@w3m-app/")) return
  const name = data.type.replace("@w3m-app/", "")
  try {
    post(name + "_SUCCESS", data.id, await answers[name]?.(data.payload))
  } catch {
    post(name + "_ERROR", data.id, {})
  }
})
post("READY", undefined, { version: "4" })
</script>`,
  },
}

const getFrame = (page: Page) => page.frames().find((frame) => frame.url().includes("/sdk"))

describe("plain wire", () => {
  story(
    "signs in to the secure site, signs, and restores the session after a reload",
    async ({ outside, visitor, world }) => {
      const site = await openSiteOwner(outside, world)
      const query = `projectId=${world.projectId}&chainId=eip155:1&version=4&enableLogger=false`
      const page = await visitor.visit(makePlainClient(`${world.secureSite}/sdk?${query}`))
      const ready = () => page.evaluate(() => globalThis.plainClient.ready)
      const ask = (name: string, payload?: unknown) =>
        page.evaluate(([name, payload]) => globalThis.plainClient.ask(name, payload), [
          name,
          payload,
        ] as const)

      expect(await ready()).toMatchObject({ version: "4" })
      expect(await ask("IS_CONNECTED")).toEqual(["IS_CONNECTED_SUCCESS", { isConnected: false }])
      const email = "ada@example.com"
      expect(await ask("CONNECT_EMAIL", { email })).toEqual([
        "CONNECT_EMAIL_SUCCESS",
        { action: "VERIFY_DEVICE" },
      ])
      const confirmed = ask("CONNECT_DEVICE")
      await site.openLink(email)
      expect(await confirmed).toEqual(["CONNECT_DEVICE_SUCCESS", undefined])
      const otp = await site.fetchCode(email)
      expect(await ask("CONNECT_OTP", { otp })).toEqual(["CONNECT_OTP_SUCCESS", undefined])
      const theme = { themeMode: "dark", w3mThemeVariables: { "--w3m-accent": "#ff7a00" } }
      expect(await ask("SYNC_THEME", theme)).toEqual(["SYNC_THEME_SUCCESS", undefined])
      const metadata = { name: "Another client", description: "", url: "http://localhost", icons: [] }
      const app = { metadata, sdkVersion: "react-wagmi-1.7.2", sdkType: "appkit", projectId: world.projectId }
      expect(await ask("SYNC_DAPP_DATA", app)).toEqual(["SYNC_DAPP_DATA_SUCCESS", undefined])
      const [got, user] = userSchema.parse(await ask("GET_USER", { chainId: 1 }))
      expect([got, user]).toEqual(["GET_USER_SUCCESS", expect.objectContaining({ email, chainId: 1 })])
      expect(await ask("RPC_REQUEST", { method: "eth_sign", params: [user.address, "0x00"] })).toEqual([
        "RPC_REQUEST_ERROR",
        { message: "Requested RPC call is not allowed" },
      ])
      const params = ["0x48656c6c6f", user.address]
      const asking = ask("RPC_REQUEST", { method: "personal_sign", params })
      const { approve, main, text } = getFrameApproval(page)
      await text(/Name: .Another client/).waitFor()
      expect(await main.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark")
      // The button fills with the accent while it waits.
      expect(await approve.evaluate((button) => getComputedStyle(button, "::after").backgroundColor)).toBe(
        "rgb(255, 122, 0)",
      )
      await pressInFrame(approve)
      expect(await asking).toEqual(["RPC_REQUEST_SUCCESS", expect.stringMatching(/^0x[\da-f]{62,}$/)])

      await page.reload()
      await ready()
      expect(await ask("IS_CONNECTED")).toEqual(["IS_CONNECTED_SUCCESS", { isConnected: true }])
      expect(await ask("SIGN_OUT")).toEqual(["SIGN_OUT_SUCCESS", undefined])
      expect(await ask("IS_CONNECTED")).toEqual(["IS_CONNECTED_SUCCESS", { isConnected: false }])
    },
  )

  story(
    "shows 'W3mFrame: parent is not set' when the frame is opened as a page",
    async ({ visitor, world }) => {
      const page = await visitor.visit({ files: { "/index.html": "<!doctype html><title>Nothing</title>" } })
      await page.goto(`${world.secureSite}/sdk?projectId=${world.projectId}&chainId=eip155:1&version=4`)
      await page.getByText("W3mFrame: parent is not set").waitFor()
    },
  )

  story(
    "accepts a frame without ports, and ignores one that navigates until it restarts",
    { tags: "full" },
    async ({ site, visitor, world }) => {
      const page = await visitor.visit(
        makeHostPage({ ...world, secureSite: site.host(plainFrame) }, { secureSite: true }),
      )
      const modal = getModalViews(page)
      await modal.connectButton.click()
      const field = modal.dialog.getByRole("textbox")
      await field.fill("ada@example.com")
      await field.press("Enter")
      await modal.heading("Confirm Email").waitFor()
      await field.fill("000000")
      await modal.text("An error occurred").waitFor()
      await field.fill("123456")
      await getEmbeddedButton(page).waitFor()

      const frame = page.locator("iframe")
      const attributes = await frame.evaluate((element) =>
        Object.fromEntries(element.getAttributeNames().map((name) => [name, element.getAttribute(name)])),
      )
      expect(attributes).toMatchObject({
        sandbox: "allow-scripts allow-same-origin allow-popups allow-forms",
        referrerpolicy: "origin",
        title: expect.stringMatching(/\w/),
        allow: expect.stringContaining("camera 'none'"),
      })

      const first = await requestGreeting(page)
      await getFrame(page)?.evaluate(() => location.replace(`${location.href}&again`))
      expect(await first.heard).toContain("Something went wrong")
      const second = await requestGreeting(page)
      await pressInFrame(getFrameApproval(page).approve)
      expect(await second.heard).toBe(greeting)

      await getEmbeddedButton(page).click()
      await modal.button("Settings").click()
      await modal.button(/@/).click()
      await field.fill("grace@example.com")
      // At once: any other request would restore the frame's URL.
      await field.evaluate((element) => {
        document.querySelector("wmodal-frame")?.remove()
        if (element instanceof HTMLInputElement) element.form?.requestSubmit()
      })
      await modal.text("W3mFrame: iframe is not set").waitFor()
      await frame.waitFor({ state: "attached" })
    },
  )
})
