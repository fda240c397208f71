import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { declining, first, origin, second, setupDevWallet } from "./testing/setupDevWallet.ts"

describe("everything else", () => {
  it.each(["eth_sign", "eth_sendUserOperation", "debug_traceCall", "constructor"])(
    "answers %s with 4200",
    async (method) => {
      await expect(setupDevWallet().request(method)).rejects.toMatchObject({ code: 4200 })
    },
  )

  it.each([[null], [{}], [{ method: 1 }], ["eth_accounts"]])(
    "answers the request %j with -32600",
    async (request) => {
      await expect(setupDevWallet().provider.request(request as never)).rejects.toMatchObject({
        code: -32600,
      })
    },
  )

  it.each(["eth_requestAccounts", "personal_sign", "wallet_revokePermissions", "wallet_switchEthereumChain"])(
    "rejects, and never throws, when reading the params of %s throws",
    async (method) => {
      const refuse = () => {
        throw new Error("do not read me")
      }
      const unreadable = new Proxy({}, { get: refuse, has: refuse })
      const { provider } = setupDevWallet(declining)
      for (const request of [unreadable, { method, params: [unreadable] }]) {
        // A throw here, and not a rejection, would be the test's own.
        const answer = provider.request(request as never)
        await expect(answer).rejects.toMatchObject({ code: expect.any(Number) })
      }
    },
  )

  it("answers 4901 when the node does not answer", async () => {
    const { request } = setupDevWallet({
      rpc: (_, method) => Effect.fail(new RpcError({ method, host: "", reason: { _tag: "NoEndpoint" } })),
    })
    await expect(request("eth_blockNumber")).rejects.toMatchObject({ code: 4901 })
  })

  it("answers -32603 when its host breaks", async () => {
    const { request } = setupDevWallet({ approve: () => Effect.die(new Error("window gone")) })
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code: -32603 })
  })

  it("tells an origin that it was disconnected", async () => {
    const { events, request, wallet } = setupDevWallet()
    await request("eth_requestAccounts")
    wallet.disconnect(origin)
    expect(events.slice(1)).toMatchObject([
      ["accountsChanged", []],
      ["disconnect", { code: 4900 }],
    ])
  })
})

describe("whatever a page asks", () => {
  const methods = [
    "eth_requestAccounts",
    "personal_sign",
    "eth_signTypedData_v4",
    "eth_sendTransaction",
    "wallet_switchEthereumChain",
    "wallet_addEthereumChain",
    "wallet_requestPermissions",
    "wallet_revokePermissions",
    "eth_signTransaction",
    "wallet_getCapabilities",
    "wallet_sendCalls",
    "wallet_getCallsStatus",
    "wallet_showCallsStatus",
    "wallet_getAssets",
    "eth_call",
  ]

  it("is answered, or refused with a code and a text, and nothing is signed undecided", async () => {
    const params = fc.oneof(
      fc.anything(),
      fc.array(fc.oneof(fc.anything(), fc.constantFrom(first, "0x", "0x1", { from: first }))),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...methods), params, async (method, given) => {
        const { calls, provider, wallet } = setupDevWallet({
          ...declining,
          features: { smartAccount: true },
          snapshot: { ...setupDevWallet().wallet.snapshot(), origins: [origin] },
        })
        const outcome = await provider.request({ method, params: given }).then(
          () => ({ code: 0, message: "answered" }),
          (error: unknown) => error,
        )
        expect(outcome).toMatchObject({ code: expect.any(Number), message: expect.any(String) })
        expect(calls.some((call) => call.method === "eth_sendRawTransaction")).toBe(false)
        expect(wallet.networks()).toHaveLength(2)
      }),
    )
  })
})

describe("its snapshot", () => {
  it("takes up permissions, selection and added networks, and holds no key", async () => {
    const { request, wallet } = setupDevWallet()
    const stored: string[] = []
    wallet.subscribe((snapshot) => stored.push(JSON.stringify(snapshot)))
    await request("eth_requestAccounts")
    await request("wallet_addEthereumChain", {
      chainId: "0x2105",
      chainName: "Base",
      rpcUrls: ["https://base.example"],
    })
    wallet.selectAccount(second)
    const text = stored.at(-1) ?? ""
    const again = setupDevWallet({ snapshot: JSON.parse(text) })
    expect(await again.request("eth_accounts")).toEqual([second, first])
    expect(await again.request("eth_chainId")).toBe("0x2105")
    expect(Object.keys(JSON.parse(text)).toSorted()).toEqual([
      "account",
      "added",
      "bundles",
      "chainId",
      "locked",
      "origins",
      "v",
    ])
  })

  it.each([
    [null],
    ["text"],
    [{ v: 2 }],
    [{ v: 1, locked: false, account: second, chainId: 1, origins: [1], added: [] }],
  ])("starts afresh from %j", async (snapshot) => {
    expect(setupDevWallet({ snapshot }).wallet.snapshot()).toEqual(setupDevWallet().wallet.snapshot())
  })

  it("takes up what an earlier version stored, which knew no batches", async () => {
    const earlier = { v: 1, locked: false, account: first, chainId: 1, origins: [origin], added: [] }
    const { request, wallet } = setupDevWallet({ snapshot: earlier })
    expect(await request("eth_accounts")).toEqual([first, second])
    expect(wallet.snapshot().bundles).toEqual([])
  })

  it("falls back to what the wallet has when the selection is gone", () => {
    const snapshot = {
      v: 1,
      locked: false,
      account: `0x${"11".repeat(20)}`,
      chainId: 99,
      origins: [],
      added: [],
    }
    expect(setupDevWallet({ snapshot }).wallet.snapshot()).toMatchObject({ account: first, chainId: 1 })
  })
})
