import { type Rpc, RpcError } from "@wmodal/protocol"
import { Deferred, Effect, Fiber } from "effect"
import fc from "fast-check"
import {
  keccak256,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
  recoverTypedDataAddress,
} from "viem"
import { describe, expect, it } from "vitest"
import { textToHex } from "../evm/Hex.ts"
import type { ApprovalRequest } from "./ApprovalRequest.ts"
import { makeDevWallet } from "./DevWallet.ts"
import type { DevWalletOptions } from "./DevWalletOptions.ts"
import { testSigner } from "./Signer.ts"

const first = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const second = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
const origin = "https://dapp.example"

const signers = [testSigner(0), testSigner(1)] as const

const node: Record<string, unknown> = {
  eth_getTransactionCount: "0x7",
  eth_estimateGas: "0x5208",
  eth_maxPriorityFeePerGas: "0x1",
  eth_getBlockByNumber: { baseFeePerGas: "0x64" },
  eth_gasPrice: "0x9",
  eth_blockNumber: "0x10",
  eth_chainId: "0x2105",
}

/** What a node in order says. */
const answerOf = (method: string, params: readonly unknown[]) =>
  method === "eth_sendRawTransaction" ? keccak256(params[0] as `0x${string}`) : node[method]

const setup = (options: Partial<DevWalletOptions> = {}) => {
  const asked: ApprovalRequest[] = []
  const calls: { chainId: number; method: string; params: readonly unknown[] }[] = []
  const wallet = makeDevWallet({
    signers,
    networks: [
      { chainId: 1, name: "Mainnet", rpcUrls: [] },
      { chainId: 10, name: "Optimism", rpcUrls: [] },
    ],
    approve: (request) =>
      Effect.sync(() => {
        asked.push(request)
        return "approve"
      }),
    rpc: ({ chainId }, method, params) =>
      Effect.sync(() => {
        calls.push({ chainId, method, params })
        return answerOf(method, params)
      }),
    ...options,
  })
  const provider = wallet.provider(origin)
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params })
  const events: [string, unknown][] = []
  for (const name of ["accountsChanged", "chainChanged", "disconnect"]) {
    provider.on(name, (value) => events.push([name, value]))
  }
  return { asked, calls, events, provider, request, wallet }
}

const declining = { approve: () => Effect.succeed("decline" as const) }

describe("sharing accounts", () => {
  it("shares none before it is approved, all afterwards, the selected one first", async () => {
    const { asked, request, wallet } = setup()
    expect(await request("eth_accounts")).toEqual([])
    expect(await request("eth_requestAccounts")).toEqual([first, second])
    wallet.selectAccount(second.toLowerCase())
    expect(await request("eth_accounts")).toEqual([second, first])
    expect(asked.map(({ _tag }) => _tag)).toEqual(["Connect"])
  })

  it("asks once: a page that is permitted is answered without a question", async () => {
    const { asked, request } = setup()
    await request("eth_requestAccounts")
    await request("eth_requestAccounts")
    expect(asked).toHaveLength(1)
  })

  it("forgets the page that was permitted longest ago, once there are a thousand", async () => {
    const origins = Array.from({ length: 1000 }, (_, at) => `https://page${at}.example`)
    const { request, wallet } = setup({ snapshot: { ...setup().wallet.snapshot(), origins } })
    await request("eth_requestAccounts")
    const kept = [...origins.slice(1), origin]
    expect(setup({ snapshot: wallet.snapshot() }).wallet.snapshot().origins).toEqual(kept)
  })

  it("permits one origin only", async () => {
    const { request, wallet } = setup()
    await request("eth_requestAccounts")
    expect(await wallet.provider("https://other.example").request({ method: "eth_accounts" })).toEqual([])
  })

  it("rejects with 4001 when declined, and shares nothing", async () => {
    const { request } = setup(declining)
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code: 4001 })
    expect(await request("eth_accounts")).toEqual([])
  })

  it("rejects a second question of the same kind with -32002, and asks again once the first is withdrawn", async () => {
    const { wallet } = setup({ approve: () => Effect.never })
    const asking = Effect.runFork(wallet.handle(origin, "eth_requestAccounts", []))
    const again = wallet.handle(origin, "eth_requestAccounts", [])
    expect(await Effect.runPromise(Effect.flip(again))).toMatchObject({ code: -32002 })
    await Effect.runPromise(Fiber.interrupt(asking))
    const third = Effect.runFork(again)
    expect(third.pollUnsafe()).toBeUndefined()
    await Effect.runPromise(Fiber.interrupt(third))
  })

  it("tells and changes permissions", async () => {
    const { events, request } = setup()
    expect(await request("wallet_getPermissions")).toEqual([])
    expect(await request("wallet_requestPermissions", { eth_accounts: {} })).toMatchObject([
      { parentCapability: "eth_accounts", invoker: origin },
    ])
    expect(await request("wallet_getPermissions")).toHaveLength(1)
    expect(await request("wallet_revokePermissions", { eth_accounts: {} })).toBeNull()
    expect(await request("eth_accounts")).toEqual([])
    expect(events).toEqual([
      ["accountsChanged", [first, second]],
      ["accountsChanged", []],
    ])
    await expect(request("wallet_revokePermissions")).rejects.toMatchObject({ code: -32602 })
  })
})

