import { RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { declining, first, origin, second, setupDevWallet } from "./testing/setupDevWallet.ts"

describe("unsupported and failing requests", () => {
  it.each(["eth_sign", "eth_sendUserOperation", "debug_traceCall", "constructor"])(
    "rejects %s with 4200",
    async (method) => {
      await expect(setupDevWallet().request(method)).rejects.toMatchObject({ code: 4200 })
    },
  )

  it.each([[null], [{}], [{ method: 1 }], ["eth_accounts"]])(
    "rejects the request %j with -32600",
    async (request) => {
      await expect(setupDevWallet().provider.request(request as never)).rejects.toMatchObject({
        code: -32600,
      })
    },
  )

  it.each(["eth_requestAccounts", "personal_sign", "wallet_revokePermissions", "wallet_switchEthereumChain"])(
    "rejects instead of throwing when reading the params of %s throws",
    async (method) => {
      const refuse = () => {
        throw new Error("do not read me")
      }
      const unreadable = new Proxy({}, { get: refuse, has: refuse })
      const { provider } = setupDevWallet(declining)
      for (const request of [unreadable, { method, params: [unreadable] }]) {
        // A synchronous throw would fail the test here.
        const answer = provider.request(request as never)
        await expect(answer).rejects.toMatchObject({ code: expect.any(Number) })
      }
    },
  )

  it("rejects with 4901 when the node does not respond", async () => {
    const { request } = setupDevWallet({
      rpc: (_, method) => Effect.fail(new RpcError({ method, host: "", reason: { _tag: "NoEndpoint" } })),
    })
    await expect(request("eth_blockNumber")).rejects.toMatchObject({ code: 4901 })
  })

  it("rejects with -32603 when its host breaks", async () => {
    const { request } = setupDevWallet({ approve: () => Effect.die(new Error("window gone")) })
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code: -32603 })
  })

  it("emits disconnect to a disconnected origin", async () => {
    const { events, request, wallet } = setupDevWallet()
    await request("eth_requestAccounts")
    wallet.disconnect(origin)
    expect(events.slice(1)).toMatchObject([
      ["accountsChanged", []],
      ["disconnect", { code: 4900 }],
    ])
  })
})

describe("arbitrary requests", () => {
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

  it("returns a result, or an error with code and message, and signs nothing without approval", async () => {
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

describe("snapshot", () => {
  it("restores permissions, selection and added networks, and contains no key", async () => {
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
    expect(stored.join()).not.toMatch(/[0-9a-f]{64}|test test/i)
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
  ])("starts with defaults from the invalid snapshot %j", async (snapshot) => {
    expect(setupDevWallet({ snapshot }).wallet.snapshot()).toEqual(setupDevWallet().wallet.snapshot())
  })

  it("restores a snapshot of an earlier version without batches", async () => {
    const earlier = { v: 1, locked: false, account: first, chainId: 1, origins: [origin], added: [] }
    const { request, wallet } = setupDevWallet({ snapshot: earlier })
    expect(await request("eth_accounts")).toEqual([first, second])
    expect(wallet.snapshot().bundles).toEqual([])
  })

  it("falls back to the first account and network when the selected ones are missing", () => {
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
