import { Deferred, Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { declining, origin, setupDevWallet } from "./testing/setupDevWallet.ts"

describe("networks", () => {
  it("switches after approval, and emits the change to every origin", async () => {
    const { events, request } = setupDevWallet()
    expect(await request("eth_chainId")).toBe("0x1")
    expect(await request("wallet_switchEthereumChain", { chainId: "0xa" })).toBeNull()
    expect(await request("eth_chainId")).toBe("0xa")
    expect(await request("net_version")).toBe("10")
    expect(events).toEqual([["chainChanged", "0xa"]])
  })

  it("rejects an unknown network with 4902, and adds it with the given details", async () => {
    const { asked, calls, request } = setupDevWallet()
    await expect(request("wallet_switchEthereumChain", { chainId: "0x2105" })).rejects.toMatchObject({
      code: 4902,
    })
    const base = {
      chainId: "0x2105",
      chainName: "Base",
      rpcUrls: ["https://base.example"],
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    }
    expect(await request("wallet_addEthereumChain", base)).toBeNull()
    expect(await request("eth_chainId")).toBe("0x2105")
    expect(await request("eth_blockNumber")).toBe("0x10")
    expect(calls.at(-1)?.chainId).toBe(8453)
    expect(asked.map(({ _tag }) => _tag)).toEqual(["AddNetwork"])
  })

  it("keeps the nodes of a known network when a dApp adds it again", async () => {
    const { request, wallet } = setupDevWallet()
    await request("wallet_addEthereumChain", {
      chainId: "0xa",
      chainName: "Evil",
      rpcUrls: ["https://evil.example"],
    })
    expect(wallet.networks()).toMatchObject([
      { name: "Mainnet" },
      { chainId: 10, name: "Optimism", rpcUrls: [] },
    ])
  })

  it.each([
    [{ chainId: "0x2105", chainName: "Base", rpcUrls: ["javascript:alert(1)"] }],
    [{ chainId: "0x2105", chainName: "Base", rpcUrls: ["http://base.example"] }],
    [{ chainId: "0x2105", chainName: "Base", rpcUrls: ["http://localhost.base.example"] }],
    [{ chainId: "0x2105", chainName: "Base", rpcUrls: [`https://base.example/${"x".repeat(2048)}`] }],
    [{ chainId: "0x2106", chainName: "A node of another network", rpcUrls: ["https://base.example"] }],
    [{ chainId: "0x2105", chainName: "\u202e", rpcUrls: ["https://base.example"] }],
    [{ chainId: "nonsense", chainName: "Base", rpcUrls: ["https://base.example"] }],
    [null],
  ])("rejects adding %j", async (network) => {
    const { request, wallet } = setupDevWallet()
    await expect(request("wallet_addEthereumChain", network)).rejects.toMatchObject({ code: -32602 })
    expect(wallet.snapshot()).toMatchObject({ added: [], chainId: 1 })
  })

  it.each(["http://localhost:8545", "http://127.0.0.1:8545", "http://[::1]:8545"])(
    "adds a network with a node on this machine: %s",
    async (url) => {
      const { request, wallet } = setupDevWallet()
      await request("wallet_addEthereumChain", { chainId: "0x2105", chainName: "Own", rpcUrls: [url] })
      expect(wallet.networks().at(-1)?.rpcUrls).toEqual([url])
      expect(setupDevWallet({ snapshot: wallet.snapshot() }).wallet.snapshot()).toEqual(wallet.snapshot())
    },
  )

  it("sends nothing to a dApp's node before approval", async () => {
    const { calls, request } = setupDevWallet(declining)
    const network = { chainId: "0x2105", chainName: "Base", rpcUrls: ["https://base.example"] }
    await expect(request("wallet_addEthereumChain", network)).rejects.toMatchObject({ code: 4001 })
    expect(calls).toEqual([])
  })

  it("rejects a switch to a network that newer ones replaced in the meantime", async () => {
    const answer = Deferred.makeUnsafe<"approve">()
    const added = Array.from({ length: 100 }, (_, at) => ({
      chainId: 1000 + at,
      name: "Added",
      rpcUrls: ["https://added.example"],
    }))
    const { request, wallet } = setupDevWallet({
      snapshot: { ...setupDevWallet().wallet.snapshot(), added },
      approve: ({ _tag }) => (_tag === "SwitchNetwork" ? Deferred.await(answer) : Effect.succeed("approve")),
    })
    const switching = Effect.runFork(
      Effect.flip(wallet.handle(origin, "wallet_switchEthereumChain", [{ chainId: 1000 }])),
    )
    const network = { chainId: "0x2105", chainName: "Base", rpcUrls: ["https://base.example"] }
    await Effect.runPromise(wallet.handle("https://other.example", "wallet_addEthereumChain", [network]))
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    expect(await Effect.runPromise(Fiber.join(switching))).toMatchObject({ code: 4902 })
    expect(await request("eth_chainId")).toBe("0x2105")
    expect(wallet.snapshot().added).toHaveLength(100)
  })

  it("adds a network once, with the node approved first, for concurrent requests", async () => {
    const answer = Deferred.makeUnsafe<"approve">()
    const { wallet } = setupDevWallet({ approve: () => Deferred.await(answer) })
    const adding = ["a", "b"].map((page) =>
      Effect.runFork(
        wallet.handle(`https://${page}.example`, "wallet_addEthereumChain", [
          { chainId: "0x2105", chainName: page, rpcUrls: [`https://${page}.example`] },
        ]),
      ),
    )
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    await Effect.runPromise(Effect.forEach(adding, Fiber.join))
    expect(wallet.snapshot().added).toMatchObject([
      // A currency that the dApp does not name is not called ether.
      { chainId: 0x2105, name: "a", rpcUrls: ["https://a.example"], currency: { symbol: "UNKNOWN" } },
    ])
  })

  it("stays on its network when the user declines", async () => {
    const { request } = setupDevWallet(declining)
    await expect(request("wallet_switchEthereumChain", { chainId: "0xa" })).rejects.toMatchObject({
      code: 4001,
    })
    expect(await request("eth_chainId")).toBe("0x1")
  })
})
