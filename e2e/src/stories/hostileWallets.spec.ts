import { describe, expect } from "vitest"
import { makeHostPage } from "../harness/hostPage.ts"
import { getModalViews, walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import { toTestTags } from "../harness/testTags.ts"

/** Malicious wallets next to the real one, which must keep working. */
const hostileWallets = `
const silent = () => ({ request: () => new Promise(() => {}), on() {}, removeListener() {} })
const uuid = (n) => "00000000-0000-4000-8000-" + String(n).padStart(12, "0")
const svg = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"
announce({ uuid: uuid(1), name: "Huge icon", icon: "data:image/png;base64," + "A".repeat(3_000_000), rdns: "huge.example" }, silent())
announce({ uuid: uuid(2), name: "Script icon", icon: "javascript:globalThis.pwned=1", rdns: "script.example" }, silent())
announce({ uuid: uuid(3), name: "Broken icon", icon: "data:image/png;base64,%%%", rdns: "broken.example" }, silent())
announce({ uuid: uuid(4), name: "First of two", icon: svg, rdns: "twice.example" }, silent())
announce({ uuid: uuid(4), name: "Second of two", icon: svg, rdns: "second.example" }, silent())
announce({ uuid: uuid(5), name: "Evil\\u0000\\u202e\\u2066 name\\n\\u200b" + "x".repeat(500), icon: svg, rdns: "control.example" }, silent())
announce({ uuid: uuid(6), name: "<img src=x onerror=globalThis.pwned=1>", icon: svg, rdns: "markup.example" }, silent())
for (const odd of [null, undefined, 7, "wallet", [], {}, { info: null }, { info: {}, provider: null }])
  dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail: odd }))
dispatchEvent(new Event("eip6963:announceProvider"))
announce({ uuid: uuid(7), name: "Throwing getter", icon: svg, rdns: "getter.example" },
  new Proxy({}, { get() { throw new Error("from the provider") }, has() { throw new Error("from the provider") } }))
announce(new Proxy({}, { get() { throw new Error("from the info") } }), silent())
`

/** Makes a wallet of the page named "Odd" whose every request runs \`act\`. */
const makeOddWallet = (act: string) => `
announce(
  { uuid: "00000000-0000-4000-8000-00000000000f", name: "Odd", icon: "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>", rdns: "odd.example" },
  { request: ({ method }) => { ${act} }, on() {}, removeListener() {} },
)
`

describe("invalid announced wallets", () => {
  story("shows them safely or not at all, and connects the real one", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(makeHostPage(world, { before: hostileWallets }))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.row().waitFor()
    const names = await modal.dialog
      .getByRole("list", { name: "Wallets" })
      .getByRole("button")
      .allInnerTexts()
    expect(names.filter((name) => name.includes("of two"))).toHaveLength(1)
    for (const name of names) {
      // oxlint-disable-next-line no-control-regex -- they are what must not be there
      expect(name).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/)
      expect(name.length).toBeLessThan(120)
    }
    const sources = await modal.dialog
      .locator("img")
      .evaluateAll((images) => images.map((image) => image.getAttribute("src") ?? ""))
    for (const source of sources) expect(source).toMatch(/^data:image\//)
    expect(Math.max(...sources.map(({ length }) => length))).toBeLessThan(1_000_000)
    const prompt = await wallet.promptAfter(() => modal.row().click())
    await prompt.approve()
    await modal.accountButton().waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, "pwned"))).toBeUndefined()
  })
})

describe("contract: provider that throws unusual values", () => {
  for (const { what, act } of [
    { what: "undefined", act: "return Promise.reject(undefined)" },
    { what: "null, at once", act: "throw null" },
    { what: "a text", act: 'throw "no"' },
    { what: "a number", act: "throw 4001" },
    { what: "an object without a message", act: "throw { code: 'x', data: { originalError: 1 } }" },
    { what: "a proxy that throws", act: "throw new Proxy({}, { get() { throw new Error('inner') } })" },
    { what: "an endless text", act: 'throw { code: -1, message: "no ".repeat(1e5) }' },
  ]) {
    story(
      `shows an error with a retry: ${what}`,
      toTestTags(what === "a proxy that throws"),
      async ({ visitor, wallet, world }) => {
        expect(wallet).toBeDefined()
        const page = await visitor.visit(makeHostPage(world, { before: makeOddWallet(act) }))
        const modal = getModalViews(page)
        await modal.connectButton.click()
        await modal.row("Odd").click()
        await modal.heading("Odd did not connect").waitFor()
        await modal.button("Try again").waitFor()
        if (what === "undefined") await modal.text("Unknown error").waitFor()
        expect((await modal.dialog.innerText()).length).toBeLessThan(1_500)
        await modal.button("Back").click()
        await modal.row(walletName).waitFor()
      },
    )
  }

  const unusable = "Your wallet returned an invalid response"
  for (const { what, act, said } of [
    { what: "no accounts", act: "return Promise.resolve([])", said: "Wallet locked" },
    { what: "no list", act: 'return Promise.resolve("0x")', said: unusable },
    {
      what: "no addresses",
      act: 'return Promise.resolve(method === "eth_chainId" ? "0x1" : ["javascript:1", 7, null])',
      said: unusable,
    },
    {
      what: "no chain id",
      act: 'return Promise.resolve(method === "eth_chainId" ? {} : ["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"])',
      said: unusable,
    },
  ]) {
    story(
      `creates no session from a response with ${what}`,
      toTestTags(what === "no addresses"),
      async ({ visitor, wallet, world }) => {
        expect(wallet).toBeDefined()
        const page = await visitor.visit(makeHostPage(world, { before: makeOddWallet(act) }))
        const modal = getModalViews(page)
        await modal.connectButton.click()
        await modal.row("Odd").click()
        await modal.heading("Odd did not connect").waitFor()
        await modal.text(said).waitFor()
        expect(await page.evaluate(() => globalThis.modals[0]?.getState())).toMatchObject({
          status: "disconnected",
          account: null,
        })
      },
    )
  }
})

describe("wallet that refuses to be disconnected", () => {
  story("removes the session without a notice", { tags: "full" }, async ({ visitor, wallet, world }) => {
    expect(wallet).toBeDefined()
    const account = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
    const act = `
      if (method === "eth_chainId") return Promise.resolve("0x1")
      if (method === "eth_requestAccounts" || method === "eth_accounts") return Promise.resolve(["${account}"])
      return Promise.reject({ code: -32603, message: "no" })
    `
    const page = await visitor.visit(makeHostPage(world, { before: makeOddWallet(act) }))
    const modal = getModalViews(page)
    await modal.connectButton.click()
    await modal.row("Odd").click()
    await modal.accountButton().waitFor()
    await modal.accountButton().click()
    await modal.disconnect()
    await modal.connectButton.waitFor()
    expect(await page.getByRole("alert").count()).toBe(0)
    expect(await page.evaluate(() => globalThis.modals[0]?.getState().status)).toBe("disconnected")
  })
})
