import { afterEach, describe, expect, it, vi } from "vitest"
import { createDevProvider } from "./createDevProvider.ts"
import { makeTestSigner } from "./Signer.ts"

afterEach(() => vi.unstubAllGlobals())

describe("createDevProvider", () => {
  it("reads from the node of the selected network", async () => {
    const fetch = vi.fn(async (request: Request) => {
      const { id } = await request.json()
      return Response.json({ jsonrpc: "2.0", id, result: request.url.endsWith("/10") ? "0xa" : "0x1" })
    })
    vi.stubGlobal("fetch", (url: string, init: RequestInit) => fetch(new Request(url, init)))
    const provider = createDevProvider({
      networks: [
        { chainId: 1, name: "Ethereum", rpcUrls: ["https://node.example/1"] },
        { chainId: 10, name: "Optimism", rpcUrls: ["https://node.example/10"] },
      ],
    })
    await provider.request({ method: "eth_requestAccounts" })
    expect(await provider.request({ method: "eth_blockNumber" })).toBe("0x1")
    await provider.request({ method: "wallet_switchEthereumChain", params: [{ chainId: "0xa" }] })
    expect(await provider.request({ method: "eth_blockNumber" })).toBe("0xa")
  })

  it("rejects with 4901 when its network has no node", async () => {
    await expect(createDevProvider().request({ method: "eth_blockNumber" })).rejects.toMatchObject({
      code: 4901,
    })
  })

  it("passes the given origin to approval requests", async () => {
    const asked: string[] = []
    const provider = createDevProvider({
      origin: "https://app.example",
      approve: ({ origin }) => asked.push(origin) > 0,
    })
    expect(await provider.request({ method: "eth_requestAccounts" })).toContain(makeTestSigner(0).address)
    expect(asked).toEqual(["https://app.example"])
  })
})
