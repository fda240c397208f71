import type { Eip1193Provider } from "@wmodal/chains/evm"
import { verifyMessage } from "viem"
import { describe, expect, it } from "vitest"
import { announceDevWallet, type WalletPage } from "./announceDevWallet.ts"
import type { DevProviderOptions } from "./createDevProvider.ts"
import { makeTestSigner } from "./Signer.ts"

interface Announcement {
  readonly info: { readonly name: string; readonly rdns: string; readonly uuid: string }
  readonly provider: Eip1193Provider
}

/** A web page that stores its announced wallets. Two with the same `stored` are two loads of one page. */
const setup = (stored = new Map<string, string>()) => {
  const announced: Announcement[] = []
  const page: WalletPage = Object.assign(new EventTarget(), {
    location: { origin: "https://app.example" },
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  })
  page.addEventListener("eip6963:announceProvider", (event) => {
    announced.push((event as CustomEvent<Announcement>).detail)
  })
  const open = (options?: DevProviderOptions) => {
    const end = announceDevWallet(options, page)
    const provider = announced.at(-1)?.provider
    if (provider === undefined) throw new Error("No wallet was announced.")
    return {
      end,
      request: async (method: string, params: unknown[] = []) => provider.request({ method, params }),
    }
  }
  return { announced, open, page, stored }
}

const { address } = makeTestSigner(0)

describe("announceDevWallet", () => {
  it("announces one wallet, again on request, and not after its end", () => {
    const { announced, open, page } = setup()
    const { end } = open()
    page.dispatchEvent(new Event("eip6963:requestProvider"))
    end()
    page.dispatchEvent(new Event("eip6963:requestProvider"))
    expect(announced.map(({ info }) => info.name)).toEqual(["Dev wallet", "Dev wallet"])
    expect(new Set(announced.map(({ info }) => info.uuid)).size).toBe(1)
  })

  it("connects and signs without a node when no options are given", async () => {
    const { request } = setup().open()
    expect(await request("eth_requestAccounts")).toContain(address)
    expect(await request("eth_chainId")).toBe("0x1")
    const signature = await request("personal_sign", ["0x6869", address])
    expect(await verifyMessage({ address, message: "hi", signature: signature as `0x${string}` })).toBe(true)
  })

  it("shares its accounts with the next load of a connected page", async () => {
    const { open, stored } = setup()
    await open().request("eth_requestAccounts")
    expect(await setup(stored).open().request("eth_accounts")).toContain(address)
    expect(await setup().open().request("eth_accounts")).toEqual([])
  })

  it("rejects with 4001 when `approve` declines", async () => {
    const asked: string[] = []
    const { request } = setup().open({
      approve: async ({ _tag }) => {
        asked.push(_tag)
        return false
      },
    })
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code: 4001 })
    expect(asked).toEqual(["Connect"])
  })

  it.each([
    ["brave", { code: 4001, message: "The user rejected the request." }],
    ["talisman", { code: 4001, message: "User Rejected Request" }],
    ["metamask-ledger", { code: -32603, message: expect.stringContaining("0x6985") }],
  ])("declines in the words of the wallet when its profile is %s", async (profile, words) => {
    const { request } = setup().open({ profile, approve: ({ _tag }) => _tag === "Connect" })
    await request("eth_requestAccounts")
    await expect(request("personal_sign", ["0x6869", address])).rejects.toMatchObject(words)
  })

  it("shares accounts and networks in the form of the wallet when it has a profile", async () => {
    expect(await setup().open({ profile: "talisman" }).request("eth_requestAccounts")).toContain(
      address.toLowerCase(),
    )
    expect(await setup().open({ profile: "trust" }).request("eth_chainId")).toBe("1")
  })

  it("refuses a profile that does not exist, by its name", () => {
    expect(() => setup().open({ profile: "nobody" })).toThrow('No EVM wallet profile is named "nobody"')
  })

  it("connects when the page's storage is blocked", async () => {
    const { open, page } = setup()
    const blocked = () => {
      throw new DOMException("denied", "SecurityError")
    }
    Object.defineProperty(page, "localStorage", { get: blocked })
    expect(await open().request("eth_requestAccounts")).toContain(address)
  })

  it("does nothing on a server", () => {
    expect(() => announceDevWallet()()).not.toThrow()
  })
})
