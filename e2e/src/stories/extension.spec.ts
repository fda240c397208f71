import { tokens } from "@wmodal/mock-server/story"
import type { Page } from "playwright-core"
import { isHex, recoverMessageAddress, recoverTypedDataAddress } from "viem"
import { describe, expect } from "vitest"
import { firstAccount, secondAccount, walletName } from "../harness/modal.ts"
import { story } from "../harness/story.ts"
import { getBalance } from "../harness/testWorld.ts"

/** A page that finds the wallet by EIP-6963 and shows its responses. */
const barePage = {
  files: {
    "/index.html":
      '<!doctype html><html lang="en"><title>Bare page</title><link rel="icon" href="data:,"><script src="/page.js"></script></html>',
    "/page.js": `
      const said = globalThis.said = []
      addEventListener("eip6963:announceProvider", ({ detail }) => {
        globalThis.found = detail
        for (const name of ["accountsChanged", "chainChanged", "disconnect"])
          detail.provider.on(name, (value) => said.push([name, value]))
      }, { once: true })
      dispatchEvent(new Event("eip6963:requestProvider"))
    `,
  },
}

declare global {
  var found: {
    readonly info: {
      readonly uuid: string
      readonly name: string
      readonly icon: string
      readonly rdns: string
    }
    readonly provider: {
      request(request: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
    }
  }
  var said: unknown[]
}

/** Returns the result, or the code of the error. */
const requestOnBarePage = (page: Page, method: string, params: readonly unknown[] = []): Promise<unknown> =>
  page.evaluate(
    (request) => globalThis.found.provider.request(request).catch(({ code }: { code: number }) => ({ code })),
    { method, params },
  )

const mail = {
  domain: { name: "Post", chainId: 1 },
  types: { Mail: [{ name: "text", type: "string" }] },
  primaryType: "Mail",
  message: { text: "Dear reader" },
} as const

describe("test wallet on a web page", { tags: ["full"] }, () => {
  story("announces itself", async ({ visitor, wallet }) => {
    expect(wallet).toBeDefined()
    const page = await visitor.visit(barePage)
    const info = await page.evaluate(() => globalThis.found.info)
    expect(info).toMatchObject({ name: walletName, rdns: "dev.wmodal.wallet" })
    expect(info.icon).toMatch(/^data:image\/svg\+xml,/)
  })

  story("shares accounts only after approval, and only with that origin", async ({ visitor, wallet }) => {
    const page = await visitor.visit(barePage)
    const other = await visitor.visit(barePage)
    expect(await requestOnBarePage(page, "eth_accounts")).toEqual([])
    expect(await requestOnBarePage(page, "personal_sign", ["0x68656c6c6f", firstAccount])).toEqual({
      code: 4100,
    })
    const prompt = await wallet.promptAfter(() =>
      page.evaluate(() => {
        void globalThis.found.provider.request({ method: "eth_requestAccounts" })
      }),
    )
    expect(await prompt.text()).toContain(new URL(page.url()).origin)
    await prompt.approve()
    await expect.poll(() => requestOnBarePage(page, "eth_accounts")).toContain(firstAccount)
    expect(await requestOnBarePage(other, "eth_accounts")).toEqual([])
  })

  story("signs a message and typed data that verify", async ({ visitor, wallet }) => {
    const page = await visitor.visit(barePage)
    const asked = (method: string, params: readonly unknown[]) => {
      const answer: { value?: Promise<unknown> } = {}
      return {
        answer,
        start: async () => {
          answer.value = requestOnBarePage(page, method, params)
        },
      }
    }
    const journey = async (method: string, params: readonly unknown[]) => {
      const { answer, start } = asked(method, params)
      await (await wallet.promptAfter(start)).approve()
      const signature = await answer.value
      if (!isHex(signature)) throw new Error(`No signature: ${JSON.stringify(signature)}`)
      return signature
    }
    const connected = asked("eth_requestAccounts", [])
    await (await wallet.promptAfter(connected.start)).approve()
    const signed = await journey("personal_sign", ["0x68656c6c6f", firstAccount])
    expect(await recoverMessageAddress({ message: "hello", signature: signed })).toBe(firstAccount)
    const typed = await journey("eth_signTypedData_v4", [firstAccount, JSON.stringify(mail)])
    expect(await recoverTypedDataAddress({ ...mail, signature: typed })).toBe(firstAccount)
  })

  story("reads the chain of its world", async ({ visitor, wallet, world }) => {
    expect(wallet).toBeDefined()
    const page = await visitor.visit(barePage)
    const balance = await requestOnBarePage(page, "eth_getBalance", [firstAccount, "latest"])
    expect(balance).toBe(`0x${(await getBalance(world, 1, firstAccount)).toString(16)}`)
  })

  story("reports its owner's actions as events", async ({ visitor, wallet }) => {
    const page = await visitor.visit(barePage)
    const connecting = wallet.promptAfter(() =>
      page.evaluate(() => {
        void globalThis.found.provider.request({ method: "eth_requestAccounts" })
      }),
    )
    await (await connecting).approve()
    await wallet.selectAccount(1)
    await wallet.selectChain(137)
    await wallet.disconnect(new URL(page.url()).origin)
    const names = () => page.evaluate(() => globalThis.said)
    await expect.poll(async () => (await names()).length).toBe(5)
    expect(await names()).toEqual([
      ["accountsChanged", expect.arrayContaining([firstAccount])],
      ["accountsChanged", expect.arrayContaining([secondAccount])],
      ["chainChanged", "0x89"],
      ["accountsChanged", []],
      ["disconnect", expect.objectContaining({ code: 4900 })],
    ])
  })

  story("sends batches and reports assets, once enabled", async ({ visitor, wallet, world }) => {
    const page = await visitor.visit(barePage)
    const capabilities = () => requestOnBarePage(page, "wallet_getCapabilities", [firstAccount, ["0x1"]])
    const connecting = wallet.promptAfter(() =>
      page.evaluate(() => {
        void globalThis.found.provider.request({ method: "eth_requestAccounts" })
      }),
    )
    await (await connecting).approve()
    await expect.poll(capabilities).toEqual({ "0x1": { atomic: { status: "unsupported" } } })
    await wallet.setSmartAccount(true)
    await expect
      .poll(capabilities)
      .toEqual({ "0x1": { atomic: { status: "ready" }, assetDiscovery: { supported: true } } })

    const stranger = "0x1111111111111111111111111111111111111111"
    const calls = [
      { to: stranger, value: "0x7" },
      // `transfer(address,uint256)`
      {
        to: tokens[0].address,
        data: `0xa9059cbb${stranger.slice(2).padStart(64, "0")}${"5".padStart(64, "0")}`,
      },
    ]
    const request = { version: "2.0.0", from: firstAccount, chainId: "0x1", atomicRequired: true, calls }
    const answer: { value?: Promise<unknown> } = {}
    const prompt = await wallet.promptAfter(async () => {
      answer.value = requestOnBarePage(page, "wallet_sendCalls", [{ ...request, id: "the-batch" }])
    })
    expect(await prompt.text()).toContain(
      `Send 0.000005 mUSDC of token mUSDC, ${tokens[0].address} to ${stranger}`,
    )
    await prompt.approve()
    expect(await answer.value).toEqual({ id: "the-batch" })
    expect(await getBalance(world, 1, stranger)).toBe(7n)
    expect(await requestOnBarePage(page, "wallet_getCallsStatus", ["the-batch"])).toMatchObject({
      status: 200,
      atomic: true,
    })
    expect(
      await requestOnBarePage(page, "wallet_getAssets", [{ account: firstAccount, chainFilter: ["0x1"] }]),
    ).toEqual({
      "0x1": [
        expect.objectContaining({ address: "native", type: "NATIVE" }),
        ...tokens.map(({ address, name, symbol, decimals }) =>
          expect.objectContaining({
            address,
            type: "ERC20",
            metadata: expect.objectContaining({ name, symbol, decimals }),
          }),
        ),
      ],
    })
  })
})