describe("locking", () => {
  it("shares nothing and signs nothing while locked", async () => {
    const { events, request, wallet } = setup()
    await request("eth_requestAccounts")
    wallet.lock()
    expect(await request("eth_accounts")).toEqual([])
    await expect(request("personal_sign", "0x00", first)).rejects.toMatchObject({
      code: 4100,
      message: "The wallet is locked.",
    })
    wallet.unlock()
    expect(await request("eth_accounts")).toEqual([first, second])
    expect(events.map(([, value]) => value)).toEqual([[first, second], [], [first, second]])
  })

  it("stays locked when it was locked while a page asked to connect", async () => {
    const answer = Deferred.makeUnsafe<"approve">()
    const { wallet } = setup({ approve: () => Deferred.await(answer) })
    const connecting = Effect.runFork(Effect.flip(wallet.handle(origin, "eth_requestAccounts", [])))
    wallet.lock()
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    expect(await Effect.runPromise(Fiber.join(connecting))).toMatchObject({ code: 4100 })
    expect(wallet.snapshot()).toMatchObject({ locked: true, origins: [] })
  })

  it("says in its question that connecting unlocks", async () => {
    const { asked, request, wallet } = setup()
    wallet.lock()
    expect(await request("eth_requestAccounts")).toEqual([first, second])
    expect(asked).toMatchObject([{ _tag: "Connect", locked: true }])
  })

  it.each([
    ["locked", (wallet: ReturnType<typeof makeDevWallet>) => wallet.lock()],
    ["forgotten", (wallet: ReturnType<typeof makeDevWallet>) => wallet.disconnect(origin)],
  ])("signs nothing when %s while the question is open", async (_, interfere) => {
    const answer = Deferred.makeUnsafe<"approve">()
    const { wallet } = setup({
      approve: ({ _tag }) => (_tag === "Connect" ? Effect.succeed("approve") : Deferred.await(answer)),
    })
    await Effect.runPromise(wallet.handle(origin, "eth_requestAccounts", []))
    const signing = Effect.runFork(Effect.flip(wallet.handle(origin, "personal_sign", ["0x00", first])))
    interfere(wallet)
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    expect(await Effect.runPromise(Fiber.join(signing))).toMatchObject({ code: 4100 })
  })
})

describe("signing", () => {
  it("signs a message so that its signer can be recovered, whatever the order of the params", async () => {
    const { request } = setup()
    await request("eth_requestAccounts")
    const message = textToHex("Grüße 👋")
    const signature = await request("personal_sign", message, second)
    expect(await recoverMessageAddress({ message: "Grüße 👋", signature: signature as `0x${string}` })).toBe(
      second,
    )
    expect(await request("personal_sign", second, message)).toBe(signature)
    expect(await request("personal_sign", "Grüße 👋", second)).toBe(signature)
  })

  it("signs typed data", async () => {
    const { asked, request } = setup()
    await request("eth_requestAccounts")
    const typedData = {
      domain: { name: "Shop", chainId: 1 },
      types: {
        EIP712Domain: [
          { name: "name", type: "string" },
          { name: "chainId", type: "uint256" },
        ],
        Order: [{ name: "amount", type: "uint256" }],
      },
      primaryType: "Order",
      message: { amount: "12" },
    } as const
    const signature = await request("eth_signTypedData_v4", first, JSON.stringify(typedData))
    expect(
      await recoverTypedDataAddress({
        ...typedData,
        domain: { name: "Shop", chainId: 1n },
        message: { amount: 12n },
        signature: signature as `0x${string}`,
      }),
    ).toBe(first)
    expect(asked.at(-1)).toMatchObject({ _tag: "SignTypedData", account: first })
    const elsewhere = { ...typedData, domain: { chainId: 5 } }
    await expect(request("eth_signTypedData_v4", first, JSON.stringify(elsewhere))).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("for another network than the wallet is on"),
    })
    expect(asked).toHaveLength(2)
  })

  it("signs what it showed, though the page changes its object meanwhile", async () => {
    const answer = Deferred.makeUnsafe<"approve">()
    const shown: string[] = []
    const { wallet } = setup({
      snapshot: { ...setup().wallet.snapshot(), origins: [origin] },
      approve: (request) => {
        if (request._tag === "SignTypedData") shown.push(request.typedData)
        return Deferred.await(answer)
      },
    })
    const pay = (amount: string) => ({
      domain: {},
      types: {
        Order: [{ name: "pay", type: "Pay" }],
        Pay: [{ name: "amount", type: "uint256" }],
      },
      primaryType: "Order" as const,
      message: { pay: { amount } },
    })
    const live = pay("1")
    const signing = Effect.runFork(wallet.handle(origin, "eth_signTypedData_v4", [first, live]))
    live.message.pay.amount = "1000000"
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    const signature = await Effect.runPromise(Fiber.join(signing))
    expect(shown).toHaveLength(1)
    expect(
      await recoverTypedDataAddress({ ...pay("1"), signature: signature as `0x${string}` } as never),
    ).toBe(first)
  })

  it("rejects data that does not fit its types, after asking, as an internal error without a stack of the library", async () => {
    const { request } = setup()
    await request("eth_requestAccounts")
    const typedData = {
      domain: {},
      types: { Order: [{ name: "amount", type: "uint8" }] },
      primaryType: "Order",
      message: { amount: 999 },
    }
    await expect(request("eth_signTypedData_v4", first, typedData)).rejects.toMatchObject({
      code: -32603,
      message: "Could not sign the typed data.",
    })
  })

  it.each([["a declined signature", 4001, declining]])("gives %s as %d", async (_, code, options) => {
    const { wallet } = setup({ ...options, snapshot: { ...setup().wallet.snapshot(), origins: [origin] } })
    const failure = await Effect.runPromise(
      Effect.flip(wallet.handle(origin, "personal_sign", ["0x00", first])),
    )
    expect(failure.code).toBe(code)
  })

  it("signs nothing for a page that is not permitted, or for an account that is not its own", async () => {
    const { asked, request } = setup()
    await expect(request("personal_sign", "0x00", first)).rejects.toMatchObject({ code: 4100 })
    await request("eth_requestAccounts")
    await expect(request("personal_sign", "0x00", `0x${"11".repeat(20)}`)).rejects.toMatchObject({
      code: 4100,
    })
    expect(asked).toHaveLength(1)
  })
})

describe("sending", () => {
  it("fills nonce, gas and fees from the node, signs here, and broadcasts", async () => {
    const { asked, calls, request } = setup()
    await request("eth_requestAccounts")
    const hash = await request("eth_sendTransaction", { from: first, to: second, value: "0xde0b6b3a7640000" })
    const raw = calls.at(-1)?.params[0] as `0x02${string}`
    expect(hash).toBe(keccak256(raw))
    expect(parseTransaction(raw)).toMatchObject({
      chainId: 1,
      nonce: 7,
      gas: 21000n,
      maxFeePerGas: 201n,
      maxPriorityFeePerGas: 1n,
      value: 10n ** 18n,
    })
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(first)
    expect(asked.at(-1)).toMatchObject({
      _tag: "SendTransaction",
      value: "1000000000000000000",
      maxFee: "4221000",
    })
  })

  it("tips no more than the whole fee that the page allows", async () => {
    const raws: unknown[] = []
    const { request } = setup({
      rpc: (_, method, params) =>
        Effect.sync(() => {
          if (method === "eth_sendRawTransaction") raws.push(params[0])
          return method === "eth_maxPriorityFeePerGas" ? "0x50" : answerOf(method, params)
        }),
    })
    await request("eth_requestAccounts")
    await request("eth_sendTransaction", { from: first, to: second, maxFeePerGas: "0x20" })
    expect(parseTransaction(raws[0] as `0x${string}`)).toMatchObject({
      maxFeePerGas: 32n,
      maxPriorityFeePerGas: 32n,
    })
  })

  it("gives two transactions that are sent at once two nonces", async () => {
    const sent: unknown[] = []
    const { request } = setup({
      rpc: (_, method, params) =>
        Effect.gen(function* () {
          // A node answers later, so that careless sends would overlap here.
          yield* Effect.yieldNow
          if (method === "eth_sendRawTransaction") sent.push(params[0])
          return method === "eth_getTransactionCount" ? `0x${sent.length}` : answerOf(method, params)
        }),
    })
    await request("eth_requestAccounts")
    await Promise.all([1, 2, 3].map(() => request("eth_sendTransaction", { from: first, to: second })))
    expect(sent.map((raw) => parseTransaction(raw as `0x${string}`).nonce ?? 0)).toEqual([0, 1, 2])
  })

  it("uses a gas price where blocks carry no base fee", async () => {
    const { calls, request } = setup({
      rpc: ({ chainId }, method, params) =>
        Effect.sync(() => {
          calls.push({ chainId, method, params })
          return method === "eth_getBlockByNumber" ? {} : answerOf(method, params)
        }),
    })
    await request("eth_requestAccounts")
    await request("eth_sendTransaction", { from: first, to: second })
    expect(parseTransaction(calls.at(-1)?.params[0] as `0x${string}`)).toMatchObject({
      type: "legacy",
      gasPrice: 9n,
    })
  })

  it("hands on what the node says against it, and asks nobody then", async () => {
    const { asked, request } = setup({
      rpc: (_, method) =>
        Effect.fail(
          new RpcError({
            method,
            host: "node",
            reason: { _tag: "Answered", code: 3, text: "execution reverted", data: "0x08" },
          }),
        ),
    })
    await request("eth_requestAccounts")
    await expect(request("eth_sendTransaction", { from: first, to: second })).rejects.toMatchObject({
      code: 3,
      message: "execution reverted",
      data: "0x08",
    })
    expect(asked).toHaveLength(1)
  })

  it.each([
    { says: "already known", found: true, outcome: { status: "fulfilled" } },
    {
      says: "nonce too low",
      found: false,
      outcome: { status: "rejected", reason: { code: -32000, message: "nonce too low" } },
    },
  ])("believes the chain when a repeated broadcast is refused ($says)", async ({ found, outcome, says }) => {
    const raws: unknown[] = []
    const { request } = setup({
      rpc: (_, method, params) => {
        if (method === "eth_getTransactionByHash") return Effect.succeed(found ? { hash: params[0] } : null)
        if (method !== "eth_sendRawTransaction") return Effect.succeed(node[method])
        raws.push(params[0])
        const reason = { _tag: "Answered", code: -32000, text: says } as const
        return Effect.fail(new RpcError({ method, host: "node", reason }))
      },
    })
    await request("eth_requestAccounts")
    const sending = request("eth_sendTransaction", { from: first, to: second })
    const [settled] = await Promise.allSettled([sending])
    expect(settled).toMatchObject(outcome)
    const hash = keccak256(raws[0] as `0x${string}`)
    expect(settled.status === "fulfilled" ? settled.value : hash).toBe(hash)
  })

  it("asks one node for all of a send, and another only for the next", async () => {
    const asked: string[] = []
    let pinned = 0
    const { request } = setup({
      pin: () =>
        Effect.sync(() => {
          const name = `node ${++pinned}`
          const one: Rpc = {
            request: (method, params = []) =>
              Effect.sync(() => {
                asked.push(name)
                return answerOf(method, params)
              }),
            pin: Effect.suspend(() => Effect.succeed(one)),
          }
          return one
        }),
    })
    await request("eth_requestAccounts")
    await request("eth_sendTransaction", { from: first, to: second })
    expect(asked.length).toBeGreaterThan(3)
    expect(new Set(asked)).toEqual(new Set(["node 1"]))
    await request("eth_sendTransaction", { from: first, to: second })
    expect(new Set(asked)).toEqual(new Set(["node 1", "node 2"]))
  })

  it("says that it may have been sent where nobody can tell, and names the hash to look for", async () => {
    const raws: unknown[] = []
    const { request } = setup({
      rpc: (_, method, params) => {
        if (method === "eth_sendRawTransaction") raws.push(params[0])
        return /^eth_(sendRawTransaction|getTransactionByHash)$/.test(method)
          ? Effect.fail(new RpcError({ method, host: "node", reason: { _tag: "Status", status: 503 } }))
          : Effect.succeed(node[method])
      },
    })
    await request("eth_requestAccounts")
    const [settled] = await Promise.allSettled([request("eth_sendTransaction", { from: first, to: second })])
    const hash = keccak256(raws[0] as `0x${string}`)
    expect(raws).toHaveLength(1)
    expect(settled).toMatchObject({
      reason: {
        code: -32603,
        message: `The transaction may have been sent. Look for ${hash} before you send another in its place.`,
        data: { hash },
      },
    })
  })

  it.each([
    ["no sender", {}],
    ["another network", { from: first, to: second, chainId: "0x5" }],
    ["two payloads", { from: first, data: "0x01", input: "0x02" }],
    ["an amount that is no number", { from: first, to: second, value: "1 ether" }],
    ["two kinds of fee", { from: first, to: second, gasPrice: "0x1", maxFeePerGas: "0x1" }],
    ["a tip above the fee", { from: first, to: second, maxFeePerGas: "0x1", maxPriorityFeePerGas: "0x2" }],
    ["a nonce beyond all numbers", { from: first, to: second, nonce: `0x${"f".repeat(64)}` }],
  ])("refuses %s", async (_, transaction) => {
    const { asked, request } = setup()
    await request("eth_requestAccounts")
    await expect(request("eth_sendTransaction", transaction)).rejects.toMatchObject({ code: -32602 })
    expect(asked).toHaveLength(1)
  })
})

describe("networks", () => {
  it("switches when approved and tells every page", async () => {
    const { events, request } = setup()
    expect(await request("eth_chainId")).toBe("0x1")
    expect(await request("wallet_switchEthereumChain", { chainId: "0xa" })).toBeNull()
    expect(await request("eth_chainId")).toBe("0xa")
    expect(await request("net_version")).toBe("10")
    expect(events).toEqual([["chainChanged", "0xa"]])
  })

  it("answers 4902 for a network that it does not know, and adds it when told what it is", async () => {
    const { asked, calls, request } = setup()
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

  it("does not let a page replace the node of a network that it knows", async () => {
    const { request, wallet } = setup()
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
  ])("refuses to add %j", async (network) => {
    const { request, wallet } = setup()
    await expect(request("wallet_addEthereumChain", network)).rejects.toMatchObject({ code: -32602 })
    expect(wallet.snapshot()).toMatchObject({ added: [], chainId: 1 })
  })

  it.each(["http://localhost:8545", "http://127.0.0.1:8545", "http://[::1]:8545"])(
    "adds a network whose node is on this machine: %s",
    async (url) => {
      const { request, wallet } = setup()
      await request("wallet_addEthereumChain", { chainId: "0x2105", chainName: "Own", rpcUrls: [url] })
      expect(wallet.networks().at(-1)?.rpcUrls).toEqual([url])
      expect(setup({ snapshot: wallet.snapshot() }).wallet.snapshot()).toEqual(wallet.snapshot())
    },
  )

  it("asks no node that a page names before the person has approved it", async () => {
    const { calls, request } = setup(declining)
    const network = { chainId: "0x2105", chainName: "Base", rpcUrls: ["https://base.example"] }
    await expect(request("wallet_addEthereumChain", network)).rejects.toMatchObject({ code: 4001 })
    expect(calls).toEqual([])
  })

  it("does not switch to a network that newer ones have pushed out meanwhile", async () => {
    const answer = Deferred.makeUnsafe<"approve">()
    const added = Array.from({ length: 100 }, (_, at) => ({
      chainId: 1000 + at,
      name: "Added",
      rpcUrls: ["https://added.example"],
    }))
    const { request, wallet } = setup({
      snapshot: { ...setup().wallet.snapshot(), added },
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

  it("adds a network once, by the node that was approved first, however many pages ask at once", async () => {
    const answer = Deferred.makeUnsafe<"approve">()
    const { wallet } = setup({ approve: () => Deferred.await(answer) })
    const adding = ["a", "b"].map((page) =>
      Effect.runFork(
        wallet.handle(`https://${page}.example`, "wallet_addEthereumChain", [
          { chainId: "0x2105", chainName: page, rpcUrls: [`https://${page}.example`] },
        ]),
      ),
    )
    Deferred.doneUnsafe(answer, Effect.succeed("approve"))
    await Effect.runPromise(Effect.forEach(adding, Fiber.join))
    expect(wallet.snapshot().added).toEqual([{ chainId: 0x2105, name: "a", rpcUrls: ["https://a.example"] }])
  })

  it("stays where it is when declined", async () => {
    const { request } = setup(declining)
    await expect(request("wallet_switchEthereumChain", { chainId: "0xa" })).rejects.toMatchObject({
      code: 4001,
    })
    expect(await request("eth_chainId")).toBe("0x1")
  })
})

describe("everything else", () => {
  it.each(["eth_sign", "eth_sendUserOperation", "debug_traceCall", "constructor"])(
    "answers %s with 4200",
    async (method) => {
      await expect(setup().request(method)).rejects.toMatchObject({ code: 4200 })
    },
  )

  it.each([[null], [{}], [{ method: 1 }], ["eth_accounts"]])(
    "answers the request %j with -32600",
    async (request) => {
      await expect(setup().provider.request(request as never)).rejects.toMatchObject({ code: -32600 })
    },
  )

  it.each(["eth_requestAccounts", "personal_sign", "wallet_revokePermissions", "wallet_switchEthereumChain"])(
    "rejects, and never throws, when reading the params of %s throws",
    async (method) => {
      const refuse = () => {
        throw new Error("do not read me")
      }
      const unreadable = new Proxy({}, { get: refuse, has: refuse })
      const { provider } = setup(declining)
      for (const request of [unreadable, { method, params: [unreadable] }]) {
        // A throw here, and not a rejection, would be the test's own.
        const answer = provider.request(request as never)
        await expect(answer).rejects.toMatchObject({ code: expect.any(Number) })
      }
    },
  )

  it("answers 4901 when the node does not answer", async () => {
    const { request } = setup({
      rpc: (_, method) => Effect.fail(new RpcError({ method, host: "", reason: { _tag: "NoEndpoint" } })),
    })
    await expect(request("eth_blockNumber")).rejects.toMatchObject({ code: 4901 })
  })

  it("answers -32603 when its host breaks", async () => {
    const { request } = setup({ approve: () => Effect.die(new Error("window gone")) })
    await expect(request("eth_requestAccounts")).rejects.toMatchObject({ code: -32603 })
  })

  it("tells an origin that it was disconnected", async () => {
    const { events, request, wallet } = setup()
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
    "eth_call",
  ]

  it("is answered, or refused with a code and a text, and nothing is signed undecided", async () => {
    const params = fc.oneof(
      fc.anything(),
      fc.array(fc.oneof(fc.anything(), fc.constantFrom(first, "0x", "0x1", { from: first }))),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...methods), params, async (method, given) => {
        const { calls, provider, wallet } = setup({
          ...declining,
          snapshot: { ...setup().wallet.snapshot(), origins: [origin] },
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
    const { request, wallet } = setup()
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
    const again = setup({ snapshot: JSON.parse(text) })
    expect(await again.request("eth_accounts")).toEqual([second, first])
    expect(await again.request("eth_chainId")).toBe("0x2105")
    expect(Object.keys(JSON.parse(text)).toSorted()).toEqual([
      "account",
      "added",
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
    expect(setup({ snapshot }).wallet.snapshot()).toEqual(setup().wallet.snapshot())
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
    expect(setup({ snapshot }).wallet.snapshot()).toMatchObject({ account: first, chainId: 1 })
  })
})
